// A dream as people see it: its phases while it runs, what it did and why, what is left for them.

import { DREAM_REASONS } from '../base/messages/dream.ts'
import { dreamReportTexts } from '../base/messages/dream-report.ts'
import type { Text } from '../base/messages/message.ts'
import { message } from '../base/messages/message.ts'
import { redactFor, redactValues } from '../base/secrets/redact-for.ts'
import type { Engine } from '../connect/engine.ts'
import type {
  DreamOperation,
  DreamPhase,
  DreamPlan,
  DreamReport,
  RefusedOperation,
  ShownHeld,
} from '../learn/dream-plan.ts'
import { DREAM } from '../learn/request-work.ts'
import { type Output, printable } from './output.ts'
import { startProgress } from './progress.ts'
import { diffLines } from './show-edits.ts'

const PHASES: Record<DreamPhase, Text> = {
  starting: dreamReportTexts.phasesStarting,
  tidying: dreamReportTexts.phasesTidying,
  asking: dreamReportTexts.phasesAsking,
  updating: dreamReportTexts.phasesUpdating,
  done: dreamReportTexts.phasesDone,
}
const OPERATIONS: Record<DreamOperation['op'], Text> = {
  merge: dreamReportTexts.operationsMerge,
  supersede: dreamReportTexts.operationsSupersede,
  move: dreamReportTexts.operationsMove,
  drop: dreamReportTexts.operationsDrop,
  rewrite: dreamReportTexts.operationsRewrite,
  archive: dreamReportTexts.operationsArchive,
  index: dreamReportTexts.operationsIndex,
}
const PROPOSED: Record<ShownHeld['op'], Text> = {
  merge: dreamReportTexts.proposedMerge,
  supersede: dreamReportTexts.proposedSupersede,
  move: dreamReportTexts.proposedMove,
  drop: dreamReportTexts.proposedDrop,
}
/** More of each are counted. */
const SHOWN = 10

export function proposedText(output: Output, op: ShownHeld['op']): string {
  return output.say(PROPOSED[op])
}

/** The exit code. */
export async function dreamNow(engine: Engine, output: Output): Promise<number> {
  await engine.register()
  const background = await engine.background()
  let report: DreamReport | undefined
  let phase = ''
  const bar = startProgress(output, output.say(dreamReportTexts.dreaming))
  const run = await background
    .run(DREAM, {
      reason: DREAM,
      onProgress: (done, total) => bar.update(done, total, phase),
      dream: {
        onPhase(now) {
          phase = output.say(PHASES[now])
          if (now !== 'done') bar.update(0, 1, phase)
        },
        onReport(made) {
          report = made
        },
      },
    })
    .finally(() => bar.end())
  if (!run) {
    output.data({ status: 'busy' })
    output.print(output.say(dreamReportTexts.anotherProcessDreamingRight))
    return 0
  }
  if (report) {
    const { failure, ...done } = report
    const clean = await redactValues(done, output.reader)
    const { operations, held, ...rest } = clean
    output.data({
      ...{ status: run.status, ...rest, operations: operations.map((one) => operationData(output, one)) },
      ...{ held: held.map(heldData), spent: run.spent },
    })
    printReport(output, { ...clean, ...(failure && { failure }) })
  } else output.data({ status: run.status, error: run.error })
  if (run.status !== 'failed') return 0
  output.note(`${output.paint.yellow('!')} ${printable(run.error?.[output.language] ?? '')}`)
  return 1
}

export async function showDreamPlan(engine: Engine, output: Output): Promise<number> {
  const { failure, files, ...plan } = await (await engine.dreams()).plan()
  const clean = await redactValues(plan, output.reader)
  const diff = await redactFor(
    files
      .flatMap(({ file, before, after }) => [file, ...diffLines({ path: file, before, after })])
      .join('\n'),
    output.reader,
  )
  output.data({
    ...{ ...clean, operations: clean.operations.map((one) => operationData(output, one)) },
    ...{ held: clean.held.map(heldData), diff },
  })
  for (const line of diff.split('\n').filter((one) => one !== '')) output.print(paintLine(output, line))
  printOperations(output, clean.operations)
  printLeft(output, clean)
  if (clean.operations.length === 0) output.print(output.say(dreamReportTexts.nothingChange))
  if (failure) output.note(`${output.paint.yellow('!')} ${output.say(failure.messages.message)}`)
  return failure ? 1 : 0
}

