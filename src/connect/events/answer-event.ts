// What memdir does when a client reports an event: text for the model, or nothing. The one behaviour behind command
// hooks, the MCP hook tool, plugins and SDK callbacks.

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { eventsOf } from '../../base/agents/agents.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { redactFor } from '../../base/secrets/redact-for.ts'
import { type AgentText, joinTexts, NO_TEXT, redactText } from '../../base/text/agent-text.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { noteTyped } from '../../learn/note-typed.ts'
import { isAgentMemory } from '../../memory/agent-memory-directory.ts'
import type { LoadedIndex } from '../../memory/shown-index.ts'
import type { RecallResult } from '../../search/recall.ts'
import type { ClientEvent } from '../client-event.ts'
import type { Engine } from '../engine.ts'
import { isHeard, takesBefore } from './hook-output.ts'
import { MEMORY_WAS_OFF } from './hook-runs.ts'

export interface EventAnswer {
  /** For the model; empty: nothing. */
  text: AgentText
  /** For people and the doctor: what was done or why nothing was. */
  outcome: string
  /** For the person, where the client can show it. */
  notice?: Message
  /** The call is to be refused, with the text as the reason. */
  refused?: true
  /** A message was given these: what they are called, and how much of earlier conversations. */
  attached?: { names: readonly string[]; episodes: number }
  /** Call it once the text has gone out: only then is it recorded as shown. Never throws. */
  afterOutput?(): Promise<void>
}

export interface AnswerOptions {
  /** Characters that the client takes. */
  budget: number
  /** The event as it came, for work that happens after the turn. */
  raw: string
  /** Whether the client loads this memory directory's index itself; asked where it is to be added. */
  indexShownByClient?(): boolean
  signal?: AbortSignal
}

export async function answerEvent(
  host: Engine,
  event: ClientEvent,
  options: AnswerOptions,
): Promise<EventAnswer> {
  if (!host.switch.on) return nothing(MEMORY_WAS_OFF)
  switch (event.kind) {
    case 'start':
      return answerStart(host, event, options)
    case 'prompt':
      return answerPrompt(host, event, options)
    case 'call':
      return answerCall(host, event)
    case 'tool':
      return answerTool(host, event)
    case 'before-compact':
      return beforeCompact(host, event, options)
    case 'turn-end':
    case 'end':
      return afterTurn(host, event, options)
    default:
      return nothing('nothing to do on this event')
  }
}

/** A resumed conversation has the index already; after a compaction or a clear it is gone. */
async function answerStart(host: Engine, event: ClientEvent, options: AnswerOptions): Promise<EventAnswer> {
  const gone = event.source === 'compact' || event.source === 'clear' || (await lostOnResume(event))
  const { conversation } = event
  // Where it cannot be forgotten (a read-only home), the index is shown all the same.
  if (gone && conversation)
    attempt(() => host.forgetShown(conversation, event.source === 'clear' ? 'clear' : 'compaction'))
  // Files may have been edited since: the worker looks at all of them, off the prompt's path.
  if (existsSync(host.location.memory)) host.startWorker('start')
  await host.prepareCalls().catch(() => {})
  // A fork holds what its parent was shown.
  if (event.source === 'fork' && conversation) {
    const { forkParents } = await import('./fork-parents.ts')
    attempt(() => host.inheritShown(forkParents(options.raw), conversation))
  }
  if (takesIndexWithMessage(event)) return nothing('the index comes with the first message')
  if (conversation && host.ignoresMemory(conversation)) return nothing('the conversation leaves memory aside')
  const kept = event.source === 'resume' || event.source === 'fork'
  if (kept && !gone) return nothing('the conversation has it already')
  const lost =
    event.source === 'compact'
      ? await survivingText(host, event, options.raw, COMPACTION_CHARACTERS)
      : NO_TEXT
  const budget = options.budget - (lost === '' ? 0 : lost.length + 2)
  const isShown = options.indexShownByClient?.() ?? false
  const text = await indexText(host, budget, isShown)
  const both = joinTexts([text, lost], '\n\n')
  if (both !== '') return { text: both, outcome: text === '' ? 'what was lost' : 'index' }
  return nothing(isShown ? 'the client shows this index itself' : 'no memories yet')
}

