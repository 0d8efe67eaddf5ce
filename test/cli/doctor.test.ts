import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const { add, json, run } = useCli()

describe('doctor, index, status', () => {
  it('finds, repairs, and is then content', () => {
    add('one')
    writeFileSync(join(json(['path']).data.path, 'user_role.md'), '---\nname: a: b\n---\nx\n', {
      mode: 0o644,
    })
    const found = json(['doctor'])
    expect(found.code).toBe(0)
    expect(found.data.findings.map((finding: { code: string }) => finding.code).sort()).toEqual([
      'broken_frontmatter',
      'missing_pointer',
      'wrong_mode',
    ])
    expect(json(['doctor', '--fail-on-hit']).code).toBe(1)
    expect(run(['doctor']).out).toMatch(/2 memories, 3 problems; 3 can be repaired: memdir doctor --fix/)
    expect(run(['doctor', '--lang', 'zh']).out).toMatch(/2 条记忆，3 个问题；其中 3 个可修复/)
    expect(json(['doctor', '--fix']).data.fixed).toHaveLength(3)
    expect(run(['doctor', '--fail-on-hit'])).toMatchObject({ code: 0, out: '2 memories, all well.\n' })
  })

  it.runIf(process.platform === 'linux')('tells of background work that failed', () => {
    add('one')
    const state = json(['path', '--state']).data.path as string
    rmSync(join(state, 'cache'), { recursive: true, force: true })
    symlinkSync('/sys/kernel', join(state, 'cache'))
    expect(run(['reindex']).code).toBe(1)
    expect(json(['doctor']).data.findings).toMatchObject([
      { code: 'failed_work', message: expect.stringContaining('Writing the search data failed') },
    ])
  })

  it('shows the index and the rules, and says why there is none', () => {
    expect(run(['index']).err).toBe('The index is empty.\n')
    add('one')
    expect(json(['index', '--rules']).data).toMatchObject({
      index: '- [one](note_one.md)',
      cut: null,
      rules: expect.stringContaining('# Memory'),
    })
    run(['config', 'set', 'index.enabled', 'off'])
    expect(run(['index']).err).toBe('The index is switched off (index.enabled).\n')
    expect(json(['index', '--rules']).data.rules).not.toContain('MEMORY.md')
    run(['off'])
    expect(run(['index', '--rules'])).toMatchObject({
      out: '',
      err: expect.stringContaining('Memory is off'),
    })
    const status = json(['status']).data
    expect(status).toMatchObject({ on: false, memories: 1, types: { other: 1 }, decided_by: 'default' })
    expect(run(['status', '--lang', 'zh']).out).toMatch(/^记忆 {2}关 \(local 设置（/)
  })
})