function operationData(output: Output, { reason, ...operation }: DreamOperation) {
  return { ...operation, reason: output.say(reason) }
}

/** As the inbox lists them. */
function heldData({ id, op, text, survivor, subject, reason, because, time }: ShownHeld) {
  return {
    ...{ id, op, text, file: subject.file, ...(survivor !== undefined && { survivor }) },
    ...{ reason, because, time },
  }
}

function printReport(output: Output, report: DreamReport): void {
  printOperations(output, report.operations)
  for (const { files, reason } of report.failed.slice(0, SHOWN))
    output.note(`${output.paint.yellow('!')} ${printable(files.join(', '))}: ${output.say(reason)}`)
  printLeft(output, report)
  output.print(outcomeText(output, report))
}

/** A run without an effect says so, and one that changed no memory does not count any. */
function outcomeText(output: Output, { operations, improved, failed, failure, run }: DreamReport): string {
  if (operations.length === 0)
    return failed.length > 0 || failure
      ? output.say(dreamReportTexts.nothingChanged)
      : output.say(dreamReportTexts.everythingOrderNothing)
  const done =
    improved === 0
      ? output.say(dreamReportTexts.indexPutOrderNo)
      : output.say(message(dreamReportTexts.memoryMemoriesImproved, { improved }))
  const undo = `memdir undo --conversation ${run}`
  return `${output.paint.green('✓')} ${done}${output.say(message(dreamReportTexts.takeAllBack, { undo }))}`
}

function printOperations(output: Output, operations: readonly DreamOperation[]): void {
  for (const [op, text] of Object.entries(OPERATIONS)) {
    const some = operations.filter((one) => one.op === op)
    for (const { file, into, reason } of some.slice(0, SHOWN)) {
      const where = into === undefined ? file : `${file} → ${into}`
      output.print(
        `${output.say(text)}  ${printable(where)}  ${output.paint.dim(printable(output.say(reason)))}`,
      )
    }
    printMore(output, some.length - SHOWN)
  }
}

/** What only a person can decide. */
function printLeft(
  output: Output,
  left: Pick<DreamPlan, 'held' | 'refused' | 'near' | 'conflicts' | 'shared' | 'problem'>,
): void {
  const { held, refused, near, conflicts, shared, problem } = left
  for (const { older, newer } of conflicts.slice(0, SHOWN))
    output.print(
      `${output.say(dreamReportTexts.contradiction)}  ${printable(`${older.file}: ${older.text} ↔ ${newer.file}: ${newer.text}`)}`,
    )
  printMore(output, conflicts.length - SHOWN)
  if (near.length > 0)
    output.print(output.say(message(dreamReportTexts.pairSaySameMerge, { near: near.length })))
  if (shared > 0) output.print(output.say(message(dreamReportTexts.pairSameTextTeam, { shared })))
  for (const { id, op, text, reason } of held.slice(0, SHOWN))
    output.print(
      `${output.say(dreamReportTexts.decide)}  ${id}  ${proposedText(output, op)}  ${printable(text)}  ${output.paint.dim(output.say(message(DREAM_REASONS[reason])))}`,
    )
  printMore(output, held.length - SHOWN)
  if (refused.length > 0) output.note(refusedText(output, refused))
  if (problem) output.note(`${output.paint.yellow('!')} ${output.say(problem)}`)
}

function refusedText(output: Output, refused: readonly RefusedOperation[]): string {
  const reasons = [...new Set(refused.map(({ reason }) => output.say(message(DREAM_REASONS[reason]))))]
  const joined = reasons.join(output.say(dreamReportTexts.semicolon))
  return output.say(message(dreamReportTexts.answersNotFollowed, { count: refused.length, reasons: joined }))
}

function printMore(output: Output, more: number): void {
  if (more > 0) output.print(output.say(message(dreamReportTexts.moreJson, { more })))
}

function paintLine({ paint }: Output, line: string): string {
  if (line.startsWith('+')) return paint.green(line)
  return line.startsWith('-') ? paint.red(line) : line
}
