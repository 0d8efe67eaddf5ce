// What memdir wants in one file of another program. A setup is a list of these; putting in, taking out and telling
// whether it is there follow from them.
import type { EditedFile } from '../edited-file.ts'

export interface WantedValue {
  at: readonly string[]
  /** undefined: it must not be there. Of an object the other keys stay. */
  value?: unknown
  /** A switch that is not ours: undo puts it back, and without a record of what it was leaves it. */
  shared?: true
  /** Written by memdir, perhaps by another installation; without it: a server that starts memdir. */
  isOurs?(value: unknown): boolean
}

export interface WantedHook {
  event: string
  matcher?: string
  /** As the agent wants it, without event and matcher. */
  hook: Readonly<Record<string, unknown>>
}

/** What the agent accepts besides plain JSON; everything, where it is not said. */
export interface JsonDialect {
  comments?: false
  /** After the last of a list. */
  commas?: false
  /** A byte order mark. */
  mark?: false
}

export interface WantedJson extends EditedFile {
  format: 'json'
  values: readonly WantedValue[]
  /** `nested`: event → groups → hooks (Claude Code and its likes). `flat`: event → hooks. */
  hooks?: { form: 'nested' | 'flat'; list: readonly WantedHook[] }
  dialect?: JsonDialect | undefined
}

export interface WantedToml extends EditedFile {
  format: 'toml'
  table: readonly string[]
  values: Readonly<Record<string, string | readonly string[]>>
}

/** A file that is ours as a whole. */
export interface WantedText extends EditedFile {
  format: 'text'
  text: string
  /** Written by memdir, perhaps by another version. */
  isOurs(text: string): boolean
}

/** A marked block in a Markdown file. */
export interface WantedBlock extends EditedFile {
  format: 'block'
  text: string
}

export type WantedFile = WantedJson | WantedToml | WantedText | WantedBlock
