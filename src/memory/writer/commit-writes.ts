// A group of planned writes, under the lock: prepared, journaled, performed; all of them or none.

import { message } from '../../base/messages/message.ts'
import { storeTexts } from '../../base/messages/store.ts'
import { foldName } from '../../base/paths/portable-name.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { randomId } from '../../base/values/ids.ts'
import { openTargets } from '../write-target.ts'
import type { Change, PlannedWrite, WriteContext, WriteView, Written } from '../writer.ts'
import type { SecretScan } from './content-check.ts'
import { namesForChange } from './known-names.ts'
import { performSteps } from './perform-steps.ts'
import { LEAST_SECRET, type Preparation, prepareStep, type Writing } from './prepare-step.ts'
import { siblingNames } from './sibling-names.ts'
import { contentOf, indexSteps, memoryOf, type WriterIo, type WriteStep } from './write-step.ts'
import { viewOf } from './write-view.ts'

export async function commitWrites(
  writing: Writing,
  plan: (view: WriteView) => readonly PlannedWrite[],
  given: WriteContext,
): Promise<Written> {
  const names = namesForChange(writing)
  const writes = plan(viewOf(writing, names.namesIn))
  // Before anything is made of it: the judge puts the conversation into the file.
  const context = withoutSecrets(given, writing.scan)
  const targets = openTargets(writing.ops, writing.directory)
  try {
    const removed = writes.filter(({ remove }) => remove).map(({ file }) => file)
    const siblings = siblingNames(names.namesIn, new Set(removed))
    const preparation = { writing, targets, siblings, context, warnings: [] }
    const steps = await prepareAll(preparation, writes)
    const { isClean, ...written } = await commitSteps(preparation, steps)
    // What was written is there, whatever becomes of this.
    if (isClean) attempt(() => names.changed(steps))
    return written
  } finally {
    targets.close()
  }
}

async function prepareAll(preparation: Preparation, writes: readonly PlannedWrite[]): Promise<WriteStep[]> {
  const prepared = (some: readonly PlannedWrite[]) =>
    some.map((write) => prepareStep(preparation, write)).filter((step) => step !== undefined)
  const steps = prepared(writes)
  refuseDoubles(steps)
  if (!steps.some(losesMemory)) return steps
  const { planRevivals } = await import('./revive.ts')
  const { writing } = preparation
  return [...steps, ...prepared(planRevivals(writing.directory, steps, viewOf(writing)))]
}

/** `isClean`: no temporary name was left. */
async function commitSteps(
  preparation: Preparation,
  steps: readonly WriteStep[],
): Promise<Written & { isClean: boolean }> {
  const { writing, targets, context, warnings } = preparation
  const { staged = [] } = context
  const { transaction } = writing
  const group = transaction?.group ?? randomId()
  const loadStaging = () => import('./staged-files.ts')
  if (steps.length === 0) {
    if (transaction) transaction.stage(...staged)
    else if (staged.length > 0)
      await (await loadStaging()).withStaged(writing, group, staged, () =>
        writing.journal.finish(group, { durable: true }),
      )
    return { changes: [], warnings, isClean: true }
  }
  // Indexes last: while one of the files can still fail, no index has changed.
  const all = [...steps, ...indexSteps(writing, targets, steps, warnings)]
  const recorded = context.recordIndex || transaction ? all : steps
  const isPassing = (at: number) => !context.recordIndex && at >= steps.length
  const groupSize = recorded.length > 1 && !transaction ? recorded.length : undefined
  const changes = recorded.map((step, at) => ({
    ...describeChange(writing, step, context),
    ...(isPassing(at) && { passing: true as const }),
    ...{ group, groupSize },
  }))
  const perform = () => performJournaled(preparation, changes, all)
  const isStaged = staged.length > 0 && !transaction
  const isClean = isStaged
    ? await (await loadStaging()).withStaged(writing, group, staged, perform)
    : perform()
  transaction?.stage(...staged)
  if (!isClean) targets.sweepOpened()
  const separated = all.filter(({ target }) => target.linked).map(({ file }) => file)
  return {
    changes: changes
      .filter(({ passing }) => !passing)
      .map(({ id, file, after }) => ({ id, file, hash: after?.hash ?? null })),
    group,
    warnings,
    isClean,
    ...(separated.length > 0 && { separated }),
  }
}

/**
 * False when a temporary name is left to be swept. Several changes count from their mark on: what is acknowledged has
 * one, or the next write would take all of them back where somebody has removed one of the files since. One alone shows
 * by its file: where its mark fails, the next write makes it up.
 */
function performJournaled(
  { writing, targets, context }: Preparation,
  changes: readonly Change[],
  steps: readonly WriteStep[],
): boolean {
  const { journal, ops, transaction } = writing
  const [{ group } = { group: '' }] = changes
  if (transaction) transaction.append(changes)
  else journal.append(changes)
  const noteEnd = writing.noteWrite?.(changes.map(({ file }) => file))
  try {
    return performSteps(ops, steps, targets, {
      committed: () => {
        if (transaction) transaction.wrote(changes)
        else if (changes.length > 1) journal.finish(group, { durable: true })
        else attempt(() => journal.finish(group, { durable: false }))
      },
      // All of several writes that are one go when one does.
      restored: () => (transaction ? undefined : journal.rollBack(group, [])),
      onProgress: context.onProgress,
    })
  } finally {
    noteEnd?.()
  }
}

/** A memory of this id is there no more. */
function losesMemory({ file, before, after }: WriteStep): boolean {
  return before !== undefined && memoryOf(file, before)?.id !== memoryOf(file, after)?.id
}

/** Two contents for one file cannot both be kept, here or on a system that takes their names for one. */
function refuseDoubles(steps: readonly WriteStep[]): void {
  const seen = new Set<string>()
  const left = new Set<string>()
  for (const { file, after } of steps) {
    if (seen.has(file) || (after && left.has(foldName(file)))) {
      throw new MemdirError('usage', message(storeTexts.writtenTwice, { file }), {
        fix: message(storeTexts.writeOnce),
      })
    }
    seen.add(file)
    if (after) left.add(foldName(file))
  }
}

/** Who, where and why come from the command line and from agents. */
function withoutSecrets(context: WriteContext, scan: SecretScan): WriteContext {
  const cut = (text: string) => {
    const outcome = text.length < LEAST_SECRET ? undefined : scan(text, { shared: false })
    return outcome?.status === 'ok' ? outcome.text : text
  }
  const { actor, reason, source } = context
  return {
    ...context,
    actor: cut(actor),
    reason: reason && cut(reason),
    source: source && { ...source, conversation: source.conversation && cut(source.conversation) },
  }
}

function describeChange(io: WriterIo, step: WriteStep, context: WriteContext): Omit<Change, 'group'> {
  const known = memoryOf(step.file, step.after) ?? memoryOf(step.file, step.before)
  return {
    id: randomId(),
    time: io.clock.now().toISOString(),
    actor: step.actor ?? context.actor,
    action: step.action ?? context.action,
    file: step.file,
    memory: known?.id,
    source: step.source ?? context.source,
    reason: context.reason,
    undoes: step.undoes ?? context.undoes,
    answer: context.answer,
    merged: step.merged,
    before: contentOf(step.before),
    after: contentOf(step.after),
    temporary: step.temporary,
  }
}
