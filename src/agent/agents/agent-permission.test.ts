import { describe, expect, it } from 'vitest'
import { createPermissionGate, type PermissionCall, type PermissionMode } from '../permission.ts'
import type { AgentDefinition } from './agent-definition.ts'
import { modeFor, permissionFor } from './agent-permission.ts'

const { signal } = new AbortController()
const MODES: readonly PermissionMode[] = ['ask', 'acceptEdits', 'plan', 'deny']
const edit: PermissionCall = { tool: 'Edit', input: { file_path: '/p/a' }, readOnly: false, cwd: '/p' }
const shell: PermissionCall = { tool: 'Bash', input: { command: 'make' }, readOnly: false, cwd: '/p' }
const agent = (more: Partial<AgentDefinition> = {}) =>
  ({ name: 'a', description: 'a', source: 'user', prompt: '', ...more }) as AgentDefinition

describe('the mode of a sub-agent', () => {
  it('is its parent’s where its definition says nothing, or something that is not known', () => {
    for (const parent of MODES)
      expect([modeFor(undefined, parent), modeFor('yolo', parent)]).toEqual([parent, parent])
  })

  it.each<[string, PermissionMode]>([
    ['ask', 'ask'],
    ['default', 'ask'],
    ['acceptEdits', 'acceptEdits'],
    ['bypassPermissions', 'acceptEdits'],
    ['plan', 'plan'],
    ['deny', 'deny'],
    ['dontAsk', 'deny'],
  ])('%s means %s where the parent may ask', (wanted, mode) => {
    expect([modeFor(wanted, 'ask'), modeFor(wanted, 'acceptEdits')]).toEqual([mode, mode])
  })

  it('never loosens a parent that only plans, or that nobody can be asked about', () => {
    for (const wanted of ['ask', 'acceptEdits', 'bypassPermissions', 'deny', 'plan'])
      expect(modeFor(wanted, 'plan')).toBe('plan')
    for (const wanted of ['ask', 'acceptEdits', 'bypassPermissions', 'dontAsk'])
      expect(modeFor(wanted, 'deny')).toBe('deny')
    expect(modeFor('plan', 'deny')).toBe('plan')
  })
})

describe('what a sub-agent may do', () => {
  const parentOf = (mode: PermissionMode) => {
    const asked: string[] = []
    const gate = createPermissionGate(mode, async ({ tool }) => {
      asked.push(tool)
      return 'always'
    })
    return { asked, gate }
  }

  it('is asked of the same person, and what was always allowed counts for both', async () => {
    const { asked, gate } = parentOf('ask')
    const own = permissionFor(agent({ permissionMode: 'acceptEdits' }), gate)
    expect([own.mode, gate.mode]).toEqual(['acceptEdits', 'ask'])
    expect(await own.decide(edit, signal)).toEqual({ allowed: true })
    expect(asked).toEqual([])
    await own.decide(shell, signal)
    await gate.decide(shell, signal)
    expect(asked).toEqual(['Bash'])
    const plain = permissionFor(agent(), gate)
    await plain.decide(shell, signal)
    expect([plain.mode, asked]).toEqual(['ask', ['Bash']])
  })

  it('is nothing but reading where it plans, whatever the parent has granted', async () => {
    const { asked, gate } = parentOf('acceptEdits')
    await gate.decide(shell, signal)
    const own = permissionFor(agent({ permissionMode: 'plan' }), gate)
    expect(await own.decide(shell, signal)).toMatchObject({ allowed: false })
    expect(await own.decide({ ...edit, readOnly: true }, signal)).toEqual({ allowed: true })
    expect(asked).toEqual(['Bash'])
  })

  it('is asked of nobody in the background', async () => {
    const { asked, gate } = parentOf('ask')
    const quiet = permissionFor(agent({ background: true }), gate)
    expect(await quiet.decide(edit, signal)).toMatchObject({ allowed: false })
    const edits = permissionFor(agent({ background: true, permissionMode: 'acceptEdits' }), gate)
    expect(await edits.decide({ ...edit, cwd: '/' }, signal)).toEqual({ allowed: true })
    expect(await edits.decide(shell, signal)).toMatchObject({ allowed: false })
    expect(asked).toEqual([])
  })
})
