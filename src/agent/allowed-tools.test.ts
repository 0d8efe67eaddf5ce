import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowTools, isAllowed, readAllowedTools, unknownTools } from './allowed-tools.ts'
import { createPermissionGate } from './permission.ts'

const allows = (rules: string[], tool: string, command?: string) =>
  isAllowed(readAllowedTools(rules), { tool, input: command === undefined ? {} : { command } })

describe('what was allowed before', () => {
  it.each([
    [['Edit'], 'Edit', undefined],
    [['Bash'], 'Bash', 'rm -r $(anything)'],
    [['Bash(*)'], 'Bash', 'make'],
    [['Bash(npm test)'], 'Bash', ' npm test '],
    [['Bash(make > build.log)'], 'Bash', 'make > build.log'],
    [['Bash(git log:*)'], 'Bash', 'git log --oneline -3'],
    [['Bash(git log *)'], 'Bash', 'git log'],
    [['Bash(npm test:*)', 'Bash(tail:*)'], 'Bash', 'npm test -- src 2>&1 | tail -n 5'],
    [['mcp__files'], 'mcp__files__read', undefined],
    [['mcp__files__read'], 'mcp__files__read', undefined],
  ])('%j allows %s %s', (rules, tool, command) => {
    expect(allows(rules, tool, command)).toBe(true)
  })

  it.each([
    [['Edit'], 'Write', undefined],
    [['Bash(npm test)'], 'Bash', 'npm test -- --update'],
    [['Bash(git log:*)'], 'Bash', 'git logs'],
    [['Bash(git log:*)'], 'Bash', 'git push'],
    [['Bash(git log:*)'], 'Bash', 'git log; rm -r .'],
    [['Bash(git log:*)'], 'Bash', 'git log && git push'],
    [['Bash(git log:*)'], 'Bash', 'git log | sh'],
    [['Bash(git log:*)'], 'Bash', 'git log $(rm x)'],
    [['Bash(git log:*)'], 'Bash', 'git log `rm x`'],
    [['Bash(git log:*)'], 'Bash', 'git log > src/main.ts'],
    [['Bash(git log:*)'], 'Bash', 'git log\nrm x'],
    [['Bash(git log:*)'], 'Bash', 'git log & rm x'],
    [['Bash(git log:*)'], 'Bash', 'PATH=. git log'],
    [['mcp__files'], 'mcp__files2__read', undefined],
  ])('%j does not allow %s %s', (rules, tool, command) => {
    expect(allows(rules, tool, command)).toBe(false)
  })

  it('lets no operator through, whatever stands around it', () => {
    const word = fc.stringMatching(/^[a-z./-]{0,8}$/)
    const operator = fc.constantFrom(';', '&&', '||', '|', '&', '\n', '`rm`', '$(rm)', '>x', '<(rm)')
    fc.assert(
      fc.property(word, operator, word, (a, between, b) => {
        expect(allows(['Bash(git log:*)'], 'Bash', `git log ${a} ${between} rm ${b}`)).toBe(false)
      }),
    )
  })

  it.each(['', 'Edit(src/**)', 'Bash()', 'Bash(ls', 'rm -r', 'Read(~/x)'])(
    'refuses the rule "%s"',
    (rule) => {
      expect(() => readAllowedTools([rule])).toThrowError(/does not understand/)
    },
  )

  it('names tools that do not exist', () => {
    const rules = readAllowedTools(['Edit', 'Wite', 'Wite', 'mcp__later'])
    expect(unknownTools(rules, [{ name: 'Edit' }])).toEqual(['Wite'])
  })

  it('asks nobody, but plans stay plans and credentials are still asked about', async () => {
    const gate = allowTools(createPermissionGate('deny'), readAllowedTools(['Edit']))
    const call = { tool: 'Edit', input: { file_path: '/elsewhere/a' }, readOnly: false, cwd: '/project' }
    const decide = async (more = {}) =>
      (await gate.decide({ ...call, ...more }, new AbortController().signal)).allowed
    expect(await decide()).toBe(true)
    expect(await decide({ tool: 'Write' })).toBe(false)
    expect(await decide({ credentials: '.env' })).toBe(false)
    gate.mode = 'plan'
    expect(await decide()).toBe(false)
  })
})