/** The project's, unless the client shows it, and those of the places beside. Empty where there is none. */
async function indexText(host: Engine, budget: number, isShown = false): Promise<AgentText> {
  const { startText, besideText } = await import('./start-text.ts')
  const { redactShown } = await import('../../search/envelope.ts')
  const directory = host.location.memory
  const index = isShown ? undefined : host.loadIndex()
  const own = startText({ index: index && (await withoutSecrets(index)), directory, budget })
  let text = own
  for (const index of host.loadIndexesBeside()) {
    const more = besideText(await withoutSecrets(index), budget - text.length - 2)
    text = joinTexts([text, more], '\n\n')
  }
  return redactShown(text, directory, (part) => redactFor(part, 'agent'))
}

/** Before it is quoted: what is inert may not be known as a secret any more. */
async function withoutSecrets<Index extends LoadedIndex>(index: Index): Promise<Index> {
  return { ...index, text: await redactFor(index.text, 'agent') }
}

/** What must survive a compaction gets so much of a hook's budget; the index gets the rest. */
const COMPACTION_CHARACTERS = 4_000

/** Nothing about it may fail a hook: a log that cannot be read says nothing. */
async function survivingText(
  { location: { state } }: Engine,
  event: ClientEvent,
  raw: string,
  characters: number,
): Promise<AgentText> {
  try {
    const { compactionText } = await import('./compaction-text.ts')
    const text = await compactionText(event, { characters, raw, state })
    return redactText(text, (part) => redactFor(part, 'agent'))
  } catch {
    return NO_TEXT
  }
}

/** The client's summariser reads what is printed; the turn is taken as at its end. */
async function beforeCompact(host: Engine, event: ClientEvent, options: AnswerOptions): Promise<EventAnswer> {
  // Our plugin for opencode sends the conversation along, which has no place in the spool, and reports ends of turns itself.
  const done =
    eventsOf(event.agent).compacts === 'sent'
      ? nothing('nothing must survive')
      : await afterTurn(host, event, options)
  if (event.inSubagent || !takesBefore(event)) return done
  const text = await survivingText(host, event, options.raw, Math.min(options.budget, COMPACTION_CHARACTERS))
  return text === '' ? done : { ...done, text, outcome: 'what must survive' }
}

/** What such an agent is told at its start does not last; what comes with a message stays behind it. */
function takesIndexWithMessage({ agent }: ClientEvent): boolean {
  return eventsOf(agent).indexWithMessage === true
}

/** Gemini CLI does not tell when it compresses; its log of the conversation shows it when that is resumed. */
async function lostOnResume({ agent, source, transcript }: ClientEvent): Promise<boolean> {
  if (eventsOf(agent).tellsCompaction || source !== 'resume') return false
  const [{ holdsHookText }, { START_WORDS }] = await Promise.all([
    import('../../agent/holds-hook-text.ts'),
    import('./start-text.ts'),
  ])
  return !(await holdsHookText(transcript, START_WORDS))
}

async function answerPrompt(host: Engine, event: ClientEvent, options: AnswerOptions): Promise<EventAnswer> {
  if (event.prompt === '') return nothing('nothing was typed')
  const { conversation } = event
  if (event.typed !== '' && conversation !== undefined && !event.inSubagent)
    await noteTyped(host.location.state, { ...event, conversation })
  const result = await host.recall({
    prompt: event.prompt,
    conversation,
    budget: options.budget,
    select: 'if-set',
    signal: options.signal,
  })
  // Where nothing can be found, that is not the same as nothing that fits.
  if (result.text === '') await proveReadable(host.location.memory)
  const notice = result.noticeIsNew ? { notice: result.notice } : {}
  const budget = options.budget - result.text.length - 2
  const index = isLeftAside(result) ? NO_TEXT : await missingIndex(host, event, { ...options, budget })
  if (result.text === '' && index === '') {
    // Nothing is printed, after which it could be noted.
    if (conversation) await host.noteShown(conversation, result, event.occasion)
    return {
      ...nothing((result.notice?.en ?? result.reason ?? result.status) + unscannedIn(result)),
      ...notice,
    }
  }
  const names = result.memories.map(({ memory }) => memory.name)
  const { episodes = [], weak = [] } = result
  return {
    ...notice,
    ...(names.length + episodes.length > 0 && { attached: { names, episodes: episodes.length } }),
    text: joinTexts([index, result.text], '\n\n'),
    outcome:
      (result.text === '' ? 'index' : `${names.length + episodes.length} attached`) +
      (weak.length > 0 ? `, ${weak.length} in a line` : '') +
      unscannedIn(result),
    ...(conversation !== undefined && {
      async afterOutput() {
        if (index !== '') host.noteIndex(conversation)
        await host.noteShown(conversation, result, event.occasion)
      },
    }),
  }
}

