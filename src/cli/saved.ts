// What is printed after a memory was written.

import { join } from 'node:path'
import { MemdirError } from '../lib/errors.ts'
import type { Memory } from '../memory/memory.ts'
import type { Saved } from '../memory/memory-store.ts'
import type { Written } from '../memory/planned-write.ts'
import { readMemoryBytes } from '../memory/read-memory-file.ts'
import { FIELDS_LOST } from '../messages/files.ts'
import { labelOf } from '../messages/kinds.ts'
import { message } from '../messages/message.ts'
import { HARD_LINK_SEPARATED } from '../messages/paths.ts'
import type { Text } from './language.ts'
import { type Output, printable } from './output.ts'

export const COLON: Text = { en: ': ', zh: '：' }

export function describeSaved(output: Output, memory: Memory, verb: Text): string {
  const { paint } = output
  const details = [memory.id, memory.type && output.say(labelOf(memory.type)), printable(memory.file)]
    .filter(Boolean)
    .join('  ')
  return `${paint.green('✓')} ${output.say(verb)}${output.say(COLON)}${paint.bold(printable(memory.name))}\n  ${paint.dim(details)}`
}

/** Here and not with the errors, whose table a write should not load. */
const WARNINGS_ZH: [RegExp, string][] = [
  [/^the index (\S+) was left alone: .*$/s, '索引 $1 无法写入，未作更改；原因见 `memdir doctor`'],
  [/^invisible characters were removed$/, '已移除不可见字符'],
  [/^line (\d+) may hold a secret \((.+)\)$/, '第 $1 行可能含有密钥（$2）'],
  [/^a secret was cut out of line (\d+) \((.+)\)$/, '已从第 $1 行删去密钥（$2）'],
]

export function noteWarnings(output: Output, warnings: readonly string[]): void {
  for (const warning of warnings) {
    const chinese = WARNINGS_ZH.find(([pattern]) => output.language === 'zh' && pattern.test(warning))
    output.note(`${output.paint.yellow('!')} ${chinese ? warning.replace(...chinese) : warning}`)
  }
}

/** A hard link is never written through, and whoever made it should know. */
export function noteSeparated(output: Output, { separated = [] }: Written): void {
  for (const file of separated)
    output.note(
      `${output.paint.yellow('!')} ${printable(output.say(message(HARD_LINK_SEPARATED, { file })))}`,
    )
}

/** What was typed is kept, but whoever broke a line of it should know. */
export function noteFieldsLost(output: Output, before: Memory, { memory, written }: Saved): void {
  const change = written.changes[0]?.id
  if (change === undefined || before.frontmatter !== 'ok' || memory.frontmatter === 'ok') return
  output.note(`${output.paint.yellow('!')} ${output.say(message(FIELDS_LOST, { change }))}`)
}

/** The file as it is now. */
export function memoryBytes(directory: string, memory: Memory): Buffer {
  const bytes = readMemoryBytes(directory, memory.file)
  if (bytes === undefined)
    throw new MemdirError('not_found', `${memory.file} does not exist any more`, {
      fix: 'See `memdir list`.',
    })
  return bytes
}

export function fullPath(directory: string, memory: Memory): string {
  return join(directory, memory.file)
}
