import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Engine, openEngine } from '../engine/engine.ts'
import { type TemporaryHome, temporaryHome } from '../testing/temporary-home.ts'
import { readSpool } from '../worker/drain-spool.ts'
import type { WorkAsked } from '../worker/start-once.ts'
import { answerEvent } from './answer-event.ts'
import { readClientEvent } from './client-event.ts'

let place: TemporaryHome
let engine: Engine
beforeEach(() => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
})
afterEach(async () => {
  await engine.close()
  place.remove()
})

test.each<[WorkAsked, number]>([
  ['started', 1],
  ['running', 1],
  ['failed', 1],
  ['off', 0],
])('where the worker is %s, %d turn waits for it', async (asked, waiting) => {
  const event = readClientEvent(
    { hook_event_name: 'Stop', session_id: 's1' },
    { agent: 'claude-code', env: {} },
  )
  const answer = await answerEvent({ ...engine, startWorker: () => asked }, event, { budget: 1, raw: '{}' })
  expect([answer.text, readSpool(engine.location.state).waiting]).toEqual(['', waiting])
})
