// What is printed after a memory was written.
import { join } from 'node:path'
import type { Memory } from '../memory/memory.ts'
import type { Text } from './language.ts'
import { type Output, printable } from './output.ts'

const COLON: Text = { en: ': ', zh: '：' }

export function describeSaved(output: Output, memory: Memory, verb: Text): string {
  const { paint } = output
  const details = [memory.id, memory.type, printable(memory.file)].filter(Boolean).join('  ')
  return `${paint.green('✓')} ${output.say(verb)}${output.say(COLON)}${paint.bold(printable(memory.name))}\n  ${paint.dim(details)}`
}

const WARNINGS_ZH: Record<string, string> = { 'invisible characters were removed': '已移除不可见字符' }

export function noteWarnings(output: Output, warnings: readonly string[]): void {
  for (const warning of warnings) {
    const told = output.language === 'zh' ? (WARNINGS_ZH[warning] ?? warning) : warning
    output.note(`${output.paint.yellow('!')} ${told}`)
  }
}

export function fullPath(directory: string, memory: Memory): string {
  return join(directory, memory.file)
}
