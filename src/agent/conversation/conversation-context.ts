// The context window of one conversation: the levels, with the conversation's model, log, hooks, files and skills.

import { readRegularText } from '../../base/files/read-regular.ts'
import type { Message } from '../../base/messages/message.ts'
import type { Settings } from '../../base/settings/settings.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { Clock } from '../../base/values/clock.ts'
import type { ReadSessionNotes } from '../../learn/session-notes.ts'
import type { Model } from '../../models/model.ts'
import type { TranscriptLog } from '../../models/transcript-log.ts'
import { ContextControl } from '../compact/context-control.ts'
import type { ContextDependencies, ContextEvent, SavedContext } from '../compact/context-dependencies.ts'
import { type ContextSettings, DEFAULT_SETTINGS } from '../compact/context-settings.ts'
import { type ContextState, NEW_STATE, type Receipt } from '../compact/context-state.ts'
import type { ContextWindow } from '../compact/context-window.ts'
import type { Restorer } from '../compact/restoration.ts'
import { notesOf } from '../compact/saved-context.ts'
import { messageBytes, textBytes } from '../compact/sizes.ts'
import { contextNotice } from '../context-notice.ts'
import type { ControlledMessages } from '../loop/loop-control.ts'
import type { FireHooks } from '../loop/loop-hooks.ts'
import type { QueryEngineOptions } from '../loop/query-options.ts'
import { skillText } from '../skills/skill-text.ts'
import { createCredentials } from '../tools/credentials.ts'
import { absolutePath } from '../tools/file-access.ts'
import type { Tool } from '../tools/tool.ts'
import type { ConversationPlan } from './plan-conversation.ts'

interface ConversationContextDependencies {
  plan: Pick<ConversationPlan, 'cwd' | 'model' | 'skills'>
  settings: Settings
  clock: Clock
  /** Where it is resumed. */
  saved: { state?: ContextState; receipts?: readonly Receipt[] }
  log: Pick<TranscriptLog, 'append'>
  /** Counted in the ledger; undefined where its cap is reached. */
  summariser: ContextDependencies['summariser']
  query(): ControlledMessages
  tools(): readonly Tool[]
  hooks: FireHooks
  notes?: ReadSessionNotes
  /** What the conversation itself knows of what is to be given back. */
  restored?: Pick<Restorer, 'plan' | 'tasks' | 'skills' | 'readHash'>
  /** As it was when it was called; else it is read again. */
  calledSkill?(name: string): string | undefined
  /** The history was replaced: instructions and memories may come again. */
  onCompacted(): void
}

export interface ConversationContext {
  control: ContextControl
  /** What it is now, and what changes it without a model. */
  state: ContextWindow
  prepare: NonNullable<QueryEngineOptions['prepare']>
  takeNotices(): Message[]
}

export function conversationContext(deps: ConversationContextDependencies): ConversationContext {
  const { plan, clock } = deps
  const notices: Message[] = []
  let overheadBytes = 0
  let kept: ContextState = deps.saved.state ?? NEW_STATE
  const control = new ContextControl(
    {
      settings: () => contextSettings(deps.settings, plan.model, overheadBytes),
      clock,
      summariser: deps.summariser,
      history: () => deps.query().messages,
      replace(messages, trigger) {
        deps.query().replaceMessages(messages, trigger)
        deps.onCompacted()
      },
      inject: (texts) => deps.query().inject(texts),
      base: async () => ({ ...(await deps.query().base()), tools: deps.tools(), cwd: plan.cwd }),
      hooks: deps.hooks,
      notes: deps.notes,
      restorer: {
        ...restorerOf(plan, deps.calledSkill),
        ...deps.restored,
        readHash: (path) => deps.restored?.readHash?.(absolutePath(path, plan.cwd)),
      },
      keep(what: SavedContext) {
        const time = clock.now().toISOString()
        const notes = notesOf(what, kept)
        // Where the log cannot be written, the conversation goes on: its history says so.
        attempt(() => deps.log.append(notes.map((note) => ({ type: 'note', time, ...note }))))
        kept = what.state ?? kept
      },
      onEvent: (event: ContextEvent) => {
        const said = contextNotice(event)
        if (said) notices.push(said)
      },
    },
    deps.saved,
  )
  return {
    control,
    state: control.window,
    async prepare(_, signal) {
      const { system, first } = await deps.query().base()
      overheadBytes =
        system.reduce((sum, { text }) => sum + textBytes(text), 0) +
        toolBytes(deps.tools()) +
        (first ? messageBytes(first) : 0)
      return control.prepare(signal)
    },
    takeNotices: () => notices.splice(0),
  }
}

function contextSettings(settings: Settings, model: Model, overheadBytes: number): ContextSettings {
  const { tail } = DEFAULT_SETTINGS
  const mode = settings.get('collapse.enabled')
    ? 'collapse'
    : settings.get('compact.reactiveOnly')
      ? 'reactive'
      : 'compact'
  return {
    ...DEFAULT_SETTINGS,
    ...{ window: model.window, maxOutput: model.maxOutput, overheadBytes },
    mode: settings.get('autoCompactEnabled') ? mode : 'off',
    snips: settings.get('snip.enabled'),
    cold: settings.get('compact.cold') && settings.get('autoCompactEnabled'),
    absoluteThreshold: settings.get('compact.absoluteThreshold') ?? DEFAULT_SETTINGS.absoluteThreshold,
    byNotes: settings.get('sessionMemoryCompact.enabled'),
    tail: {
      least: settings.get('sessionMemoryCompact.minTokens') ?? tail.least,
      most: settings.get('sessionMemoryCompact.maxTokens') ?? tail.most,
      texts: settings.get('sessionMemoryCompact.minTextBlockMessages') ?? tail.texts,
    },
    keptResults: settings.get('micro.keep') ?? DEFAULT_SETTINGS.keptResults,
    clearCold: settings.get('micro.timeBased'),
    clearBatch: settings.get('micro.cacheAware') ? DEFAULT_SETTINGS.clearBatch : Number.POSITIVE_INFINITY,
    providerClears: model.editsContext ?? false,
    bindsThinking: model.bindsThinking ?? false,
    cacheLifeMs: model.cacheLifeMs ?? DEFAULT_SETTINGS.cacheLifeMs,
  }
}

const sizes = new WeakMap<Tool, number>()

function toolBytes(tools: readonly Tool[]): number {
  let sum = 0
  for (const tool of tools) {
    const { name, description, inputSchema } = tool
    const known = sizes.get(tool) ?? textBytes(JSON.stringify({ name, description, inputSchema }))
    sizes.set(tool, known)
    sum += known
  }
  return sum
}

/** A file that is larger is not restored: its beginning alone helps nobody. */
const RESTORED_BYTES = 200_000

function restorerOf(
  { cwd, skills }: Pick<ConversationPlan, 'cwd' | 'skills'>,
  calledSkill: ConversationContextDependencies['calledSkill'],
): Restorer {
  const credentials = createCredentials()
  return {
    file: (given) => {
      const path = absolutePath(given, cwd)
      // The person was asked for one look at them, not for another.
      if (credentials.at(path, cwd) !== undefined) return undefined
      const content = attempt(() => readRegularText(path, RESTORED_BYTES))
      return content?.includes('\0') ? undefined : content
    },
    skill({ name, arguments: given }) {
      const called = calledSkill?.(name)
      if (called !== undefined) return called
      const skill = skills.find((one) => one.name === name)
      return skill && skillText(skill, given)
    },
  }
}
