// The part of a dream that a model decides: it is shown what is new to it and what stands near, in portions, and its
// answer is checked entry by entry. The cost grows with what changed, not with how much there is.

import { dreamTexts } from '../../base/messages/dream.ts'
import { type Message, message } from '../../base/messages/message.ts'
import type { AgentText } from '../../base/text/agent-text.ts'
import { isoSeconds } from '../../base/values/clock.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { Memory } from '../../memory/memory.ts'
import { isPersons } from '../../memory/origin-rules.ts'
import type { DreamUnit, RefusedOperation, ShownHeld } from '../dream-plan.ts'
import { checkOperations, type ShownStatement, type Verdict } from './check-operation.ts'
import type { Draft } from './draft.ts'
import { dreamTask, type TaskMemory } from './dream-prompt.ts'
import { placeOfStatement, proposalId } from './held-operations.ts'
import { readAnswer } from './model-operation.ts'
import { type Accepted, planOperations, shownStatements, wholeFileMarks } from './plan-operations.ts'
import { seenMark } from './seen-mark.ts'

export interface ModelDream {
  /** The last words of a run that may read and search and nothing else. */
  ask(task: AgentText, signal?: AbortSignal): Promise<string>
  /** Files of memories that stand near, nearest first. */
  nearest(memory: Memory, limit: number): Promise<readonly string[]>
  directory: string
  transcripts: string
  conversations: readonly string[]
}

interface ModelInput {
  draft: Draft
  live: readonly Memory[]
  /** What the model has seen, by file. */
  known: Readonly<Record<string, string>>
  now: Date
  signal?: AbortSignal
}

interface ModelPlan {
  units: DreamUnit[]
  held: ShownHeld[]
  refused: RefusedOperation[]
  seen: Record<string, string>
  /** Why not everything that is new was shown: a cap, no answer. */
  problem?: Message
  /** The model could not be asked, or its answers not be read: the run does not count. */
  failure?: MemdirError
}

const NEIGHBOURS = 5
/** One portion has so many: a model keeps an overview of so much. */
const PORTION_MEMORIES = 40
const PORTION_CHARACTERS = 30_000
/** One dream has so many; the rest waits for the next. */
const MOST_PORTIONS = 8
/** More than this share of what was shown is not lost without a person. */
const MOST_LOST = 0.25

export async function planByModel(model: ModelDream, input: ModelInput): Promise<ModelPlan> {
  const { draft, live, known, signal } = input
  const isLive = new Set(live.map(({ file }) => file))
  const seen = Object.fromEntries(Object.entries(known).filter(([file]) => isLive.has(file)))
  const plan: ModelPlan = { units: [], held: [], refused: [], seen }
  const waiting = live.filter((memory) => known[memory.file] !== seenMark(memory)).sort(newestFirst)
  for (let portions = 0; waiting.length > 0 && portions < MOST_PORTIONS; portions++) {
    const portion = await takePortion(model, draft, waiting, isLive)
    if (portion.length === 0) break
    try {
      await decide(model, input, portion, plan)
    } catch (error) {
      signal?.throwIfAborted()
      if (!MemdirError.is(error)) throw error
      // Over a cap, what needs no model goes on; anything else is tried again soon.
      if (error.details?.cap === undefined) plan.failure = error
      plan.problem = error.messages.message
      break
    }
    for (const { statements, isNew } of portion) {
      const memory = statements[0]?.memory
      const now = memory && draft.memory(memory.file)
      if (isNew && now) plan.seen[now.file] = seenMark(now)
    }
  }
  return plan
}

function newestFirst(one: Memory, other: Memory): number {
  const time = ({ updated, created, modified }: Memory) => Date.parse(updated ?? created ?? modified)
  return time(other) - time(one) || (one.file < other.file ? -1 : 1)
}

