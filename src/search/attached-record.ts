// The texts that were attached to the messages of a conversation, for programs that send the whole conversation anew with
// every request and keep none of what was attached. One file a conversation, a line for each message that was looked at.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  addLines,
  eraseLines,
  type LineKind,
  readLines,
  removeOldFiles,
  writeLines,
} from '../base/files/line-file.ts'
import { type AgentText, NO_TEXT } from '../base/text/agent-text.ts'
import { asReminder } from '../base/text/inert-text.ts'
import { attempt } from '../base/values/attempt.ts'
import { DAY_MS } from '../base/values/clock.ts'
import { contentHash, conversationKey } from '../base/values/hash.ts'

/** What was attached to one message of the person. */
export interface AttachedText {
  /** A mark of what they typed (`markOf`). */
  said: string
  /** As it was sent, without secrets; empty: nothing fitted. */
  text: AgentText
  /** The files of the memories in it. */
  files: string[]
}

/** Tells one message from another, and too little to find out what it said. */
export function markOf(message: string): string {
  return contentHash(message).slice(0, 8)
}

/** More than a conversation holds at once (`CONVERSATION_BYTES`) several times over. */
const MOST_BYTES = 400_000

const LINE: LineKind<AttachedText> = {
  read: ({ said, text, files }) => {
    const isWhole = typeof said === 'string' && typeof text === 'string' && Array.isArray(files)
    if (!isWhole || !files.every((file) => typeof file === 'string')) return undefined
    return { said, text: text === '' ? NO_TEXT : asReminder(text), files }
  },
  most: 1_000_000,
}

/** In the order in which they were kept; what is damaged counts as not there. */
export function readAttached(state: string, conversation: string): AttachedText[] {
  return readLines(pathOf(state, conversation), LINE)
}

/**
 * `present`: what the conversation holds of what was kept before. The rest, of messages that are gone, is dropped when the
 * file gets large; so are messages that were given nothing. False where the disk does not take it.
 */
export function keepAttached(
  state: string,
  conversation: string,
  entry: AttachedText,
  present: readonly AttachedText[],
): boolean {
  const path = pathOf(state, conversation)
  const size = attempt(() => statSync(path).size) ?? 0
  const left = present.filter(({ text }) => text !== '')
  try {
    if (size + Buffer.byteLength(entry.text) < MOST_BYTES) addLines(path, LINE, [entry])
    else writeLines(path, LINE, [...left, entry])
    return true
  } catch {
    return false
  }
}

/** For memories that were erased: a text that has one of them is attached no more. A damaged file may have it anywhere. */
export function eraseAttached(state: string, isErased: (entry: AttachedText) => boolean): void {
  const directory = attachedDirectory(state)
  for (const name of attempt(() => readdirSync(directory)) ?? [])
    eraseLines(join(directory, name), LINE, (entries) =>
      entries.map((entry) => (isErased(entry) ? { ...entry, text: NO_TEXT, files: [] } : entry)),
    )
}

function attachedDirectory(state: string): string {
  return join(state, 'attached')
}

/** Conversation ids come from other programs: only a hash of them becomes a file name. */
function pathOf(state: string, conversation: string): string {
  return join(attachedDirectory(state), `${conversationKey(conversation)}.jsonl`)
}

/**
 * A conversation that nobody went on with for so long is over: Claude Code itself deletes transcripts after 30 days
 * (its `cleanupPeriodDays`), and what is deleted cannot be resumed. Where one continues all the same, memories are shown
 * to it once more.
 */
const KEPT_DAYS = 30

/** A server may have more; of the oldest nothing is known any more. */
const MOST_CONVERSATIONS = 10_000

/** Returns how many records went. */
export function removeOldConversations(state: string, now: Date): number {
  const since = now.getTime() - KEPT_DAYS * DAY_MS
  const directories = [join(state, 'shown'), attachedDirectory(state)]
  return directories.reduce((sum, directory) => sum + removeOldFiles(directory, since, MOST_CONVERSATIONS), 0)
}
