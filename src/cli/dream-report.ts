// A dream as people see it: its phases while it runs, what it did and why, what is left for them.

import { DREAM_REASONS } from '../base/messages/dream.ts'
import { message } from '../base/messages/message.ts'
import type { Engine } from '../connect/engine.ts'
import type { DreamOperation, RefusedOperation, ShownHeld } from '../learn/dream-plan.ts'
import { DREAM } from '../learn/request-work.ts'
import type { DreamPhase, DreamPlan, DreamReport } from '../learn/run-dream.ts'
import { redactMemory, redactValues } from '../memory/records/redact-memory.ts'
import { countOf, type Text } from './language.ts'
import { type Output, printable } from './output.ts'
import { startProgress } from './progress.ts'
import { diffLines } from './show-edits.ts'

const PHASES: Record<DreamPhase, Text> = {
  starting: { en: 'looking', zh: '查看' },
  tidying: { en: 'tidying', zh: '整理' },
  asking: { en: 'asking the model', zh: '询问模型' },
  updating: { en: 'updating', zh: '更新' },
  done: { en: 'done', zh: '完成' },
}
const OPERATIONS: Record<DreamOperation['op'], Text> = {
  merge: { en: 'merged', zh: '合并' },
  supersede: { en: 'superseded', zh: '取代' },
  move: { en: 'moved', zh: '移动' },
  drop: { en: 'dropped', zh: '移除' },
  rewrite: { en: 'dated', zh: '改为绝对日期' },
  archive: { en: 'archived', zh: '归档' },
  index: { en: 'index', zh: '索引' },
}
const PROPOSED: Record<ShownHeld['op'], Text> = {
  merge: { en: 'merge', zh: '合并' },
  supersede: { en: 'supersede', zh: '取代' },
  move: { en: 'move', zh: '移动' },
  drop: { en: 'drop', zh: '移除' },
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
  const bar = startProgress(output, output.say({ en: 'dreaming', zh: '整理' }))
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
    output.print(output.say({ en: 'Another process is dreaming right now.', zh: '另一个进程正在整理。' }))
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
  const diff = await redactMemory(
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
  if (clean.operations.length === 0)
    output.print(output.say({ en: 'Nothing would change.', zh: '没有需要更改的内容。' }))
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
      ? output.say({ en: 'Nothing was changed.', zh: '没有任何更改。' })
      : output.say({ en: 'Everything was in order: nothing changed.', zh: '一切井然有序：没有任何更改。' })
  const done =
    improved === 0
      ? output.say({
          en: 'The index was put in order; no memory was changed.',
          zh: '已整理索引；记忆没有更改。',
        })
      : output.say({
          en: `${countOf(improved, 'memory', 'memories')} improved.`,
          zh: `改善了 ${improved} 条记忆。`,
        })
  const undo = `memdir undo --conversation ${run}`
  return `${output.paint.green('✓')} ${done}${output.say({ en: ` To take all of it back: ${undo}`, zh: `全部撤销：${undo}` })}`
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
      `${output.say({ en: 'contradiction', zh: '矛盾' })}  ${printable(`${older.file}: ${older.text} ↔ ${newer.file}: ${newer.text}`)}`,
    )
  printMore(output, conflicts.length - SHOWN)
  if (near.length > 0)
    output.print(
      output.say({
        en: `${countOf(near.length, 'pair')} may say the same: memdir merge --near`,
        zh: `${near.length} 对记忆可能说的是同一件事：memdir merge --near`,
      }),
    )
  if (shared > 0)
    output.print(
      output.say({
        en: `${countOf(shared, 'pair')} of the same text in team memory: left to the team, a dream never changes what it shares`,
        zh: `团队记忆中有 ${shared} 对相同文本：留给团队处理，整理从不更改共享内容`,
      }),
    )
  for (const { id, op, text, reason } of held.slice(0, SHOWN))
    output.print(
      `${output.say({ en: 'for you to decide', zh: '待您决定' })}  ${id}  ${proposedText(output, op)}  ${printable(text)}  ${output.paint.dim(output.say(message(DREAM_REASONS[reason])))}`,
    )
  printMore(output, held.length - SHOWN)
  if (refused.length > 0) output.note(refusedText(output, refused))
  if (problem) output.note(`${output.paint.yellow('!')} ${output.say(problem)}`)
}

function refusedText(output: Output, refused: readonly RefusedOperation[]): string {
  const reasons = [...new Set(refused.map(({ reason }) => output.say(message(DREAM_REASONS[reason]))))]
  return output.say({
    en: `${countOf(refused.length, 'answer')} of the model not followed: ${reasons.join('; ')}`,
    zh: `未采纳模型的 ${refused.length} 个回答：${reasons.join('；')}`,
  })
}

function printMore(output: Output, more: number): void {
  if (more > 0)
    output.print(output.say({ en: `  … and ${more} more (--json)`, zh: `  ……还有 ${more} 个（--json）` }))
}

function paintLine({ paint }: Output, line: string): string {
  if (line.startsWith('+')) return paint.green(line)
  return line.startsWith('-') ? paint.red(line) : line
}
