import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createPermissionGate, type PermissionMode, planPermission } from './permission.ts'

const call = (tool: string, input = {}, readOnly = false) => ({ tool, input, readOnly, cwd: '/p' })
const signal = new AbortController().signal

test.each<[PermissionMode, string, object, boolean, string]>([
  ['ask', 'Read', {}, true, 'allow'],
  ['ask', 'Write', { file_path: '/p/a' }, false, 'ask'],
  ['acceptEdits', 'Write', { file_path: '/p/a' }, false, 'allow'],
  ['acceptEdits', 'Edit', { file_path: 'sub/a' }, false, 'allow'],
  ['acceptEdits', 'Edit', { file_path: '/p/../q/a' }, false, 'ask'],
  ['acceptEdits', 'Edit', { file_path: '/pq/a' }, false, 'ask'],
  ['acceptEdits', 'Edit', { file_path: '~/a' }, false, 'ask'],
  ['acceptEdits', 'Edit', { file_path: '/p/.git/hooks/x' }, false, 'ask'],
  ['acceptEdits', 'Edit', { file_path: '/p/sub/.Claude/settings.json' }, false, 'ask'],
  ['acceptEdits', 'Edit', { file_path: '/p' }, false, 'ask'],
  ['acceptEdits', 'Bash', { command: 'rm x' }, false, 'ask'],
  ['plan', 'Write', { file_path: '/p/a' }, false, 'deny'],
  ['plan', 'Grep', {}, true, 'allow'],
  ['deny', 'Bash', {}, false, 'deny'],
  ['deny', 'Read', {}, true, 'allow'],
])('%s: %s %j', (mode, tool, input, readOnly, expected) => {
  const plan = planPermission(mode, call(tool, input, readOnly))
  expect(plan === 'ask' ? 'ask' : plan.allowed ? 'allow' : 'deny').toBe(expected)
})

describe('credentials', () => {
  const reading = (mode: PermissionMode, tool = 'Read', readOnly = true) => {
    const plan = planPermission(mode, { ...call(tool, { file_path: '/p/k' }, readOnly), credentials: '/p/k' })
    return plan === 'ask' ? 'ask' : plan.allowed ? 'allow' : plan.reason
  }

  test('are asked for in every mode, and denied with the reason where nobody is there', () => {
    expect((['ask', 'acceptEdits', 'plan'] as const).map((mode) => reading(mode))).toEqual([
      'ask',
      'ask',
      'ask',
    ])
    expect(reading('deny')).toBe(
      "/p/k contains credentials: Read needs the user's permission for it, and nobody is there to give it",
    )
    expect(reading('acceptEdits', 'Edit', false)).toBe('ask')
    expect(reading('plan', 'Edit', false)).toContain('only reading is allowed while planning')
  })

  test('are not covered by what was allowed always for edits, but by the same call', async () => {
    const asked: string[] = []
    const gate = createPermissionGate('ask', async ({ credentials }) => {
      asked.push(credentials ?? 'edit')
      return 'always'
    })
    await gate.decide(call('Edit', { file_path: '/p/a' }), signal)
    const edit = { ...call('Edit', { file_path: '/p/k' }), credentials: '/p/k' }
    for (const one of [edit, edit]) await gate.decide(one, signal)
    expect(asked).toEqual(['edit', '/p/k'])
    expect(await createPermissionGate('ask').decide(edit, signal)).toEqual({
      allowed: false,
      reason: expect.stringContaining('contains credentials'),
    })
  })
})

test('a link that leads out of the project is outside', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'memdir-permission-'))
  symlinkSync('/etc', join(cwd, 'link'))
  const plan = (file_path: string) => planPermission('acceptEdits', { ...call('Write', { file_path }), cwd })
  expect(plan(join(cwd, 'link', 'new.txt'))).toBe('ask')
  expect(plan('deep/new.txt')).toEqual({ allowed: true })
  rmSync(cwd, { recursive: true })
})

