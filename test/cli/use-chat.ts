// `memdir chat` as a process of its own, against a provider on 127.0.0.1; piped, or in a pseudo terminal.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { openaiProtocol } from '../support/published/openai-protocol.ts'
import {
  type ProviderServer,
  type Script,
  startProviderServer,
} from '../support/published/provider-server.ts'
import { COMMAND, ended, type RunResult, runMemdirServed } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

interface Sent {
  role: string
  content: string | { text: string }[] | null
}

/** Pseudo terminals are made by util-linux's `script`. */
export const hasTerminal = spawnSync('script', ['--version']).status === 0

export function useChat() {
  const cli = useCli()
  let server: ProviderServer | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })
  const start = (
    args: string[],
    {
      command = [process.execPath, COMMAND],
      env = {},
    }: { command?: string[]; env?: Record<string, string> } = {},
  ): ChildProcess => {
    const [file, ...before] = command
    return spawn(file!, [...before, ...args], {
      cwd: cli.place.project,
      env: { ...cli.place.env, TERM: 'dumb', ...env },
      stdio: 'pipe',
    })
  }
  return {
    cli,
    start,
    get server() {
      return server!
    },
    async serve(script: Script, settings: Record<string, unknown> = {}): Promise<ProviderServer> {
      server = await startProviderServer(openaiProtocol, script)
      mkdirSync(cli.place.home, { recursive: true })
      const models = { main: 'openai-compatible/local', baseUrl: `${server.url}/v1` }
      // A script counts the requests of the conversation: what is learnt afterwards asks nobody unless a test wants it.
      const extraction = { byModel: false }
      const all = { models, extraction, ...settings }
      writeFileSync(join(cli.place.home, 'settings.json'), JSON.stringify(all))
      return server
    },
    chat(args: string[], input = '', env: Record<string, string> = {}): Promise<RunResult> {
      return runMemdirServed(cli.place, ['chat', ...args], { input, env: { TERM: 'dumb', ...env } })
    },
    /** In a pseudo terminal. Say something with `type`, wait for words with `said`. */
    terminal(args: string[] = [], env: Record<string, string> = {}) {
      const line = [process.execPath, COMMAND, 'chat', ...args].map((part) => `'${part}'`).join(' ')
      const child = start(['-qec', line, '/dev/null'], { command: ['script'], env })
      return {
        end: ended(child),
        said: listen(child),
        type: (text: string) => child.stdin!.write(text),
        /** The process of the conversation itself, once it has said something. */
        pid: () => innermost(child.pid!),
        /** As when the window is closed: the terminal is gone. */
        hangUp: () => child.kill('SIGKILL'),
      }
    },
    messagesOf: (at: number) => server!.requests[at]!.body.messages as Sent[],
    /** All that the model was told in a request. */
    toldIn: (at: number) => (server!.requests[at]!.body.messages as Sent[]).map(textOf).join('\n'),
    sessions() {
      const projects = join(cli.place.home, 'projects')
      const all = existsSync(projects) ? readdirSync(projects) : []
      return all.flatMap((project) => {
        const place = join(projects, project, 'sessions')
        return existsSync(place) ? readdirSync(place).map((name) => join(place, name)) : []
      })
    },
  }
}

/** Linux: the process that this one has started, and so on. */
function innermost(pid: number): number {
  const [next] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return next === undefined || next === '' ? pid : innermost(Number(next))
}

/** Less than a test may take, so that it says what it waited for. */
const PATIENCE_MS = 45_000

/** Waits until the process has said this, after what was waited for before. */
export function listen(child: ChildProcess): (words: string) => Promise<void> {
  let all = ''
  let searched = 0
  let over = false
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      all += chunk.toString()
    })
  child.on('close', () => {
    over = true
  })
  return async (words) => {
    const end = Date.now() + PATIENCE_MS
    for (let at = -1; at < 0; ) {
      at = all.indexOf(words, searched)
      if (at >= 0) searched = at + words.length
      else if (Date.now() > end)
        throw new Error(
          `it has not said ${words} after: ${all.slice(0, searched)}\nbut: ${all.slice(searched)}`,
        )
      else if (over) throw new Error(`it ended without saying ${words}: ${all}`)
      else await new Promise((wake) => setTimeout(wake, 10))
    }
  }
}

export const textOf = ({ content }: Sent) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('\n')
