import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readClientEvent } from '../client-event.ts'
import { claimEvent, claimTelling, removeOldClaims } from './claim-event.ts'

let state = ''
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'memdir-claim-'))
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

const event = (data: object) => readClientEvent(data, { env: {} })
const prompt = (more: object = {}) =>
  event({ hook_event_name: 'UserPromptSubmit', session_id: 's', turn_id: 't1', prompt: 'x', ...more })
const start = (more: object = {}) =>
  event({ hook_event_name: 'SessionStart', session_id: 's', source: 'startup', ...more })
const claims = () => join(state, 'hooks', 'claims')

describe('an event that two setups of a client report', () => {
  it('is answered by the first hook, and by it again where a server did not answer it', () => {
    expect(claimEvent(state, prompt(), '1')).toBe(true)
    expect(claimEvent(state, prompt(), '2')).toBe(false)
    expect(claimEvent(state, prompt(), '1')).toBe(true)
    expect(claimEvent(state, start(), '1')).toBe(true)
    expect(claimEvent(state, start(), '2')).toBe(false)
  })

  it('is another one with another mark, text, source, conversation or name', () => {
    claimEvent(state, prompt(), '1')
    claimEvent(state, start(), '1')
    const others = [
      prompt({ turn_id: 't2' }),
      prompt({ session_id: 's2' }),
      // Typed while the turn runs.
      prompt({ prompt: 'y' }),
      prompt({ hook_event_name: 'Stop' }),
      start({ source: 'compact' }),
    ]
    expect(others.map((other) => claimEvent(state, other, '2'))).toEqual([true, true, true, true, true])
  })

  it('is answered each time where nothing tells it from its repetition', () => {
    const unmarked = [
      prompt({ turn_id: undefined }),
      prompt({ session_id: undefined }),
      event({ hook_event_name: 'PostToolUse', session_id: 's', turn_id: 't1' }),
    ]
    for (const one of unmarked)
      expect([claimEvent(state, one, '1'), claimEvent(state, one, '2')]).toEqual([true, true])
  })

  it('is answered again after a while, and where nothing can be written', () => {
    claimEvent(state, start(), '1')
    const [name] = readdirSync(claims())
    utimesSync(join(claims(), name!), new Date(0), new Date(0))
    expect(claimEvent(state, start(), '2')).toBe(true)
    expect(claimEvent(state, start(), '3')).toBe(false)
    writeFileSync(join(state, 'file'), '')
    expect(claimEvent(join(state, 'file'), start(), '4')).toBe(true)
  })

  it('leaves nothing behind', () => {
    claimEvent(state, start(), '1')
    claimTelling(state, 's')
    removeOldClaims(state)
    expect(readdirSync(claims())).toHaveLength(1)
    utimesSync(join(claims(), readdirSync(claims())[0]!), new Date(0), new Date(0))
    removeOldClaims(state)
    expect([readdirSync(claims()), readdirSync(join(state, 'hooks', 'told'))]).toEqual([
      [],
      [expect.any(String)],
    ])
  })
})

it('a person is told once in a conversation, and not where that cannot be noted', () => {
  expect([claimTelling(state, 's'), claimTelling(state, 's'), claimTelling(state, 's2')]).toEqual([
    true,
    false,
    true,
  ])
  writeFileSync(join(state, 'file'), '')
  expect(claimTelling(join(state, 'file'), 's')).toBe(false)
})
