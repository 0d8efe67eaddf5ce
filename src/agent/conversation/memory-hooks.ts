// memdir's own hooks in a conversation: recall for each message, and which memories the agent has opened by itself.

import { conversationTexts } from '../../base/messages/conversation.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { redactFor } from '../../base/secrets/redact-for.ts'
import type { RecallResult } from '../../search/recall.ts'
import type { FireHooks, HookReply } from '../loop/loop-hooks.ts'
import type { KeptSelection, SelectionPrefetch } from './selection-prefetch.ts'

export interface MemoryEvent {
  event: 'MemorySaved' | 'MemoryForgotten'
  /** The whole path. */
  file_path: string
}

/** A compaction says its own `compact`. */
export type SessionSource = 'startup' | 'resume' | 'clear'

export interface MemoryHooks {
  recall(prompt: string, signal: AbortSignal): Promise<RecallResult>
  /** What a model picks in addition, beside the request. */
  readonly selection?: SelectionPrefetch
  /** Looks through what came too late for the message before: what still fits this one, as it is now. */
  refit(kept: KeptSelection, prompt: string, signal: AbortSignal): Promise<RecallResult | undefined>
  /** The message is sent on, with this in it. */
  onAttached(result: RecallResult): void
  /** The agent has opened a file by itself: what it should know of it where it is a memory. */
  noteRead(path: string): string | undefined
  /** What was written and removed since the last call. */
  takeChanges(): MemoryEvent[]
  /** With which word the conversation begins now; undefined where it goes on. */
  takeStart(): SessionSource | undefined
  /** What is to be shown with this message. */
  takeNotices(): (string | Message)[]
}

/** Nothing about memory may stop a conversation: what fails becomes a notice. */
export function withMemory(hooks: FireHooks, memory: MemoryHooks): FireHooks {
  return async (event, data, signal, facts) => {
    if (event === 'PostToolUse') {
      const opened = data.tool_name === 'Read' ? (facts?.reached ?? []) : []
      const notes = opened.flatMap((path) => memory.noteRead(path) ?? [])
      memory.selection?.noteTool(String(data.tool_name))
      const changed = memory.takeChanges().map(({ event: name, ...what }) => hooks(name, what, signal))
      const [reply, ...others] = await Promise.all([hooks(event, data, signal, facts), ...changed])
      const selected = await selectedSince(memory, hooks, signal)
      return { ...reply, ...additions([reply, { context: notes }, ...others, selected]) }
    }
    if (event === 'Stop') memory.selection?.keep()
    if (event !== 'UserPromptSubmit') return hooks(event, data, signal, facts)
    const source = memory.takeStart()
    const kept = memory.selection?.takeKept()
    const first = source === undefined ? {} : await hooks('SessionStart', { source }, signal)
    const [said, { result, reply }] = await Promise.all([
      hooks(event, data, signal),
      attached(memory, hooks, data, signal),
    ])
    const all = joined([first, said, reply, { notices: memory.takeNotices() }])
    if (all.denied !== undefined || all.stop !== undefined) return all
    if (result) memory.onAttached(result)
    return joined([
      all,
      await selectedFor(memory, hooks, result, { kept, prompt: String(data.prompt ?? ''), signal }),
    ])
  }
}

/** The first request waits so long for a model's choice where search found nothing. */
const MOST_WAIT_MS = 800

interface SelectedFor {
  kept: KeptSelection | undefined
  prompt: string
  signal: AbortSignal
}

/** With the message itself: what was kept for it, and what a model picks where search has found nothing. Never throws. */
async function selectedFor(
  memory: MemoryHooks,
  hooks: FireHooks,
  found: RecallResult | undefined,
  { kept, prompt, signal }: SelectedFor,
): Promise<HookReply> {
  const { selection } = memory
  if (!selection) return {}
  const fits = kept && (await memory.refit(kept, prompt, signal).catch(() => undefined))
  const attach = async (result: RecallResult) => {
    memory.onAttached(result)
    return recalled(result, hooks, { prompt }, signal)
  }
  const reply = fits?.status === 'recalled' ? await attach(fits) : undefined
  selection.start(prompt, signal)
  if (reply) return reply
  if (found?.status === 'recalled') return {}
  await selection.wait(MOST_WAIT_MS, signal)
  const picked = selection.take()
  return picked ? attach(picked) : {}
}

/** With the results of a call: the request for which it was begun has gone out without it. */
async function selectedSince(memory: MemoryHooks, hooks: FireHooks, signal: AbortSignal): Promise<HookReply> {
  const result = memory.selection?.take()
  if (!result) return {}
  memory.onAttached(result)
  return recalled(result, hooks, {}, signal)
}

async function recalled(
  result: RecallResult,
  hooks: FireHooks,
  data: Record<string, unknown>,
  signal: AbortSignal,
): Promise<HookReply> {
  const files = result.memories.map((hit) => hit.memory.file)
  const hookReply = await hooks('MemoryRecalled', { files, ...data }, signal)
  const episodes = result.episodes?.length ?? 0
  const notices =
    files.length > 0
      ? [message(conversationTexts.recalled, { files: await redactFor(files.join(', '), 'person') })]
      : episodes > 0
        ? [message(conversationTexts.recalledEpisodes, { count: episodes })]
        : []
  return additions([{ context: [result.text], notices }, hookReply])
}

async function attached(
  memory: MemoryHooks,
  hooks: FireHooks,
  data: Record<string, unknown>,
  signal: AbortSignal,
): Promise<{ result?: RecallResult; reply: HookReply }> {
  try {
    const result = await memory.recall(String(data.prompt ?? ''), signal)
    if (result.status !== 'recalled') return { ...(result.wish && { result }), reply: {} }
    return { result, reply: await recalled(result, hooks, { prompt: data.prompt }, signal) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { reply: { notices: [message(conversationTexts.recallFailed, { reason })] } }
  }
}

/** What is done is done: hooks on memory's events can add words, and deny nothing. */
function additions(replies: readonly HookReply[]): Pick<HookReply, 'context' | 'notices'> {
  return {
    context: replies.flatMap((reply) => reply.context ?? []),
    notices: replies.flatMap((reply) => reply.notices ?? []),
  }
}

function joined(replies: readonly HookReply[]): HookReply {
  const denied = replies.find((reply) => reply.denied !== undefined)?.denied
  const stop = replies.find((reply) => reply.stop !== undefined)?.stop
  return {
    ...(denied !== undefined && { denied }),
    ...(stop !== undefined && { stop }),
    ...additions(replies),
  }
}