/** Takes from `waiting` what fits, each with its neighbours. */
async function takePortion(
  { nearest }: ModelDream,
  draft: Draft,
  waiting: Memory[],
  isLive: ReadonlySet<string>,
): Promise<TaskMemory[]> {
  const chosen = new Map<string, { memory: Memory; isNew: boolean }>()
  let characters = 0
  const add = (memory: Memory, isNew: boolean) => {
    const before = chosen.get(memory.file)
    if (!before) characters += memory.content.length
    chosen.set(memory.file, { memory, isNew: isNew || before?.isNew === true })
  }
  while (waiting.length > 0 && chosen.size < PORTION_MEMORIES && characters < PORTION_CHARACTERS) {
    const next = waiting.shift()
    const memory = next && draft.memory(next.file)
    // A page of text is no list of statements that anybody could judge.
    if (!memory || memory.content.length > PORTION_CHARACTERS) continue
    add(memory, true)
    for (const file of await nearest(memory, NEIGHBOURS)) {
      const near = file === memory.file || !isLive.has(file) ? undefined : draft.memory(file)
      if (near && near.content.length < PORTION_CHARACTERS / 4)
        add(
          near,
          waiting.some((one) => one.file === file),
        )
    }
  }
  // What was taken along as a neighbour and is new itself needs no second showing.
  for (let at = waiting.length - 1; at >= 0; at--)
    if (chosen.get(waiting[at]!.file)?.isNew) waiting.splice(at, 1)
  return [...chosen.values()].map(({ memory, isNew }, at) => ({
    number: String(at + 1),
    statements: shownStatements(memory, String(at + 1)),
    isNew,
  }))
}

async function decide(
  model: ModelDream,
  { draft, now, signal }: ModelInput,
  memories: readonly TaskMemory[],
  plan: ModelPlan,
): Promise<void> {
  const { directory, transcripts, conversations } = model
  const today = isoSeconds(now).slice(0, 10)
  const task = dreamTask({ directory, transcripts, conversations, today, memories })
  const answer = readAnswer(await model.ask(task, signal))
  if (answer.status === 'unreadable')
    throw new MemdirError('unavailable', message(dreamTexts.answerUnreadable), {
      fix: message(dreamTexts.answerFix),
    })
  const statements = memories.flatMap((memory) => memory.statements)
  const byNumber = new Map(statements.map((one) => [one.number, one]))
  const verdicts = checkOperations(answer.operations, {
    find: (number) => byNumber.get(number),
    findMemory: (number) => memories.find((memory) => memory.number === number)?.statements[0],
  })
  const judged = holdLosses(holdCuts(verdicts), statements)
  const accepted = judged.filter((verdict): verdict is Accepted => verdict.status === 'accepted')
  const { units, unproven } = planOperations(draft, accepted)
  plan.units.push(...units)
  plan.refused.push(
    ...answer.refused,
    ...judged.flatMap((verdict) =>
      verdict.status === 'refused'
        ? [{ op: verdict.operation.op, statement: verdict.operation.statement, reason: verdict.reason }]
        : [],
    ),
    ...unproven.map(({ operation }) => ({
      op: operation.op,
      statement: operation.statement,
      reason: 'not_proven' as const,
    })),
  )
  plan.held.push(...judged.flatMap((verdict) => (verdict.status === 'held' ? heldOf(verdict, now) : [])))
}

/** A part of what the person wrote is not cut out: only the whole can be superseded. */
function holdCuts(verdicts: readonly Verdict[]): Verdict[] {
  const marks = wholeFileMarks(verdicts.filter((one): one is Accepted => one.status === 'accepted'))
  return verdicts.map((verdict) => {
    if (verdict.status !== 'accepted' || verdict.operation.op !== 'supersede') return verdict
    const { memory } = verdict.subject
    return !isPersons(memory) || marks.has(memory.file)
      ? verdict
      : { ...verdict, status: 'held', reason: 'persons_words' }
  })
}

/** One of a few statements is more than a quarter: then a person decides. */
function holdLosses(verdicts: readonly Verdict[], shown: readonly ShownStatement[]): Verdict[] {
  const isLoss = (verdict: Verdict): verdict is Accepted =>
    verdict.status === 'accepted' && (verdict.operation.op === 'drop' || verdict.operation.op === 'supersede')
  const total = shown.filter(({ statement }) => !statement.isHeading).length
  if (verdicts.filter(isLoss).length <= total * MOST_LOST) return [...verdicts]
  return verdicts.map((verdict) =>
    isLoss(verdict) ? { ...verdict, status: 'held', reason: 'too_much_lost' } : verdict,
  )
}

function heldOf(
  { operation, subject, target, reason }: Extract<Verdict, { status: 'held' }>,
  now: Date,
): ShownHeld[] {
  const { op } = operation
  if (op === 'keep' || op === 'rewrite') return []
  const places = {
    ...{ op, subject: placeOfStatement(subject) },
    ...(target && { target: placeOfStatement(target) }),
  }
  return [
    {
      ...{ id: proposalId(places), time: isoSeconds(now), ...places, reason, because: operation.reason },
      text: subject.statement.text,
      ...(target && op !== 'move' && { survivor: target.statement.text }),
    },
  ]
}
