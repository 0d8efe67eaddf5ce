// What is printed after a memory was written.

import { join } from 'node:path'
import { commandLineTexts } from '../base/messages/command-line.ts'
import { filesTexts } from '../base/messages/files.ts'
import { labelOf } from '../base/messages/kinds.ts'
import type { Text } from '../base/messages/message.ts'
import { type Message, message } from '../base/messages/message.ts'
import { pathsTexts } from '../base/messages/paths.ts'
import { storeTexts } from '../base/messages/store.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Memory } from '../memory/memory.ts'
import type { Saved } from '../memory/memory-store.ts'
import { readMemoryBytes } from '../memory/read-memory-file.ts'
import type { Written } from '../memory/writer.ts'
import { changeIdOf } from '../memory/writer.ts'
import { type Output, printable } from './output.ts'

export const COLON: Text = commandLineTexts.colon

export function describeSaved(output: Output, memory: Memory, verb: Text): string {
  const { paint } = output
  const details = [memory.id, memory.type && output.say(labelOf(memory.type)), printable(memory.file)]
    .filter(Boolean)
    .join('  ')
  return `${paint.green('✓')} ${output.say(verb)}${output.say(COLON)}${paint.bold(printable(memory.name))}\n  ${paint.dim(details)}`
}

export function noteWarnings(output: Output, warnings: readonly Message[]): void {
  for (const warning of warnings) output.note(`${output.paint.yellow('!')} ${output.say(warning)}`)
}

/** A hard link is never written through, and whoever made it should know. */
export function noteSeparated(output: Output, { separated = [] }: Written): void {
  for (const file of separated)
    output.note(
      `${output.paint.yellow('!')} ${printable(output.say(message(pathsTexts.hardLinkSeparated, { file })))}`,
    )
}

/** What was typed is kept, but whoever broke a line of it should know. */
export function noteFieldsLost(output: Output, before: Memory, { memory, written }: Saved): void {
  const change = changeIdOf(written)
  if (change === undefined || before.frontmatter !== 'ok' || memory.frontmatter === 'ok') return
  output.note(`${output.paint.yellow('!')} ${output.say(message(filesTexts.fieldsLost, { change }))}`)
}

/** The file as it is now. */
export function memoryBytes(directory: string, memory: Memory): Buffer {
  const bytes = readMemoryBytes(directory, memory.file)
  if (bytes === undefined)
    throw new MemdirError('not_found', message(storeTexts.memoryGone, { file: memory.file }), {
      fix: message(storeTexts.seeList),
    })
  return bytes
}

export function fullPath(directory: string, memory: Memory): string {
  return join(directory, memory.file)
}
