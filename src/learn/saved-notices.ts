// What was learnt, in words, and what of it the person has not been told yet: said once, by the next hook that can speak.
import { rmSync } from 'node:fs'
import { readState, type StateKind, writeState } from '../base/files/state-file.ts'
import { extractionTexts } from '../base/messages/extraction.ts'
import type { Message } from '../base/messages/message.ts'
import { joinMessages, message, verbatim } from '../base/messages/message.ts'
import { isObject } from '../base/values/is-object.ts'
import { savedPath } from '../memory/saved-path.ts'

interface SavedNotice {
  readonly conversation: string
  /** Below the memory directory. */
  readonly files: readonly string[]
  /** What each of them is called, in the same order. */
  readonly names: readonly string[]
  /** Rules of the secrets for whose sake something was not kept. */
  readonly secrets: readonly string[]
  /** That learning by the model has stopped, and until when (ISO) that is news. */
  readonly stopped?: { readonly until: string; readonly en: string; readonly zh: string }
}

const MOST_NOTICES = 20
const SAVED: StateKind<readonly SavedNotice[]> = {
  read: ({ saved }) => (Array.isArray(saved) ? saved.filter(isNotice) : undefined),
  plain: (saved) => ({ saved }),
  most: 200_000,
  durable: false,
}

/** Two processes at once may lose a line of it, never a memory. */
export function addSavedNotice(state: string, notice: SavedNotice): void {
  if (notice.files.length === 0 && notice.secrets.length === 0 && !notice.stopped) return
  const saved = [...readSavedNotices(state), notice].slice(-MOST_NOTICES)
  writeState(savedPath(state), SAVED, saved)
}

export function readSavedNotices(state: string): readonly SavedNotice[] {
  return readState(savedPath(state), SAVED) ?? []
}

/** After they went out. */
export function forgetSavedNotices(state: string, told: readonly SavedNotice[]): void {
  const keys = new Set(told.map((one) => JSON.stringify(one)))
  const saved = readSavedNotices(state).filter((one) => !keys.has(JSON.stringify(one)))
  if (saved.length === 0) rmSync(savedPath(state), { force: true })
  else writeState(savedPath(state), SAVED, saved)
}

function isNotice(value: unknown): value is SavedNotice {
  const { conversation, files, names, secrets, stopped } = (value ?? {}) as Partial<
    Record<keyof SavedNotice, unknown>
  >
  const isStopped =
    stopped === undefined || (isObject(stopped) && isTexts([stopped.until, stopped.en, stopped.zh]))
  return typeof conversation === 'string' && [files, names, secrets].every(isTexts) && isStopped
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

const MOST_NAMED = 3

const LONGEST_NAME = 60

/** `saved`: newest last, each file once. Undefined where nothing was. */
export function describeSaved(
  saved: readonly { readonly file: string; readonly name?: string }[],
): Message | undefined {
  const byFile = new Map(saved.map((one) => [one.file, one]))
  if (byFile.size === 0) return undefined
  const named = [...byFile.values()]
    .slice(-MOST_NAMED)
    .map(({ file, name }) =>
      name === undefined ? verbatim(file) : message(extractionTexts.savedMemory, { name: cut(name), file }),
    )
  const rest = byFile.size - named.length
  const more = rest > 0 ? [message(extractionTexts.savedMore, { count: rest })] : []
  return message(extractionTexts.saved, { memories: joinMessages([...named, ...more]) })
}

function cut(name: string): string {
  const characters = [...name]
  return characters.length <= LONGEST_NAME ? name : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`
}
