// Planned changes of other programs' files, as diffs.
import { createTwoFilesPatch } from 'diff'
import type { FileEdit } from '../clients/install/file-edit.ts'
import { type Output, printable, printableText } from './output.ts'

export function printEdits(output: Output, edits: readonly FileEdit[]): void {
  for (const edit of edits) {
    output.print(output.paint.bold(`${markOf(edit)} ${printable(edit.path)}`))
    for (const line of diffLines(edit)) output.print(`  ${paintLine(output, line)}`)
  }
}

function markOf({ before, after }: FileEdit): string {
  if (before === undefined) return '+'
  return after === undefined ? '-' : '~'
}

/** Without the header: the path is printed above. */
export function diffLines({ path, before, after }: FileEdit): string[] {
  const patch = createTwoFilesPatch(path, path, before ?? '', after ?? '', '', '', { context: 2 })
  return printableText(patch)
    .split('\n')
    .slice(4)
    .filter((line) => line !== '' && !line.startsWith('\\'))
}

function paintLine({ paint }: Output, line: string): string {
  if (line.startsWith('+')) return paint.green(line)
  if (line.startsWith('-')) return paint.red(line)
  return paint.dim(line)
}
