// What a memory may be given, whoever gives it: the command line, tools, the library. Throws what is wrong.

import { inputTexts } from '../../base/messages/input.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { pathsTexts } from '../../base/messages/paths.ts'
import { checkRange, isBinary, notAText } from '../../base/text/check-given.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { AGENT_MAX_BYTES, MAX_MEMORY_BYTES, MEMORY_KINDS, MEMORY_TYPES, ORIGINS } from '../memory.ts'
import {
  type FindTooWide,
  MOST_SITUATIONS,
  MOST_TRIGGERS,
  readTrigger,
  readTriggers,
  SITUATIONS_LENGTH,
  type Trigger,
  triggerLine,
} from '../moments.ts'

/** Checks a text that is remembered; the fields as `checkFields` has them. */
export function checkNewMemory(given: unknown): void {
  const { content, ...fields } = asObject(given)
  checkText('content', content)
  if (content.trim() === '') throw noText()
  checkFields(fields)
}

/** Who makes a change: every change says it. */
export function checkActor(by: unknown): void {
  const actor = (by as { actor?: unknown } | null | undefined)?.actor
  if (typeof actor !== 'string' || actor === '') throw notAText('by.actor')
}

/** A string that fits into a memory, and no binary data in one. */
export function checkText(field: string, value: unknown): asserts value is string {
  if (typeof value !== 'string') throw notAText(field)
  checkSize(field, value)
  if (isBinary(value)) throw usage(message(inputTexts.notText), message(inputTexts.notTextFix))
}

export function checkSize(field: string, text: string): void {
  if (Buffer.byteLength(text) > MAX_MEMORY_BYTES)
    throw usage(
      message(inputTexts.textTooLarge, { field, most: MAX_MEMORY_BYTES / 1_000_000 }),
      message(pathsTexts.splitIt),
    )
}

/** Checks what a program saves: `text` alone, or with the frontmatter of its file. */
export function checkAgentSize(text: string, most = AGENT_MAX_BYTES): void {
  const size = Buffer.byteLength(text)
  if (size <= most) return
  const facts = { most: AGENT_MAX_BYTES / 1_000, size: Math.ceil(size / 1_000) }
  throw new MemdirError('refused_content', message(inputTexts.tooLargeForAgent, facts), {
    fix: message(inputTexts.tooLargeForAgentFix),
  })
}

export function noText(): MemdirError {
  return usage(message(inputTexts.emptyText), message(inputTexts.noTextFix))
}

/** Only what is there is looked at; what memdir does not know is left to the file. */
export function checkFields(given: unknown): void {
  const fields = asObject(given)
  for (const field of ['name', 'description', 'category', 'evidence', 'id', 'file'])
    if (isGiven(fields[field]) && typeof fields[field] !== 'string') throw notAText(field)
  checkChoice('type', fields.type, MEMORY_TYPES)
  checkChoice('kind', fields.kind, MEMORY_KINDS)
  checkRange('importance', fields.importance, 1, 5)
  checkRange('confidence', fields.confidence, 0, 1)
  for (const field of ['tags', 'related']) checkTexts(field, fields[field])
  checkSituations(fields.when)
  checkTriggers(fields.on)
  for (const field of ['created', 'updated', 'expires']) checkTime(field, fields[field])
  if (isGiven(fields.source)) checkChoice('origin', asObject(fields.source).origin, ORIGINS)
}

function checkSituations(value: unknown): void {
  if (!isGiven(value)) return
  const phrases: unknown[] = Array.isArray(value) ? value : [value]
  checkTexts('when', phrases)
  const distinct = new Set((phrases as string[]).map((phrase) => phrase.trim()).filter(Boolean))
  if (distinct.size <= MOST_SITUATIONS && [...[...distinct].join('')].length <= SITUATIONS_LENGTH) return
  const facts = { phrases: MOST_SITUATIONS, characters: SITUATIONS_LENGTH }
  throw usage(message(inputTexts.situationsTooLong, facts), message(inputTexts.situationsTooLongFix))
}

/** For form and number; whether one is too wide, whoever knows the calls says. */
function checkTriggers(value: unknown): void {
  if (!isGiven(value)) return
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const odd = given.find((one) => readTrigger(one) === undefined)
  if (odd !== undefined) {
    const shown = typeof odd === 'string' ? odd : JSON.stringify(odd)
    throw usage(
      message(inputTexts.noTrigger, { value: String(shown).slice(0, 60) }),
      message(inputTexts.noTriggerFix),
    )
  }
  if (given.length > MOST_TRIGGERS)
    throw usage(
      message(inputTexts.tooManyTriggers, { most: MOST_TRIGGERS, count: given.length }),
      message(inputTexts.tooManyTriggersFix),
    )
}

/** `known`: those that the memory has already, which nobody has to answer for now. */
export async function refuseTooWide(
  find: FindTooWide,
  given: unknown,
  known: readonly Trigger[] = [],
): Promise<void> {
  const before = new Set(known.map(triggerLine))
  const wide = await find(readTriggers(given).read.filter((one) => !before.has(triggerLine(one))))
  if (!wide) return
  const { trigger, share, most } = wide
  throw usage(
    message(inputTexts.triggerTooWide, { trigger: triggerLine(trigger), share, most }),
    message(inputTexts.triggerTooWideFix),
  )
}

function checkChoice(field: string, value: unknown, choices: readonly string[]): void {
  if (!isGiven(value) || choices.includes(value as string)) return
  const problem = message(inputTexts.noSuchChoice, { field, value: String(value).slice(0, 60) })
  throw usage(problem, message(inputTexts.noSuchChoiceFix, { choices: choices.join(', ') }))
}

function checkTexts(field: string, value: unknown): void {
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (isGiven(value) && !isList) throw usage(message(inputTexts.notAList, { field }))
}

function checkTime(field: string, value: unknown): void {
  if (!isGiven(value) || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))) return
  throw usage(
    message(inputTexts.notATime, { field, value: String(value).slice(0, 60) }),
    message(inputTexts.notATimeFix),
  )
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw noText()
  return value as Record<string, unknown>
}

function usage(problem: Message, fix?: Message): MemdirError {
  return new MemdirError('usage', problem, fix ? { fix } : {})
}
