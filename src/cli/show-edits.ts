// Planned changes of other programs' files, as diffs.
import { createTwoFilesPatch } from 'diff'
import { agentSetupTexts, UNASKED } from '../base/messages/agent-setup.ts'
import { message } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { AgentSetup, SetupPlaces } from '../connect/agent-setup.ts'
import { realTarget } from '../connect/edited-file.ts'
import type { FileEdit } from '../connect/file-edit.ts'
import { type Output, printable, printableText } from './output.ts'

export function printEdits(output: Output, edits: readonly FileEdit[]): void {
  for (const edit of edits) {
    const target = targetOf(edit)
    const shown = target === undefined ? edit.path : `${edit.path} → ${target}`
    output.print(output.paint.bold(`${markOf(edit)} ${printable(shown)}`))
    for (const line of diffLines(edit)) output.print(`  ${paintLine(output, line)}`)
  }
}

/** Where the change really goes, where a link leads there. */
export function targetOf({ path }: FileEdit): string | undefined {
  const target = realTarget(path)
  return target === path ? undefined : target
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

/** Where a file is refused, the lines that the person can add come before the reason, and `makeReady` makes what they start. */
export function withLinesByHand<T>(output: Output, plan: () => T, makeReady: () => void): T {
  try {
    return plan()
  } catch (error) {
    const lines = MemdirError.is(error) ? error.details?.lines : undefined
    if (Array.isArray(lines)) {
      makeReady()
      for (const line of lines) output.note(`  ${printableText(String(line))}`)
    }
    throw error
  }
}

/** Nothing is written that the agent itself cannot read; an agent that is not there is not asked. */
export function askAgent(
  output: Output,
  setup: AgentSetup,
  places: SetupPlaces,
  edits: readonly FileEdit[],
): void {
  if (edits.length === 0 || !setup.ask) return
  const answer = setup.ask(places, edits)
  const agent = setup.title
  if (answer.status === 'refused')
    throw new MemdirError(
      'broken_file',
      message(agentSetupTexts.agentRefused, { agent, reason: answer.reason }),
      {
        fix: message(agentSetupTexts.mendConfiguration),
      },
    )
  if (answer.status === 'unasked') output.print(output.say(message(UNASKED[answer.why], { agent })))
}
