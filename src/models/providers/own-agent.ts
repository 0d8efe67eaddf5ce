// A person's own agent as a model: `claude -p` and `codex exec`, for single questions. Opt-in by name. Inside it memdir is
// off, no hook and no MCP server runs, nothing is stored, and it can do nothing but read.
import { join } from 'node:path'
import { readRegular } from '../../base/files/read-regular.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { modelsTexts } from '../../base/messages/models.ts'
import { type ProcessOutcome, runProcess } from '../../base/processes/run-process.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { isObject } from '../../base/values/is-object.ts'
import { NO_USAGE, type Usage } from '../../base/values/usage.ts'
import { type ModelMessage, text, textOf } from '../content.ts'
import type { Model, ModelEvent, ModelRequest, StreamOptions } from '../model.ts'
import { cancelledError, ModelError } from '../model-error.ts'

export type OwnAgent = 'claude-code' | 'codex'

interface OwnAgentOptions {
  agent: OwnAgent
  /** As the agent names it; `default`: the one that it would use. */
  model: string
  /** The person's: their agent finds its login by it. */
  env: Readonly<Record<string, string | undefined>>
  /** Without instruction files: an agent reads what lies there. */
  cwd: string
  /** Default: the agent's own name, on the PATH. */
  program?: string
  timeoutMs?: number
}

/** What either can do at least. Only limits what is asked: a single question is far below. */
const WINDOW = 200_000
const MAX_OUTPUT = 8_000
const TIMEOUT_MS = 120_000
const MOST_BYTES = 4_000_000
/** An agent that is started by an agent takes itself for a part of it, or refuses. */
const OF_A_CALLER =
  /^(?:CLAUDECODE|CLAUDE_CODE_(?:SESSION|ENTRYPOINT|SSE|CHILD)\w*|CODEX_(?:THREAD|SANDBOX)\w*|AI_AGENT)$/

export function createOwnAgentModel(options: OwnAgentOptions): Model {
  const { agent, model: name } = options
  return {
    provider: agent,
    name,
    window: WINDOW,
    maxOutput: MAX_OUTPUT,
    serialise: (request) => JSON.stringify(questionOf(request)),
    async *stream(request, how = {}) {
      if (request.tools.length > 0)
        throw new MemdirError('bad_settings', message(modelsTexts.singleQuestions, { provider: agent }), {
          fix: message(modelsTexts.singleQuestionsFix),
        })
      yield* answered(await ask(options, questionOf(request), how), options)
    },
  }
}

interface Question {
  system: string
  /** What is said, without who says it where only one does. */
  asked: string
}

function questionOf({ system, messages }: ModelRequest): Question {
  const [only, ...others] = messages
  const asked = only && others.length === 0 ? textOf(only) : messages.map(spoken).join('\n\n')
  return { system: system.map((part) => part.text).join('\n\n'), asked }
}

function spoken(one: ModelMessage): string {
  return `${one.role === 'user' ? 'Question' : 'Your answer'}:\n${textOf(one)}`
}

async function ask(
  options: OwnAgentOptions,
  question: Question,
  { signal }: StreamOptions,
): Promise<ProcessOutcome> {
  const { agent, cwd, timeoutMs = TIMEOUT_MS } = options
  const request = agent === 'codex' ? codexCall(options, question) : claudeCall(options, question)
  return runProcess({
    ...request,
    file: options.program ?? (agent === 'codex' ? 'codex' : 'claude'),
    cwd,
    env: environment(options),
    timeoutMs,
    maxOutputBytes: MOST_BYTES,
    ...(signal && { signal }),
  })
}

function environment({ env }: OwnAgentOptions): Record<string, string> {
  const own = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !OF_A_CALLER.test(entry[0]),
  )
  // Whatever starts inside all the same, memdir stays out of it.
  return { ...Object.fromEntries(own), MEMDIR_DISABLE_AUTO_MEMORY: '1' }
}

type Call = { args: string[]; input: string }

function claudeCall({ model }: OwnAgentOptions, { system, asked }: Question): Call {
  const settings = JSON.stringify({ disableAllHooks: true, autoMemoryEnabled: false })
  const args = ['-p', '--output-format', 'json', '--tools', '', '--no-session-persistence']
  args.push('--setting-sources', '', '--strict-mcp-config', '--settings', settings, '--system-prompt', system)
  if (model !== 'default') args.push('--model', model)
  return { args, input: asked }
}

