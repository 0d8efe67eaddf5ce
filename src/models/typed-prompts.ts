// What the person typed in conversations of which the client keeps no log that can be read: the prompt hook puts it down,
// the worker reads it after the turn. Private, bounded, without secrets, and gone with the conversation.
import { appendFileSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomic } from '../base/files/atomic-write.ts'
import { readRegular } from '../base/files/read-regular.ts'
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
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if ((attempt(() => statSync(path).size) ?? 0) > MOST_BYTES) keepNewest(path)
  appendFileSync(path, `${JSON.stringify({ v: 1, ...prompt })}\n`, { mode: 0o600 })
}

/** Oldest first. */
export function readPrompts(state: string, conversation: string): TypedPrompt[] {
  const bytes = readRegular(promptsPath(state, conversation), 2 * MOST_BYTES)
  return (bytes?.toString('utf8').split('\n') ?? []).flatMap((line) => {
    const data = attempt(() => JSON.parse(line) as Partial<TypedPrompt & { v: number }> | null)
    const { v, id, text, time, secrets } = data ?? {}
    return v === 1 && typeof id === 'string' && typeof text === 'string' && typeof time === 'string'
      ? [{ id, text, time, ...(Array.isArray(secrets) && { secrets: secrets.map(String) }) }]
      : []
  })
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
  const lines =
    readRegular(path, 2 * MOST_BYTES)
      ?.toString('utf8')
      .split('\n') ?? []
  writeFileAtomic(path, `${lines.slice(Math.ceil(lines.length / 2)).join('\n')}`, { durable: false })
}

/** Where they are kept. */
export function promptsPath(state: string, conversation: string): string {
  return join(state, 'prompts', `${conversationKey(conversation)}.jsonl`)
}
