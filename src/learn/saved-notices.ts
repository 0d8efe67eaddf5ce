// What extraction has done that the person has not been told yet: said once, by the next hook that can speak.
import { rmSync } from 'node:fs'
import { writeFileAtomic } from '../base/files/atomic-write.ts'
import { readRegular } from '../base/files/read-regular.ts'
import { attempt } from '../base/values/attempt.ts'
import { isObject } from '../base/values/is-object.ts'
import { savedPath } from '../memory/inbox/saved-path.ts'

export interface SavedNotice {
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
const MOST_BYTES = 200_000

/** Two processes at once may lose a line of it, never a memory. */
export function addSavedNotice(state: string, notice: SavedNotice): void {
  if (notice.files.length === 0 && notice.secrets.length === 0 && !notice.stopped) return
  const saved = [...readSavedNotices(state), notice].slice(-MOST_NOTICES)
  writeFileAtomic(savedPath(state), JSON.stringify({ v: 1, saved }), { durable: false })
}

export function readSavedNotices(state: string): SavedNotice[] {
  const bytes = readRegular(savedPath(state), MOST_BYTES)
  const data = bytes && attempt(() => JSON.parse(bytes.toString('utf8')) as { v?: unknown; saved?: unknown })
  return data?.v === 1 && Array.isArray(data.saved) ? data.saved.filter(isNotice) : []
}

/** After they went out. */
export function forgetSavedNotices(state: string, told: readonly SavedNotice[]): void {
  const keys = new Set(told.map((one) => JSON.stringify(one)))
  const saved = readSavedNotices(state).filter((one) => !keys.has(JSON.stringify(one)))
  if (saved.length === 0) rmSync(savedPath(state), { force: true })
  else writeFileAtomic(savedPath(state), JSON.stringify({ v: 1, saved }), { durable: false })
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
