// Dreams of a project: the feature wired over one context, its model counted and kept to reading, its hooks fired.

import { DREAM_GATES, dreamTexts } from '../base/messages/dream.ts'
import { type Message, message } from '../base/messages/message.ts'
import { redactFor } from '../base/secrets/redact-for.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { HookEventName } from '../base/values/hook-event-name.ts'
import { endOf } from '../memory/memory.ts'
import { mergedText } from '../memory/plan-merge.ts'
import { modelsConfig } from '../models/conversation-models.ts'
import { listTranscripts } from '../models/list-transcripts.ts'
import type { Model } from '../models/model.ts'
import { openModels } from '../models/model-config.ts'
import { projectSpend } from '../models/open-spend.ts'
import type { Spend } from '../models/spend.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { DREAM_SYSTEM } from './dream/dream-prompt.ts'
import { readDreamState } from './dream/dream-state.ts'
import { isConsolidated } from './dream/gates.ts'
import { acceptProposal, type DreamProposal, listProposals, refuseProposal } from './dream/held-operations.ts'
import type { ModelDream } from './dream/plan-by-model.ts'
import { type DreamDependencies, type DreamOptions, planOnly, runDream } from './dream/run-dream.ts'
import type { DreamPlan, DreamReport } from './dream-plan.ts'

export interface Dreams {
  /** What a dream would do now; the model is asked, nothing is changed. */
  plan(options?: Omit<DreamOptions, 'actor'>): Promise<DreamPlan>
  /** What dreams left for a person. */
  proposals(): DreamProposal[]
  /** Done as proposed. `actor`: `user` for the person. */
  accept(id: string, actor: string): Promise<void>
  refuse(id: string): Promise<void>
}

/** Who makes the changes of a dream. */
const DREAMER = 'memdir'
const MOST_REQUESTS = 20

export function openDreams(context: ProjectContext): Dreams {
  const { location, store } = context
  return {
    async plan(options = {}) {
      const { model, problem } = await modelFor(context, () => projectSpend(context))
      return withProblem(
        await planOnly(await dreamDependencies(context, model), { actor: DREAMER, ...options }),
        problem,
      )
    },
    proposals: () => listProposals(store, location.state),
    async accept(id, actor) {
      const { failed } = await acceptProposal(store, location.state, id, { actor })
      const [first] = failed
      if (first) throw new MemdirError('conflict', first.reason)
    },
    refuse: (id) => refuseProposal(location.state, id),
  }
}

/** One dream, with its hooks. `spend`: opened when it is first used, which is not where there is no model. */
export async function dreamNow(
  context: ProjectContext,
  options: Omit<DreamOptions, 'actor'> & { spend: () => Spend },
): Promise<DreamReport> {
  refuseTaken(context)
  const fire = (name: HookEventName, data: Readonly<Record<string, unknown>>) =>
    context.ports.fireEvent('dream', name, data)
  const { model, problem } = await modelFor(context, options.spend)
  await fire('DreamStart', { memory_directory: context.location.memory, with_model: model !== undefined })
  try {
    const deps = await dreamDependencies(context, model)
    const report = await runDream(deps, { actor: DREAMER, ...options })
    await fire('DreamEnd', endData(report))
    return withProblem(report, problem)
  } catch (error) {
    await fire('DreamEnd', { error: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

function refuseTaken({ location, clock }: ProjectContext): void {
  if (isConsolidated(location.memory, clock.now().getTime()))
    throw new MemdirError('locked', message(DREAM_GATES.other_dream))
}

/** What a dream of this project works with. */
export async function dreamDependencies(
  { store, location, clock, records }: ProjectContext,
  model: ModelDream | undefined,
): Promise<DreamDependencies> {
  const known = await records()
  const now = clock.now().getTime()
  return {
    ...{ store, state: location.state, clock },
    findSame: known.findMergeable,
    mergeFiles: ({ memory, text }, removed) => {
      const after = mergedText(text, memory, removed)
      return after === undefined ? {} : { text: after }
    },
    findNear: () =>
      known
        .likelyDoubles()
        .map(({ one, other, similarity }) => ({ one: one.file, other: other.file, similarity })),
    isExpired: (memory) => (endOf(memory) ?? Number.POSITIVE_INFINITY) <= now,
    ...(model && { model }),
  }
}

/** Undefined where none is set up; over a cap, what needs no model goes on and says so. */
async function modelFor(
  context: ProjectContext,
  spend: () => Spend,
): Promise<{ model?: ModelDream; problem?: Message }> {
  const { settings, env } = context
  const config = modelsConfig(settings, env)
  if (!config.main) return {}
  const counted = spend()
  const answer = counted.check('dream')
  if (answer.status === 'over_cap') return { problem: answer.message }
  const { main } = openModels(config)
  if (!main) return {}
  return { model: modelDream(context, counted.meter(main, 'dream')) }
}

/** It reads and searches in the sandbox, without a conversation of its own. */
export function modelDream(context: ProjectContext, model: Model): ModelDream {
  const { location, search, clock } = context
  const since = Date.parse(readDreamState(location.state).last ?? '') || 0
  return {
    directory: location.memory,
    transcripts: location.sessions,
    conversations: listTranscripts(location.sessions)
      .filter(({ updated }) => updated.getTime() > since)
      .map(({ id, path }) => `${id}: ${path}`),
    async nearest(memory, limit) {
      const text = `${memory.name}\n${memory.content}`.slice(0, 2_000)
      const found = await (await search()).search({ text, limit: limit + 1, now: clock.now() })
      return found.hits.map((hit) => hit.memory.file).filter((file) => file !== memory.file)
    },
    async ask(task, signal) {
      const { text, error } = await context.ports.readingFork({
        ...{ system: DREAM_SYSTEM, task: await redactFor(task, 'agent'), model },
        ...{ maxTurns: MOST_REQUESTS, label: 'dream' },
        ...(signal && { signal }),
      })
      if (error) throw error
      if (text.trim() === '') throw new MemdirError('unavailable', message(dreamTexts.noAnswer))
      return text
    },
  }
}

function withProblem<T extends { problem?: Message }>(result: T, problem: Message | undefined): T {
  return problem && !result.problem ? { ...result, problem } : result
}

function endData({ run, operations, held, improved, files, failure }: DreamReport): Record<string, unknown> {
  return {
    ...{ dream_id: run, operations: operations.length, held: held.length, improved, files },
    ...(failure && { error: failure.message }),
  }
}
