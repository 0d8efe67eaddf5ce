// The tool behind `mcp_tool` hooks: the same answer as the hook program's, without starting a process per prompt.

import { showsIndex } from '../../base/agents/own-memory.ts'
import { type AgentText, fieldsText } from '../../base/text/agent-text.ts'
import { readClientEvent } from '../client-event.ts'
import type { Engine } from '../engine.ts'
import { answerEvent } from '../events/answer-event.ts'
import { noticesFor, noticeText } from '../events/answer-hook.ts'
import { faultOutput } from '../events/fault-output.ts'
import { HOOK_CHARACTERS, hookOutput, isHeard, refusalOutput } from '../events/hook-output.ts'
import { noteHookFailure, noteHookRun } from '../events/hook-runs.ts'
import type { ServedTool } from './protocol.ts'

const SOFT_MS = 300
const HARD_MS = 1_000

export const HOOK_TOOL: ServedTool = {
  name: 'hook',
  title: 'Hook of the client',
  description:
    'Called by the client itself when something happens in a conversation. Not for models: use `recall` and `remember`.',
  inputSchema: {
    type: 'object',
    properties: {
      hook_event_name: { type: 'string' },
      session_id: { type: 'string' },
      prompt: { type: 'string' },
      source: { type: 'string' },
    },
    required: ['hook_event_name'],
    additionalProperties: true,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
}

interface HookToolAnswer {
  text: AgentText
  conversation: string | undefined
  /** Call it when the text has been sent. */
  afterOutput(): Promise<void>
}

/** The text is the hook's JSON, `{}` where there is nothing to add. Never fails, never takes longer than a second. */
export async function answerHook(
  host: Engine,
  input: unknown,
  env: Readonly<Record<string, string | undefined>>,
): Promise<HookToolAnswer> {
  const started = performance.now()
  const event = readClientEvent(input, { agent: 'claude-code', env })
  const answer = answerEvent(host, event, {
    budget: HOOK_CHARACTERS,
    raw: JSON.stringify(input),
    indexShownByClient: () => showsIndex(event.agent, host.location, env),
    signal: AbortSignal.timeout(SOFT_MS),
  }).catch((reason: unknown) => ({ fault: { reason } }))
  const late = new Promise<{ fault: { reason: unknown } }>((done) => {
    setTimeout(done, HARD_MS, { fault: { reason: HARD_MS } }).unref()
  })
  const raced = await Promise.race([answer, late])
  const given = 'fault' in raced ? undefined : raced
  const notices = given && !isHeard(event) ? await noticesFor(host, event, given, env) : []
  const { state } = host.location
  const text =
    'fault' in raced
      ? await faultOutput({ event, state, env, reason: raced.fault.reason })
      : raced.refused
        ? refusalOutput(event, raced.text)
        : hookOutput(event, raced.text, noticeText(notices))
  const afterOutput = async () => {
    const ms = performance.now() - started
    if ('fault' in raced && typeof raced.fault.reason !== 'number')
      return noteHookFailure(state, event, { error: raced.fault.reason, ms })
    if (text) await given?.afterOutput?.()
    await Promise.all(notices.map(({ said }) => said()))
    const outcome = given?.outcome ?? 'out of time'
    noteHookRun(state, event, { outcome, ms })
  }
  return { text: text || fieldsText({}), conversation: event.conversation, afterOutput }
}
