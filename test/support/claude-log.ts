// A conversation as Claude Code logs it, written line by line, with the event that ends a turn.
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { spoolTurn } from '../../src/learn/spool.ts'
import type { TemporaryHome } from './published/temporary-home.ts'

export interface ClaudeLog {
  readonly path: string
  user(text: string, more?: object): void
  agent(text: string): void
  tool(name: string, input: object, result: string): void
  /** Puts the end of a turn into the spool. */
  end(state: string, event?: 'turn-end' | 'before-compact' | 'end'): Promise<void>
}

/** `time`: of its first message; each further one is a minute later. */
export function claudeLog(place: TemporaryHome, conversation: string, time: string): ClaudeLog {
  const path = join(place.root, 'user/.claude/projects/-p', `${conversation}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  let count = 0
  let parentUuid: string | null = null
  const write = (type: 'user' | 'assistant', content: unknown, more: object = {}) => {
    const uuid = `${conversation}-${++count}`
    const timestamp = new Date(Date.parse(time) + count * 60_000).toISOString()
    const message = { role: type, content, ...(type === 'assistant' && { id: `r${uuid}` }) }
    const line = { type, uuid, parentUuid, sessionId: conversation, timestamp, message, ...more }
    appendFileSync(path, `${JSON.stringify(line)}\n`)
    parentUuid = uuid
  }
  return {
    path,
    user: (text, more) => write('user', text, more),
    agent: (text) => write('assistant', [{ type: 'text', text }]),
    tool(name, input, result) {
      const id = `t${count}`
      write('assistant', [{ type: 'tool_use', id, name, input }])
      write('user', [{ type: 'tool_result', tool_use_id: id, content: result }])
    },
    async end(state, event = 'turn-end') {
      const raw = JSON.stringify({ transcript_path: path })
      await spoolTurn(state, { agent: 'claude-code', event, conversation, raw })
    },
  }
}