function isLeftAside({ reason }: Pick<RecallResult, 'reason'>): boolean {
  return reason === 'to_ignore' || reason === 'ignored_here'
}

/** For the doctor, which says what the last prompt came to. How many, without their names: a name can be a key, too. */
function unscannedIn({ leftOut }: Pick<RecallResult, 'leftOut'>): string {
  const count = leftOut.filter(({ reason }) => reason === 'unscanned').length
  return count === 0 ? '' : `; ${count} not looked through for secrets in time`
}

/** With the first message of a conversation, where that is how the client takes it. */
async function missingIndex(
  host: Engine,
  event: ClientEvent,
  { budget, indexShownByClient }: AnswerOptions,
): Promise<AgentText> {
  const { conversation } = event
  const isMissing = takesIndexWithMessage(event) && conversation !== undefined && !host.hasIndex(conversation)
  return isMissing ? indexText(host, budget, indexShownByClient?.()) : NO_TEXT
}

/** Throws where there is something in the place of the memory directory that cannot be read as one. */
async function proveReadable(directory: string): Promise<void> {
  const stat = attempt(() => statSync(directory))
  const readable = attempt(() => accessSync(directory, constants.R_OK | constants.X_OK) ?? true)
  if (!stat || (stat.isDirectory() && readable)) return
  const { hookFaultsTexts } = await import('../../base/messages/hook-faults.ts')
  throw new MemdirError('io', message(hookFaultsTexts.memoryUnreadable, { directory }))
}

/** What was opened, and where the agent hears of a call only with its result, what that brings up. */
async function answerTool(host: Engine, event: ClientEvent): Promise<EventAnswer> {
  const noted = noteFiles(host, event)
  if (!isHeard(event)) return noted
  const answer = await answerCall(host, event)
  return answer.text === '' ? noted : answer
}

/** Remembered rules that the call touches. */
async function answerCall(host: Engine, event: ClientEvent): Promise<EventAnswer> {
  if (!isHeard(event) || event.tool === undefined) return nothing('nothing to do on this event')
  const { agent: client, conversation, subagent, occasion: prompt, directory } = event
  const { name: tool, input } = event.tool
  const place = { client, conversation, subagent, prompt, directory }
  const how = { tells: host.settings.get('recall.actions'), canRefuse: event.kind === 'call' }
  const { text, memories, refused, noteTold } = await host.act({ tool, input, ...place, ...how })
  if (text === '') return nothing('no rule is about this call')
  if (refused) return { text, refused, outcome: 'held back once' }
  return { text, outcome: `${memories.length} told`, afterOutput: async () => noteTold() }
}

function noteFiles(host: Engine, event: ClientEvent): EventAnswer {
  const { memory } = host.location
  const inside = event.filesRead.filter((path) => path.includes(memory) || isAgentMemory(path))
  if (inside.length === 0 || event.inSubagent || !event.conversation) return nothing('no memory was read')
  host.noteRead(event.conversation, inside)
  return nothing(`${inside.length} read`)
}

/** The real work happens in the worker, when the client has long gone on. */
async function afterTurn(host: Engine, event: ClientEvent, { raw }: AnswerOptions): Promise<EventAnswer> {
  if (event.inSubagent) return nothing('a sub-agent')
  const { agent, kind, conversation, unattended } = event
  const turn = { agent, event: kind, conversation, ...(unattended && { unattended }), raw }
  const { spoolTurn } = await import('../../learn/spool.ts')
  const spooled = await spoolTurn(host.location.state, turn)
  // One that could not be started just now is no reason to lose the turn: it waits for the next who asks.
  if (host.startWorker(event.kind) === 'off') {
    // Nobody would ever take it.
    spooled.drop()
    return nothing('background work is off')
  }
  return nothing('spooled')
}

function nothing(outcome: string): EventAnswer {
  return { text: NO_TEXT, outcome }
}