test('always means this command again, or every edit in the project', async () => {
  const asked: string[] = []
  const gate = createPermissionGate('ask', async ({ tool }) => {
    asked.push(tool)
    return 'always'
  })
  for (const command of ['make', 'make', 'make clean']) await gate.decide(call('Bash', { command }), signal)
  await gate.decide(call('Edit', { file_path: '/p/a' }), signal)
  await gate.decide(call('Write', { file_path: '/p/b' }), signal)
  await gate.decide(call('Write', { file_path: '/etc/b' }), signal)
  expect(asked).toEqual(['Bash', 'Bash', 'Edit', 'Write'])
})

test('a refusal carries the reason; nobody to ask is a refusal', async () => {
  const gate = createPermissionGate('ask', async () => ({ refused: 'use npm' }))
  expect(await gate.decide(call('Bash'), signal)).toEqual({ allowed: false, reason: 'use npm' })
  expect(await createPermissionGate('ask').decide(call('Bash'), signal)).toMatchObject({ allowed: false })
})

describe('what reaches beyond this machine', () => {
  const fetching = (reaches: string, mode: PermissionMode = 'ask') => {
    const plan = planPermission(mode, { ...call('WebFetch', { url: reaches }, true), reaches })
    return plan === 'ask' ? 'ask' : plan.allowed ? 'allow' : 'deny'
  }

  test('is asked about even where it only reads, while planning too, and denied where nobody is there', () => {
    expect(
      (['ask', 'acceptEdits', 'plan', 'deny'] as const).map((mode) => fetching('a.example', mode)),
    ).toEqual(['ask', 'ask', 'ask', 'deny'])
    const writes = { ...call('mcp__docs__change'), reaches: 'mcp__docs__change' }
    expect(planPermission('plan', writes)).toMatchObject({ allowed: false })
  })

  test('always is for the same host and the same tool, whatever else the call says', async () => {
    const asked: string[] = []
    const gate = createPermissionGate('ask', async ({ tool, reaches }) => {
      asked.push(`${tool} ${reaches}`)
      return 'always'
    })
    const decide = (tool: string, url: string, reaches: string) =>
      gate.decide({ ...call(tool, { url }, true), reaches }, signal)
    await decide('WebFetch', 'https://a.example/1', 'a.example')
    await decide('WebFetch', 'https://a.example/2', 'a.example')
    await decide('WebFetch', 'https://b.example/1', 'b.example')
    await decide('Other', 'https://a.example/1', 'a.example')
    expect(asked).toEqual(['WebFetch a.example', 'WebFetch b.example', 'Other a.example'])
  })
})

test('questions come one after another, and one answer may be for several', async () => {
  const open: ((answer: 'once' | 'always') => void)[] = []
  const gate = createPermissionGate('ask', () => new Promise((answer) => open.push(answer)))
  const make = call('Bash', { command: 'make' })
  const all = [
    gate.decide(make, signal),
    gate.decide(make, signal),
    gate.decide(call('Bash', { command: 'ls' }), signal),
  ]
  await new Promise((wake) => setImmediate(wake))
  expect(open).toHaveLength(1)
  open[0]!('always')
  await Promise.all(all.slice(0, 2))
  await new Promise((wake) => setImmediate(wake))
  // The second call was answered with the first; the third is another question.
  expect(open).toHaveLength(2)
  open[1]!('once')
  expect(await all[2]).toEqual({ allowed: true })
})

test('an answer that fails is no permission, and the next question is asked all the same', async () => {
  let times = 0
  const gate = createPermissionGate('ask', async () => {
    if (++times === 1) throw new Error('the terminal is gone')
    return 'once'
  })
  await expect(gate.decide(call('Bash'), signal)).rejects.toThrow('the terminal is gone')
  expect(await gate.decide(call('Bash'), signal)).toEqual({ allowed: true })
})
