// Codex skips hooks that the person has not trusted, silently. Its app server lists them.
import { spawn } from 'node:child_process'
import { agentChecksTexts } from '../../base/messages/agent-checks.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { GUARD_VARIABLE } from '../../base/processes/guard.ts'
import { closePipes } from '../../base/processes/process-groups.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { SetupPlaces } from '../agent-setup.ts'

type CodexTrust =
  | { status: 'known'; total: number; untrusted: number }
  | { status: 'unknown'; reason: Message }

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
      closePipes(child)
      done(trust)
    }
    const late = setTimeout(finish, DEADLINE_MS, {
      status: 'unknown',
      reason: message(agentChecksTexts.codexNoAnswer),
    })
    const send = (request: object) => child.stdin.write(`${JSON.stringify(request)}\n`)
    let text = ''
    child.on('error', () => finish({ status: 'unknown', reason: message(agentChecksTexts.codexNotFound) }))
    child.on('close', () => finish({ status: 'unknown', reason: message(agentChecksTexts.processEnded) }))
    // Closed before all was written: `close` says so.
    child.stdin.on('error', () => {})
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        const reply = attempt(() => JSON.parse(line) as { id?: number; result?: { data?: Listed[] } })
        if (reply?.id === 1) {
          send({ method: 'initialized' })
          send({ id: 2, method: 'hooks/list', params: { cwds: [project] } })
        }
        if (reply?.id === 2) finish(countTrust(reply.result?.data))
      }
    })
    send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'memdir', version: '0' } } })
  })
}

function countTrust(data: Listed[] | undefined): CodexTrust {
  if (!Array.isArray(data)) return { status: 'unknown', reason: message(agentChecksTexts.codexNoHookList) }
  const ours = data
    .flatMap((entry) => entry.hooks ?? [])
    .filter((hook) => /hook\.js|memdir/.test(hook.command ?? ''))
  const untrusted = ours.filter((hook) => hook.trustStatus !== 'trusted' && hook.trustStatus !== 'managed')
  return { status: 'known', total: ours.length, untrusted: untrusted.length }
}
