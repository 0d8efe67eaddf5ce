// What the person has answered and is not asked again: fingerprints of the texts, never the texts.
import { join } from 'node:path'
import { readState, type StateKind, updateState } from '../base/files/state-file.ts'
import { plainText } from '../base/text/plain-text.ts'
import { shortHash } from '../base/values/hash.ts'
import { isObject } from '../base/values/is-object.ts'
import type { StateChange } from './state-change.ts'

/** The ones that were refused first go first. */
export const MOST_REFUSED = 2_000
/** Beside the candidates, and named like none of them. */
export const REFUSED_FILE = 'refused-texts.json'

/** When each was refused, by its fingerprint. */
type Refused = Readonly<Record<string, string>>
const REFUSED: StateKind<Refused> = {
  read: ({ texts }) => (isObject(texts) ? (texts as Refused) : undefined),
  plain: (texts) => ({ texts }),
}

/** Whether a text was refused, as the file says it now. `directory`: `state/candidates`. */
export function readRefused(directory: string): (text: string) => boolean {
  const refused = readState(join(directory, REFUSED_FILE), REFUSED) ?? {}
  return (text) => Object.hasOwn(refused, fingerprintOf(text))
}

export async function addRefused(directory: string, text: string): Promise<void> {
  await updateState(join(directory, REFUSED_FILE), REFUSED, (known) =>
    newest({ ...known, [fingerprintOf(text)]: new Date().toISOString() }, MOST_REFUSED),
  )
}

/** It may come again. */
export async function removeRefused(directory: string, text: string): Promise<void> {
  await updateState(join(directory, REFUSED_FILE), REFUSED, (known = {}) => {
    const { [fingerprintOf(text)]: _, ...others } = known
    return others
  })
}

/** That it does not come back, for the answer that says so. */
export function refusing(text: string, now: Date): StateChange {
  const entry = { of: 'texts', key: fingerprintOf(text) }
  return { file: `candidates/${REFUSED_FILE}`, entry, before: null, after: now.toISOString() }
}

/** The same words in another case or with other punctuation are the same; a hash does not tell them. */
function fingerprintOf(text: string): string {
  return shortHash(wordsOf(text))
}

export function wordsOf(text: string): string {
  return plainText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function newest(known: Refused, most: number): Refused {
  const all = Object.entries(known)
  if (all.length <= most) return known
  return Object.fromEntries(all.sort(([, a], [, b]) => (a < b ? 1 : -1)).slice(0, most))
}
