// One hook, by its type. Whatever happens becomes a result; nothing is thrown, and its time limit always ends it.

import { hooksTexts } from '../../base/messages/hooks.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { runProcess } from '../../base/processes/run-process.ts'
import { type HookAnswer, type HookResult, readHookAnswer } from './hook-answer.ts'
import { eventJson, type HookEvent } from './hook-event.ts'
import type { Hook } from './read-hooks.ts'

/** Asks a model or an agent; gives its text. */
export type HookJudge = (question: { prompt: string; model?: string; signal: AbortSignal }) => Promise<string>

export interface HookWorld {
  cwd: string
  /** What command hooks inherit. */
  environment: Record<string, string>
  signal?: AbortSignal
  /** The small model; prompt hooks are skipped with a warning without it. */
  judge?: HookJudge
  /** A sub-agent that can look around. */
  verify?: HookJudge
  fetch?: typeof fetch
}

const MAX_OUTPUT_BYTES = 1_000_000
/** One variable may not be longer on Linux (128 KB); standard input has the whole. */
const MAX_VARIABLE_BYTES = 100_000
/** Their plain output is text for the agent. */
const PLAIN_OUTPUT_IS_CONTEXT = new Set(['UserPromptSubmit', 'SessionStart'])

type Outcome = { answer: HookAnswer } | { problem: Message }

export async function runHook(hook: Hook, event: HookEvent, world: HookWorld): Promise<HookResult> {
  const source = hook.source
  const failed = (problem: Message): HookResult => {
    const warning = message(hooksTexts.warning, {
      type: hook.action.type,
      event: event.name,
      source,
      problem,
    })
    return { status: 'failed', source, warning }
  }
  try {
    const outcome = await actions[hook.action.type](hook as never, event, world)
    if ('answer' in outcome) return { status: 'answered', source, answer: outcome.answer }
    return failed(outcome.problem)
  } catch (error) {
    if (error instanceof TooSlow) return failed(message(hooksTexts.tooSlow, { ms: hook.timeoutMs }))
    const reason = error instanceof Error ? error.message : String(error)
    return failed(message(hooksTexts.failed, { reason: reason.slice(0, 500) }))
  }
}

/** The time limit of the hook, not of what it asks. */
class TooSlow extends Error {}

type HookOf<T> = Hook & { action: Extract<Hook['action'], { type: T }> }

const actions = { command: runCommand, prompt: runPrompt, agent: runPrompt, http: runHttp }

async function runCommand(hook: HookOf<'command'>, event: HookEvent, world: HookWorld): Promise<Outcome> {
  const outcome = await runProcess({
    file: '/bin/sh',
    args: ['-c', hook.action.command],
    cwd: world.cwd,
    env: { ...world.environment, ...hook.environment, ...variables(event) },
    input: eventJson(event),
    timeoutMs: hook.timeoutMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    signal: world.signal,
  })
  if (outcome.end === 'timed_out') return { problem: message(hooksTexts.tooSlow, { ms: hook.timeoutMs }) }
  if (outcome.end !== 'exited')
    return { problem: message(hooksTexts.endedEarly, { reason: outcome.problem ?? outcome.end }) }
  const said = outcome.stderr.trim().slice(0, 10_000)
  if (outcome.exitCode === 2) return { answer: { decision: 'deny', reason: said || 'a hook blocked it' } }
  if (outcome.exitCode !== 0)
    return {
      problem: message(hooksTexts.exitCode, {
        code: outcome.exitCode ?? '?',
        output: said && `: ${said.slice(0, 500)}`,
      }),
    }
  const text = outcome.stdout.trim()
  const answer = text.startsWith('{') ? readHookAnswer(text) : undefined
  if (answer) return { answer }
  return { answer: text !== '' && PLAIN_OUTPUT_IS_CONTEXT.has(event.name) ? { context: text } : {} }
}

function variables(event: HookEvent): Record<string, string> {
  const { tool_name: name, tool_input: input } = event.data
  if (typeof name !== 'string') return {}
  const json = input === undefined ? '' : JSON.stringify(input)
  const fits = Buffer.byteLength(json) <= MAX_VARIABLE_BYTES
  return { TOOL_NAME: name.replaceAll('\0', ''), TOOL_INPUT: fits ? json : '' }
}

const ANSWER_FORM =
  'Answer with JSON alone: {"ok": true}, or {"ok": false, "reason": "…"} if it must not go on.'

async function runPrompt(
  hook: HookOf<'prompt' | 'agent'>,
  event: HookEvent,
  world: HookWorld,
): Promise<Outcome> {
  const { type, prompt, model } = hook.action
  const ask = type === 'prompt' ? world.judge : world.verify
  if (!ask) return { problem: message(hooksTexts.withoutModel) }
  const json = eventJson(event)
  const filled = prompt.includes('$ARGUMENTS')
    ? prompt.replaceAll('$ARGUMENTS', () => json)
    : `${prompt}\n\n${json}`
  const question = { prompt: `${filled}\n\n${ANSWER_FORM}`, ...(model && { model }) }
  const text = await withinTime(hook, world, (signal) => ask({ ...question, signal }))
  return readVerdict(text)
}

function readVerdict(text: string): Outcome {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  try {
    const verdict = JSON.parse(json) as { ok?: unknown; reason?: unknown }
    if (verdict.ok === true) return { answer: {} }
    const reason = typeof verdict.reason === 'string' ? verdict.reason : 'a hook judged against it'
    if (verdict.ok === false) return { answer: { decision: 'deny', reason } }
  } catch {
    // Reported below: what a model writes need not be JSON.
  }
  return { problem: message(hooksTexts.answerUnreadable) }
}

async function runHttp(hook: HookOf<'http'>, event: HookEvent, world: HookWorld): Promise<Outcome> {
  const send = world.fetch ?? fetch
  return withinTime(hook, world, async (signal) => {
    const response = await send(hook.action.url, {
      method: 'POST',
      headers: { ...hook.action.headers, 'content-type': 'application/json' },
      body: eventJson(event),
      redirect: 'error',
      signal,
    })
    const text = await readLimited(response)
    if (!response.ok) return { problem: message(hooksTexts.httpStatus, { status: response.status }) }
    return { answer: readHookAnswer(text) ?? {} }
  })
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_OUTPUT_BYTES) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Ends in time also where the work does not listen to its signal. */
async function withinTime<T>(
  hook: Hook,
  world: HookWorld,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort(new Error('cancelled'))
  const timer = setTimeout(() => controller.abort(new TooSlow()), hook.timeoutMs)
  if (world.signal?.aborted) abort()
  world.signal?.addEventListener('abort', abort, { once: true })
  const ended = new Promise<never>((_, reject) => {
    const fail = () => reject(controller.signal.reason as Error)
    if (controller.signal.aborted) fail()
    else controller.signal.addEventListener('abort', fail, { once: true })
  })
  try {
    return await Promise.race([work(controller.signal), ended])
  } finally {
    clearTimeout(timer)
    world.signal?.removeEventListener('abort', abort)
  }
}
