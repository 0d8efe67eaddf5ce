// What the person typed in conversations of which the client keeps no log that can be read: the prompt hook puts it down,
// the worker reads it after the turn. Private, bounded, without secrets, and gone with the conversation.

import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { addLines, type LineKind, readLines, writeLines } from '../base/files/line-file.ts'
import { loadRedactor, mayHoldSecret } from '../base/secrets/redact-for.ts'
import { attempt } from '../base/values/attempt.ts'
import { DAY_MS } from '../base/values/clock.ts'
import { conversationKey } from '../base/values/hash.ts'
import { timedId } from '../base/values/ids.ts'

interface TypedPrompt {
  readonly id: string
  readonly text: string
  /** ISO time. */
  readonly time: string
  /** Rules of the secrets in it: then its text is not kept, and nothing is learnt from it. */
  readonly secrets?: readonly string[]
}

/** Longer ones are documents with a remark before or after them. */
const TEXT_CHARACTERS = 8_000
const MOST_BYTES = 256_000
/** As long as what was shown to a conversation is known: nobody goes on with it after that. */
const KEPT_DAYS = 30

const PROMPT: LineKind<TypedPrompt> = {
  read: ({ id, text, time, secrets }) =>
    typeof id === 'string' && typeof text === 'string' && typeof time === 'string'
      ? { id, text, time, ...(Array.isArray(secrets) && { secrets: secrets.map(String) }) }
      : undefined,
  most: 2 * MOST_BYTES,
}

export async function keepPrompt(
  state: string,
  { conversation, id, text }: { conversation: string; id: string | undefined; text: string },
): Promise<void> {
  const now = new Date()
  const typed = unquoted(text)
  const secrets = mayHoldSecret(typed) ? (await loadRedactor('agent'))(typed).rules : []
  const prompt: TypedPrompt = {
    ...{ id: id ?? timedId(now.getTime()), time: now.toISOString() },
    ...(secrets.length === 0 ? { text: bothEnds(typed) } : { text: '', secrets: [...new Set(secrets)] }),
  }
  const path = promptsPath(state, conversation)
  if ((attempt(() => statSync(path).size) ?? 0) > MOST_BYTES) keepNewest(path)
  addLines(path, PROMPT, [prompt])
}

/** Oldest first. */
export function readPrompts(state: string, conversation: string): TypedPrompt[] {
  return readLines(promptsPath(state, conversation), PROMPT)
}

/** Those of conversations that are over. Returns how many. */
export function removeOldPrompts(state: string, now: Date): number {
  const directory = join(state, 'prompts')
  const end = now.getTime() - KEPT_DAYS * DAY_MS
  const old = (attempt(() => readdirSync(directory)) ?? [])
    .map((name) => join(directory, name))
    .filter((path) => (attempt(() => lstatSync(path).mtimeMs) ?? end) < end)
  for (const path of old) attempt(() => rmSync(path, { force: true }))
  return old.length
}

/** `opencode run` puts a message that has blanks into quotation marks. */
function unquoted(text: string): string {
  const [, inner] = /^"((?:[^"\\]|\\.)*)"\s*$/s.exec(text) ?? []
  return inner === undefined ? text : inner.replaceAll('\\"', '"')
}

function bothEnds(text: string): string {
  if (text.length <= TEXT_CHARACTERS) return text
  const half = TEXT_CHARACTERS / 2
  return `${text.slice(0, half)}\n${text.slice(-half)}`
}

function keepNewest(path: string): void {
  const prompts = readLines(path, PROMPT)
  writeLines(path, PROMPT, prompts.slice(Math.ceil(prompts.length / 2)))
}

/** Where they are kept. */
export function promptsPath(state: string, conversation: string): string {
  return join(state, 'prompts', `${conversationKey(conversation)}.jsonl`)
}
