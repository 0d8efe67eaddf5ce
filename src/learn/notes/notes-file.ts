// Where notes are, and the person's own template and prompt. The file is theirs to read; memdir and forks write it.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { readRegularText } from '../../base/files/read-regular.ts'
import { DEFAULT_TEMPLATE, findStructureProblem, fitToTemplate, sectionsOf } from './notes-template.ts'
import { DEFAULT_PROMPT } from './update-task.ts'

const NOTES_BYTES = 1_000_000
const CONFIG_BYTES = 100_000

/** Ids come from clients too: one that is no plain name has no notes. */
const PLAIN_NAME = /^(?!\.)[\w.-]{1,128}$/

/** Below the project's `sessions/`; undefined for an id that could lead elsewhere. */
export function notesPath(sessions: string, conversation: string): string | undefined {
  return PLAIN_NAME.test(conversation)
    ? join(sessions, conversation, 'session-memory', 'summary.md')
    : undefined
}

export interface NotesConfig {
  readonly template: string
  readonly prompt: string
}

/** `<config home>/session-memory/config/`: what cannot be read, or has no heading, counts as not there. */
export function readNotesConfig(home: string): NotesConfig {
  const directory = join(home, 'session-memory', 'config')
  const template = readRegularText(join(directory, 'template.md'), CONFIG_BYTES)
  const prompt = readRegularText(join(directory, 'prompt.md'), CONFIG_BYTES)
  return {
    template: template && sectionsOf(template).length > 0 ? template : DEFAULT_TEMPLATE,
    prompt: prompt?.trim() ? prompt : DEFAULT_PROMPT,
  }
}

export function readNotes(path: string): string | undefined {
  return readRegularText(path, NOTES_BYTES)
}

export function writeNotes(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileAtomic(path, text, { mode: 0o600 })
}

/** The notes in the form of the template: made where there are none, brought into it where they are in another. */
export function prepareNotes(path: string, template: string): string {
  const text = existsSync(path) ? readNotes(path) : undefined
  if (text !== undefined && findStructureProblem(template, text) === undefined) return text
  const made = text === undefined ? template : fitToTemplate(template, text)
  writeNotes(path, made)
  return made
}
