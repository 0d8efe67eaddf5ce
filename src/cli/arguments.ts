// Reading what people type: texts, times, types, confirmations.

import { nameOfLabel } from '../base/messages/kinds.ts'
import { listOf, type Message, message } from '../base/messages/message.ts'
import {
  ADD_YES,
  CHOOSE_ONE_OF,
  EXAMPLE_NUMBER,
  GIVE_LATER_DATE,
  GIVE_TIME,
  INPUT_TOO_LARGE,
  INVALID_TIME,
  NEEDS_CONFIRMATION,
  NOTHING_DONE,
  NUMBER_OUT_OF_RANGE,
  SPLIT_INPUT,
  STOPPED,
  TIME_IN_PAST,
  TIME_LIMIT,
  TIME_TOO_FAR,
  UNKNOWN_TYPE,
} from '../base/messages/usage.ts'
import { DAY_MS, isoSeconds } from '../base/values/clock.ts'
import { MemdirError } from '../base/values/errors.ts'
import { isMemoryKind, isMemoryType, MEMORY_KINDS, MEMORY_TYPES, type Memory } from '../memory/memory.ts'
import { isListed, type ListFilter } from '../memory/records/list-filter.ts'
import { askLine, isYes } from './ask-line.ts'
import type { Values } from './command.ts'
import type { Text } from './language.ts'
import type { Output } from './output.ts'

export function usage(problem: Message, fix: Message): MemdirError {
  return new MemdirError('usage', problem, { fix })
}

export function textOption(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export function textOptions(values: Values, name: string): string[] {
  const value = values[name]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function listOption(values: Values, name: string): string[] | undefined {
  const value = textOption(values, name)
  return value
    ?.split(/[,，]/)
    .map((item) => item.trim())
    .filter(Boolean)
}

export function numberOption(values: Values, name: string, min: number, max: number): number | undefined {
  const value = textOption(values, name)
  if (value === undefined) return undefined
  const number = Number(value)
  if (value.trim() !== '' && number >= min && number <= max) return number
  throw usage(
    message(NUMBER_OUT_OF_RANGE, { name, min, max, value }),
    message(EXAMPLE_NUMBER, { name, example: exampleOf(name, min, max) }),
  )
}

/** One that somebody would give, not the smallest that is allowed. */
function exampleOf(name: string, min: number, max: number): number {
  if (name === 'port') return 8080
  return max <= 1 ? 0.5 : Math.min(max, Math.max(min, 10))
}

/** A type filter understands the four types and the eight kinds. */
export function typeFilter(given: string): (memory: Memory) => boolean {
  const filter = typeOption(given)
  return (memory) => isListed(memory, filter)
}

/** The filter of `--type`, which takes a type or a kind. */
export function typeOption(given: string): ListFilter {
  const value = nameOfLabel(given)
  if (isMemoryType(value)) return { type: value }
  if (isMemoryKind(value)) return { kind: value }
  throw usage(
    message(UNKNOWN_TYPE, { type: value }),
    message(CHOOSE_ONE_OF, { choices: listOf([...MEMORY_TYPES, ...MEMORY_KINDS]) }),
  )
}

const UNIT_MS: Record<string, number> = {
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
  y: 365 * DAY_MS,
}

/** `30d`, `12h`, `2w` from now (ahead or back), or a date. */
export function parseTime(value: string, now: Date, direction: 'past' | 'future'): Date {
  const span = /^(\d{1,5})\s*(m|min|h|d|w|y)$/i.exec(value.trim())
  if (span) {
    const [, count = '', unit = ''] = span
    const length = Number(count) * (UNIT_MS[unit.charAt(0).toLowerCase()] ?? 0)
    const time = new Date(now.getTime() + (direction === 'past' ? -length : length))
    // A later year is written with a sign and six digits, which nothing reads back.
    if (time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999) return time
    throw usage(message(TIME_TOO_FAR, { value }), message(TIME_LIMIT))
  }
  const day = /^\d{4}-\d{2}(?:-\d{2})?/.exec(value.trim())?.[0]
  const time = day ? Date.parse(value.trim()) : Number.NaN
  // 30 February would silently become 2 March.
  if (day && !Number.isNaN(time) && new Date(day).toISOString().startsWith(day)) return new Date(time)
  throw usage(message(INVALID_TIME, { value }), message(GIVE_TIME))
}

/** When a memory expires: a day, or a time where the span is shorter than days. */
export function parseExpiry(value: string, now: Date): string {
  const time = parseTime(value, now, 'future')
  return /(?:m|min|h)$/i.test(value.trim()) || /T\d/.test(value)
    ? isoSeconds(time)
    : time.toISOString().slice(0, 10)
}

/** The same for whoever gives an end that has passed: such a memory would never be recalled. */
export function parseFutureExpiry(value: string, now: Date): string {
  const time = parseExpiry(value, now)
  if (Date.parse(time) <= now.getTime())
    throw usage(message(TIME_IN_PAST, { value }), message(GIVE_LATER_DATE))
  return time
}

const STDIN_BYTES = 256 * 1024 * 1024

/** Everything on standard input. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin) {
    bytes += (chunk as Buffer).length
    if (bytes > STDIN_BYTES) throw usage(message(INPUT_TOO_LARGE), message(SPLIT_INPUT))
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Asks on a terminal, and says so when the answer is no. Without one, `--yes` has to be given. Asked before anything is changed. */
export async function confirm(output: Output, values: Values, question: Text): Promise<boolean> {
  if (values.yes === true) return true
  if (!process.stdin.isTTY || output.json) {
    const asked: Message = { key: 'usage.question', values: {}, ...question }
    throw usage(message(NEEDS_CONFIRMATION, { question: asked }), message(ADD_YES))
  }
  const answer = await askLine(output, `${output.say(question)} [y/N] `, message(STOPPED))
  if (answer === undefined) throw new MemdirError('interrupted', message(STOPPED))
  const yes = isYes(answer)
  if (!yes) output.note(output.say(NOTHING_DONE))
  return yes
}