function codexCall(options: OwnAgentOptions, { system, asked }: Question): Call {
  const args = ['exec', '--json', '--ephemeral', '--skip-git-repo-check', '--sandbox', 'read-only']
  args.push('--disable', 'hooks', '--ignore-rules', '-c', 'project_doc_max_bytes=0')
  for (const server of codexServers(options)) args.push('-c', `mcp_servers.${server}.enabled=false`)
  if (options.model !== 'default') args.push('-m', options.model)
  return { args: [...args, '-'], input: `${system}\n\n${asked}` }
}

/** Tables of its configuration are merged, so that each server has to be switched off by its name. */
function codexServers({ env }: OwnAgentOptions): string[] {
  const home = env.CODEX_HOME?.trim() || join(env.HOME ?? '', '.codex')
  const written = readRegular(join(home, 'config.toml'), MOST_BYTES)?.toString('utf8') ?? ''
  const names = [
    ...written.matchAll(/^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([\w-]+))/gm),
  ]
  const servers = new Set(names.map(([, double, single, bare]) => double ?? single ?? bare ?? ''))
  // Its option takes no quotation marks: a dot in a name would be read as a level.
  const stays = [...servers].find((name) => name.includes('.'))
  if (stays === undefined) return [...servers]
  throw new MemdirError('bad_settings', message(modelsTexts.serverStays, { name: stays }), {
    fix: message(modelsTexts.serverStaysFix),
  })
}

function* answered(outcome: ProcessOutcome, { agent, model }: OwnAgentOptions): Generator<ModelEvent> {
  const { end, stdout, stderr, problem } = outcome
  const failed = (kind: 'overloaded' | 'network', reason: string | Message) =>
    new ModelError(kind, message(modelsTexts.noAnswer, { provider: agent, reason }), {
      provider: agent,
      retryable: false,
    })
  if (end === 'aborted') throw cancelledError()
  if (end === 'not_started') throw failed('network', problem ?? message(modelsTexts.agentNotStarted))
  if (end === 'timed_out') throw failed('network', message(modelsTexts.agentTooSlow))
  const answer = agent === 'codex' ? readCodex(stdout) : readClaude(stdout)
  if (answer.problem !== undefined || answer.text === undefined)
    throw failed(
      'overloaded',
      (answer.problem ?? (lastLine(stderr) || String(outcome.exitCode))).slice(0, 300),
    )
  const block = text(answer.text)
  yield { type: 'text', text: answer.text }
  yield { type: 'block', block }
  yield {
    type: 'end',
    response: { content: [block], stop: 'end', usage: answer.usage, model: answer.model ?? model },
  }
}

function lastLine(stderr: string): string {
  return stderr.trim().split('\n').at(-1) ?? ''
}

interface Answer {
  text?: string
  problem?: string
  model?: string
  usage: Usage
}

function readClaude(stdout: string): Answer {
  const result = attempt(() => JSON.parse(stdout) as unknown)
  if (!isObject(result)) return { usage: NO_USAGE }
  const { result: said, is_error: isError, usage, modelUsage } = result
  const given = isObject(usage) ? usage : {}
  const counts: Usage = {
    input: count(given.input_tokens),
    output: count(given.output_tokens),
    cacheRead: count(given.cache_read_input_tokens),
    cacheCreated: count(given.cache_creation_input_tokens),
  }
  if (typeof said !== 'string') return { usage: counts }
  if (isError === true) return { problem: said, usage: counts }
  const [model] = isObject(modelUsage) ? Object.keys(modelUsage) : []
  return { text: said, usage: counts, ...(model !== undefined && { model }) }
}

/** One event a line; what it says last is the answer. */
function readCodex(stdout: string): Answer {
  let answer: Answer = { usage: NO_USAGE }
  for (const line of stdout.split('\n')) {
    const event = attempt(() => JSON.parse(line) as unknown)
    if (!isObject(event)) continue
    const item = isObject(event.item) ? event.item : {}
    if (event.type === 'item.completed' && item.type === 'agent_message')
      answer = { ...answer, text: String(item.text) }
    const error = isObject(event.error) ? event.error.message : event.message
    if (event.type === 'turn.failed' || event.type === 'error') answer = { ...answer, problem: String(error) }
    if (event.type !== 'turn.completed' || !isObject(event.usage)) continue
    const { input_tokens: input, cached_input_tokens: cached, output_tokens: output } = event.usage
    const usage = {
      input: count(input) - count(cached),
      output: count(output),
      cacheRead: count(cached),
      cacheCreated: 0,
    }
    // A turn that ended well: what failed on the way was tried again.
    answer = { ...(answer.text !== undefined && { text: answer.text }), usage }
  }
  return answer
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}
