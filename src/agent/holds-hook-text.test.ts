import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { holdsHookText } from './holds-hook-text.ts'

const START_WORDS = 'The index of the memories'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

test('Gemini CLI: the index is known in a history that was resumed seven times', async () => {
  const log = join(place.root, 'session-2026-11-18T09-00-abcdef12.jsonl')
  const write = (...lines: object[]) =>
    appendFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const added = `<hook_context>${START_WORDS} \`/x\`.</hook_context>`
  const context = { id: 'c', type: 'user', content: '<session_context>today</session_context>' }
  const displayContent = [{ text: 'first' }]
  const typed = { id: 'u0', type: 'user', content: [{ text: 'first' }, { text: added }], displayContent }
  const history: object[] = [context, typed, { id: 'g0', type: 'gemini', content: 'OK.' }]
  write({ sessionId: 's', projectHash: 'p', kind: 'main' }, ...history)
  const held = [await holdsHookText(log, START_WORDS)]
  for (let resume = 1; resume <= 7; resume++) {
    // First one that is empty but for the context, then the whole of it.
    write({ sessionId: 's', projectHash: 'p', kind: 'main' }, { $set: { messages: [context] } })
    write({ $set: { messages: history } })
    held.push(await holdsHookText(log, START_WORDS))
    const next = [
      { id: `u${resume}`, type: 'user', content: [{ text: `message ${resume}` }] },
      { id: `g${resume}`, type: 'gemini', content: 'OK.' },
    ]
    write(...next)
    history.push(...next)
  }
  expect(held).toEqual(Array(8).fill(true))
  const summary = { id: 's1', type: 'user', content: '<state_snapshot>short</state_snapshot>' }
  write({ $set: { messages: [context, summary] } })
  expect(await holdsHookText(log, START_WORDS)).toBe(false)
})
