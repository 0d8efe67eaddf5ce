import { expect, test } from 'vitest'
import { FakeModel } from '../../../test/support/published/fake-model.ts'
import { fakeTool } from '../../../test/support/published/fake-tools.ts'
import { replyWithTools } from '../../../test/support/published/reply.ts'
import { readHooks } from '../hooks/read-hooks.ts'
import { createHookRunner } from '../hooks/run-hooks.ts'
import { createHookJudge, createHookVerifier } from './hook-judges.ts'

const event = { name: 'PreToolUse' as const, data: { tool_name: 'Bash', tool_input: { command: 'make' } } }
const hooks = (type: string) =>
  readHooks({ PreToolUse: [{ hooks: [{ type, prompt: 'Only tests may run: $ARGUMENTS' }] }] }, 'user').hooks

test('a prompt hook is judged by the small model', async () => {
  const model = new FakeModel(['I think not.\n{"ok": false, "reason": "make is no test"}', '{"ok": true}'])
  const asked: string[] = []
  const judge = createHookJudge((name) => {
    asked.push(name)
    return model
  })
  const runner = createHookRunner({
    hooks: hooks('prompt'),
    cwd: '/',
    environment: {},
    judge,
  })
  expect(await runner.run(event)).toMatchObject({ decision: 'deny', reason: 'make is no test' })
  expect((await runner.run(event)).decision).toBeUndefined()
  expect(asked).toEqual(['small', 'small'])
  expect(model.requests[0]!.body).toContain('\\"command\\":\\"make\\"')
})

test('an agent hook looks before it judges; one that does not finish is a warning', async () => {
  const model = new FakeModel([
    replyWithTools({ tool: 'Read', input: { value: 'x' } }),
    '{"ok": false, "reason": "seen"}',
    { fail: 'overloaded' },
  ])
  const verify = createHookVerifier({
    model: () => model,
    tools: [fakeTool({ name: 'Read' }), fakeTool({ name: 'Write' })],
    cwd: '/',
  })
  const runner = createHookRunner({
    hooks: hooks('agent'),
    cwd: '/',
    environment: {},
    verify,
  })
  expect(await runner.run(event)).toMatchObject({ decision: 'deny', reason: 'seen' })
  expect(model.requests[0]!.request.tools.map(({ name }) => name)).toEqual(['Read'])
  const failed = await runner.run(event)
  expect(failed.decision).toBeUndefined()
  expect(failed.warnings).toHaveLength(1)
})
