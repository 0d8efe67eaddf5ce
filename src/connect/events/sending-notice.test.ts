import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddingServer } from '../../../test/support/published/embedding-server.ts'
import { temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { readClientEvent } from '../client-event.ts'
import { openEngine } from '../engine.ts'
import { answerHookEvent } from './answer-hook.ts'

test('a hook tells the person which texts go where before one of them does, once', async () => {
  const place = temporaryHome()
  const server = await startEmbeddingServer()
  // By its name it could be anywhere; this machine answers.
  const embeddingUrl = server.url.replace(/\/\/[^:/]+/, '//0.0.0.0')
  mkdirSync(place.home, { recursive: true })
  writeFileSync(
    join(place.home, 'settings.json'),
    JSON.stringify({ storage: { embeddingUrl, embeddingModel: 'm' } }),
  )
  const env = { ...place.env, MEMDIR_BACKGROUND: '0' }
  const engine = openEngine({ directory: place.project, env })
  mkdirSync(engine.location.memory, { recursive: true })
  writeFileSync(join(engine.location.memory, 'tea.md'), 'Green tea with Caroline in the harbour.')
  const ask = async (conversation: string) => {
    const data = {
      hook_event_name: 'UserPromptSubmit',
      session_id: conversation,
      prompt: 'green tea with Caroline?',
    }
    const event = readClientEvent(data, { agent: 'claude-code', env })
    const answer = await answerHookEvent(engine, event, { env, hook: process.pid, raw: JSON.stringify(data) })
    const sent = server.requests
    await answer.afterOutput()
    return { said: JSON.parse(answer.output || '{}').systemMessage as string | undefined, sent }
  }
  const first = await ask('one')
  expect(first.said).toMatch(
    /Your settings name an embedding provider: 0\.0\.0\.0:\d+ .*Nothing has been sent so far/,
  )
  expect(first.sent).toBe(0)
  const second = await ask('two')
  expect(second.said).toBeUndefined()
  expect(second.sent).toBeGreaterThan(0)
  await engine.close()
  await server.close()
  place.remove()
})
