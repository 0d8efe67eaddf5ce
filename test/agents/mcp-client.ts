// A few lines of MCP, enough to talk to a server as any client does.
import { type ChildProcess, spawn } from 'node:child_process'
import { COMMAND } from '../cli/run-memdir.ts'
import type { TemporaryHome } from '../support/published/temporary-home.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed.
type Answer = any

export interface McpClient {
  child: ChildProcess
  server: Answer
  /** Rejects with the error's `code`. */
  request(method: string, params?: object | null): Promise<Answer>
  /** The text of a tool's answer. */
  call(name: string, input?: object): Promise<{ text: string; failed: boolean }>
  close(): Promise<number | null>
}

export async function connectMcp(place: TemporaryHome, name = 'claude-code'): Promise<McpClient> {
  const child = spawn(process.execPath, [COMMAND, 'mcp'], { cwd: place.project, env: place.env })
  const waiting = new Map<number, { done(value: Answer): void; fail(error: Error): void }>()
  let text = ''
  let last = 0
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk
    const lines = text.split('\n')
    text = lines.pop()!
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line)
      const waiter = waiting.get(id)
      waiting.delete(id)
      if (error) waiter?.fail(Object.assign(new Error(error.message), { code: error.code }))
      else waiter?.done(result)
    }
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const request = (method: string, params: object | null = {}) =>
    new Promise<Answer>((done, fail) => {
      waiting.set(++last, { done, fail })
      send({ id: last, method, params })
    })
  const clientInfo = { name, version: '1' }
  const server = await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  send({ method: 'notifications/initialized' })
  return {
    child,
    server,
    request,
    async call(tool, input = {}) {
      const answer = await request('tools/call', { name: tool, arguments: input })
      return { text: answer.content[0].text, failed: answer.isError === true }
    },
    close() {
      child.stdin.end()
      return new Promise((done) => child.on('exit', done))
    },
  }
}
