import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { drainSpool, spoolTurn } from './spool.ts'

const state = mkdtempSync(join(tmpdir(), 'memdir-spool-'))
afterEach(() => rmSync(join(state, 'spool'), { recursive: true, force: true }))

// Put together here, so that nothing in this file looks like one.
const KEY = `${'ghp'}_q7Rt2Yp9Lk4Wz8Nc3Vb6Mx1Hs5Jd0FgA2eUo`
const PASSWORD = `${'Wq7'}tZp2Lx9Rk`
const SAID = `Use ${KEY}, the password is "${PASSWORD}"`
const ID = '8f14e45f-ceea-467f-a3b1-1c2d3e4f5a6b'

test.each([
  ['an event', JSON.stringify({ session_id: ID, last_assistant_message: SAID, tool: { input: [SAID] } })],
  ['what is no event', `no JSON: ${SAID}`],
])('%s lies in the spool without its secrets', async (_, raw) => {
  await spoolTurn(state, { agent: 'claude-code', event: 'turn-end', conversation: 's1', raw })
  const files = readdirSync(join(state, 'spool'))
  const text = files.map((name) => readFileSync(join(state, 'spool', name), 'utf8')).join('\n')
  expect(text).not.toContain(KEY)
  expect(text).not.toContain(PASSWORD)
  expect(text).toContain('[redacted: github-pat]')
})

test('ids and places stay, so that the worker finds the conversation', async () => {
  const event = {
    session_id: ID,
    transcript_path: `/home/ann/.claude/projects/x/${ID}.jsonl`,
    cwd: '/home/ann/x',
  }
  await spoolTurn(state, {
    agent: 'a',
    event: 'turn-end',
    conversation: ID,
    raw: JSON.stringify({ ...event, n: 1 }),
  })
  const turns: unknown[] = []
  await drainSpool(state, ({ raw }) => void turns.push(JSON.parse(raw)))
  expect(turns).toEqual([{ ...event, n: 1 }])
})
