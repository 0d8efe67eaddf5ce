// What a memory may be given, whoever gives it: the command line, tools, the library. Throws what is wrong.

import {
  EMPTY_TEXT,
  NO_SUCH_CHOICE,
  NO_SUCH_CHOICE_FIX,
  NO_TEXT_FIX,
  NOT_A_LIST,
  NOT_A_TEXT,
  NOT_A_TIME,
  NOT_A_TIME_FIX,
  NOT_BETWEEN,
  NOT_TEXT,
  NOT_TEXT_FIX,
  TEXT_TOO_LARGE,
  TOO_LARGE_FOR_AGENT,
  TOO_LARGE_FOR_AGENT_FIX,
} from '../../base/messages/input.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { SPLIT_IT } from '../../base/messages/paths.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { AGENT_MAX_BYTES, MAX_MEMORY_BYTES } from '../files/memory-size.ts'
import { MEMORY_KINDS, MEMORY_TYPES, ORIGINS } from '../memory.ts'

/** Of a text that is remembered; the fields as `checkFields` has them. */
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
  if (isBinary(value)) throw usage(message(NOT_TEXT), message(NOT_TEXT_FIX))
}

export function checkSize(field: string, text: string): void {
  if (Buffer.byteLength(text) > MAX_MEMORY_BYTES)
    throw usage(message(TEXT_TOO_LARGE, { field, most: MAX_MEMORY_BYTES / 1_000_000 }), message(SPLIT_IT))
}

/** Of what a program saves: `text` alone, or with the frontmatter of its file. */
export function checkAgentSize(text: string, most = AGENT_MAX_BYTES): void {
  const size = Buffer.byteLength(text)
  if (size <= most) return
  const facts = { most: AGENT_MAX_BYTES / 1_000, size: Math.ceil(size / 1_000) }
  throw new MemdirError('refused_content', message(TOO_LARGE_FOR_AGENT, facts), {
    fix: message(TOO_LARGE_FOR_AGENT_FIX),
  })
}

export function notAText(field: string): MemdirError {
  return usage(message(NOT_A_TEXT, { field }))
}

export function noText(): MemdirError {
  return usage(message(EMPTY_TEXT), message(NO_TEXT_FIX))
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
  for (const field of ['created', 'updated', 'expires']) checkTime(field, fields[field])
  if (isGiven(fields.source)) checkChoice('origin', asObject(fields.source).origin, ORIGINS)
}

/** A zero byte, or more than one in a hundred that no text has. */
export function isBinary(text: string): boolean {
  if (text.includes('\0')) return true
  const strange = text.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0
  return strange > text.length / 100
}

function checkChoice(field: string, value: unknown, choices: readonly string[]): void {
  if (!isGiven(value) || choices.includes(value as string)) return
  const problem = message(NO_SUCH_CHOICE, { field, value: String(value).slice(0, 60) })
  throw usage(problem, message(NO_SUCH_CHOICE_FIX, { choices: choices.join(', ') }))
}

export function checkRange(field: string, value: unknown, least: number, most: number): void {
  if (!isGiven(value) || (typeof value === 'number' && value >= least && value <= most)) return
  throw usage(message(NOT_BETWEEN, { field, least, most, value: String(value).slice(0, 60) }))
}

function checkTexts(field: string, value: unknown): void {
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (isGiven(value) && !isList) throw usage(message(NOT_A_LIST, { field }))
}

function checkTime(field: string, value: unknown): void {
  if (!isGiven(value) || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))) return
  throw usage(message(NOT_A_TIME, { field, value: String(value).slice(0, 60) }), message(NOT_A_TIME_FIX))
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
