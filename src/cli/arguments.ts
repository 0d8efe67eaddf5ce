// Reading what people type: texts, times, types, confirmations.

import { nameOfLabel } from '../base/messages/kinds.ts'
import type { Text } from '../base/messages/message.ts'
import { listOf, type Message, message } from '../base/messages/message.ts'
import { usageTexts } from '../base/messages/usage.ts'
import { DAY_MS, isoSeconds } from '../base/values/clock.ts'
import { MemdirError } from '../base/values/errors.ts'
import { isMemoryKind, isMemoryType, MEMORY_KINDS, MEMORY_TYPES, type Memory } from '../memory/memory.ts'
import { isListed, type ListFilter } from '../memory/memory-list.ts'
import { askLine, isYes } from './ask-line.ts'
import type { Values } from './command.ts'
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
    message(usageTexts.numberOutOfRange, { name, min, max, value }),
    message(usageTexts.exampleNumber, { name, example: exampleOf(name, min, max) }),
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
    message(usageTexts.unknownType, { type: value }),
    message(usageTexts.chooseOneOf, { choices: listOf([...MEMORY_TYPES, ...MEMORY_KINDS]) }),
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
    throw usage(message(usageTexts.timeTooFar, { value }), message(usageTexts.timeLimit))
  }
  const day = /^\d{4}-\d{2}(?:-\d{2})?/.exec(value.trim())?.[0]
  const time = day ? Date.parse(value.trim()) : Number.NaN
  // 30 February would silently become 2 March.
  if (day && !Number.isNaN(time) && new Date(day).toISOString().startsWith(day)) return new Date(time)
  throw usage(message(usageTexts.invalidTime, { value }), message(usageTexts.giveTime))
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
    throw usage(message(usageTexts.timeInPast, { value }), message(usageTexts.giveLaterDate))
  return time
}

const STDIN_BYTES = 256 * 1024 * 1024

/** Everything on standard input. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin) {
    bytes += (chunk as Buffer).length
    if (bytes > STDIN_BYTES) throw usage(message(usageTexts.inputTooLarge), message(usageTexts.splitInput))
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Asks on a terminal, and says so when the answer is no. Without one, `--yes` has to be given. Asked before anything is changed. */
export async function confirm(output: Output, values: Values, question: Text): Promise<boolean> {
  if (values.yes === true) return true
  if (!process.stdin.isTTY || output.json) {
    const asked: Message = { key: 'usage.question', values: {}, ...question }
    throw usage(message(usageTexts.needsConfirmation, { question: asked }), message(usageTexts.addYes))
  }
  const answer = await askLine(output, `${output.say(question)} [y/N] `, message(usageTexts.stopped))
  if (answer === undefined) throw new MemdirError('interrupted', message(usageTexts.stopped))
  const yes = isYes(answer)
  if (!yes) output.note(output.say(usageTexts.nothingDone))
  return yes
}
