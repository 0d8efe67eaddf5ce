// Codex skips hooks that the person has not trusted, without a word. Its app server tells which.
import { spawn } from 'node:child_process'
import { attempt } from '../../lib/attempt.ts'
import { GUARD_VARIABLE } from '../../lib/guard.ts'
import type { SetupPlaces } from './agent-setup.ts'

export type CodexTrust =
  | { status: 'known'; total: number; untrusted: number }
  | { status: 'unknown'; reason: string }

const DEADLINE_MS = 10_000

interface Listed {
  hooks?: { command?: string; trustStatus?: string; enabled?: boolean }[]
}

export function askCodexTrust({ env, project }: SetupPlaces): Promise<CodexTrust> {
  return new Promise((done) => {
    const child = spawn('codex', ['app-server'], {
      cwd: project,
      env: { ...env, [GUARD_VARIABLE]: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const finish = (trust: CodexTrust) => {
      clearTimeout(late)
      child.kill('SIGKILL')
      done(trust)
    }
    const late = setTimeout(finish, DEADLINE_MS, { status: 'unknown', reason: 'it did not answer' })
    const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
    let text = ''
    child.on('error', () => finish({ status: 'unknown', reason: '`codex` is not on the PATH' }))
    child.on('close', () => finish({ status: 'unknown', reason: 'it ended' }))
    child.stdin.on('error', () => {})
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        const message = attempt(() => JSON.parse(line) as { id?: number; result?: { data?: Listed[] } })
        if (message?.id === 1) {
          send({ method: 'initialized' })
          send({ id: 2, method: 'hooks/list', params: { cwds: [project] } })
        }
        if (message?.id === 2) finish(countTrust(message.result?.data))
      }
    })
    send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'memdir', version: '0' } } })
  })
}

function countTrust(data: Listed[] | undefined): CodexTrust {
  if (!Array.isArray(data)) return { status: 'unknown', reason: 'it does not list hooks' }
  const ours = data
    .flatMap((entry) => entry.hooks ?? [])
    .filter((hook) => /hook\.js|memdir/.test(hook.command ?? ''))
  const untrusted = ours.filter((hook) => hook.trustStatus !== 'trusted' && hook.trustStatus !== 'managed')
  return { status: 'known', total: ours.length, untrusted: untrusted.length }
}
