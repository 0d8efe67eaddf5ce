import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { type Engine, openEngine } from '../engine.ts'
import { readHookRuns } from '../events/hook-runs.ts'
import { handleOf } from '../memdir-handle.ts'
import { memoryHooks } from '../sdk/claude-agent-sdk.ts'
import { answerHook } from './hook-tool.ts'

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

const input = (prompt: string) => ({ hook_event_name: 'UserPromptSubmit', session_id: 's1', prompt })
const failing = () => ({ ...engine, recall: () => Promise.reject(new Error('the disk is gone')) })
const runs = () =>
  readHookRuns(engine.location.state).map(({ event, outcome, failed }) => ({ event, outcome, failed }))
const FAILED = { event: 'prompt', outcome: 'the disk is gone', failed: true }

test('of a hook that failed the model gets nothing, the person is told once, and the doctor knows why', async () => {
  const answer = await answerHook(failing(), input('paint the lights'), place.env)
  expect(JSON.parse(answer.text)).toEqual({ systemMessage: expect.stringContaining('the disk is gone') })
  await answer.afterOutput()
  expect((await answerHook(failing(), input('paint them again'), place.env)).text).toBe('{}')
  expect(runs()).toEqual([FAILED])
  const next = await answerHook(engine, input(''), place.env)
  await next.afterOutput()
  expect(runs()).toEqual([{ event: 'prompt', outcome: 'nothing was typed', failed: undefined }])
})

test('so does an application with the hooks of the Claude Agent SDK', async () => {
  const [hook] = memoryHooks(handleOf(failing())).UserPromptSubmit.flatMap(({ hooks }) => hooks)
  const { signal } = new AbortController()
  expect(await hook?.(input('paint the lights'), undefined, { signal })).toEqual({})
  expect(runs()).toEqual([FAILED])
})
