// One hook, by its type. Whatever happens becomes a result; nothing is thrown, and its time limit always ends it.
import { runProcess } from '../lib/run-process.ts'
import { type HookAnswer, type HookResult, readAnswer } from './hook-answer.ts'
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

type Outcome = { answer: HookAnswer } | { warning: string }

export async function runHook(hook: Hook, event: HookEvent, world: HookWorld): Promise<HookResult> {
  const source = hook.source
  const name = `The ${hook.action.type} hook on ${event.name} (${source})`
  try {
    const outcome = await actions[hook.action.type](hook as never, event, world)
    if ('answer' in outcome) return { status: 'answered', source, answer: outcome.answer }
    return { status: 'failed', source, warning: `${name} ${outcome.warning}` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { status: 'failed', source, warning: `${name} failed: ${reason.slice(0, 500)}` }
  }
}

type HookOf<T> = Hook & { action: Extract<Hook['action'], { type: T }> }

const actions = { command: runCommand, prompt: runPrompt, agent: runPrompt, http: runHttp }

async function runCommand(hook: HookOf<'command'>, event: HookEvent, world: HookWorld): Promise<Outcome> {
  const outcome = await runProcess({
    file: '/bin/sh',
    args: ['-c', hook.action.command],
    cwd: world.cwd,
    env: { ...world.environment, ...variables(event) },
    input: eventJson(event),
    timeoutMs: hook.timeoutMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    signal: world.signal,
  })
  if (outcome.end === 'timed_out') return { warning: `took longer than ${hook.timeoutMs} ms` }
  if (outcome.end !== 'exited') return { warning: `ended early: ${outcome.problem ?? outcome.end}` }
  const said = outcome.stderr.trim().slice(0, 10_000)
  if (outcome.exitCode === 2) return { answer: { decision: 'deny', reason: said || 'a hook blocked it' } }
  if (outcome.exitCode !== 0)
    return {
      warning: `ended with exit code ${outcome.exitCode ?? 'unknown'}${said && `: ${said.slice(0, 500)}`}`,
    }
  const text = outcome.stdout.trim()
  const answer = text.startsWith('{') ? readAnswer(text) : undefined
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
  if (!ask) return { warning: 'was skipped: no model is configured' }
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
    // Told below: what a model writes need not be JSON.
  }
  return { warning: 'gave an answer that cannot be read' }
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
    if (!response.ok) return { warning: `was answered with status ${response.status}` }
    return { answer: readAnswer(text) ?? {} }
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
  const timer = setTimeout(
    () => controller.abort(new Error(`took longer than ${hook.timeoutMs} ms`)),
    hook.timeoutMs,
  )
  if (world.signal?.aborted) abort()
  world.signal?.addEventListener('abort', abort, { once: true })
  const ended = new Promise<never>((_, reject) => {
    const tell = () => reject(controller.signal.reason as Error)
    if (controller.signal.aborted) tell()
    else controller.signal.addEventListener('abort', tell, { once: true })
  })
  try {
    return await Promise.race([work(controller.signal), ended])
  } finally {
    clearTimeout(timer)
    world.signal?.removeEventListener('abort', abort)
  }
}
