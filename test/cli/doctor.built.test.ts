import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtFile } from '../built.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
const { add, json, run } = cli

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
    expect(found.data.fixed).toMatchObject([{ code: 'search_data', facts: { missing: 2 } }])
    expect(json(['doctor', '--fail-on-hit']).code).toBe(1)
    expect(run(['doctor']).out).toMatch(/2 memories, 3 problems; 3 can be repaired: memdir doctor --fix/)
    expect(run(['doctor', '--lang', 'zh']).out).toMatch(/2 条记忆，3 个问题；其中 3 个可修复/)
    const repaired = run(['doctor', '--fix']).out
    expect(repaired).toContain('✓ repaired: MEMORY.md: no pointer to user_role.md\n')
    expect(repaired).toMatch(/2 memories, all well\. 3 repaired\.\n$/)
    run(['doctor'])
    expect(run(['doctor', '--fail-on-hit'])).toMatchObject({ code: 0, out: '2 memories, all well.\n' })
  })

  it('removes what a killed process left in the home and next to the project’s entry, and in state', () => {
    add('one')
    const { directory, home } = json(['status']).data
    const project = join(directory, '..')
    const places = [home, project, join(project, 'state/quarantine'), join(project, 'state/shown')]
    for (const place of places) {
      mkdirSync(place, { recursive: true })
      writeFileSync(join(place, '.memdir-tmp-abc'), 'half')
    }
    const codes = () => json(['doctor']).data.findings.map(({ code }: { code: string }) => code)
    expect(codes()).toEqual(places.map(() => 'leftover'))
    expect(json(['doctor', '--fix']).data.fixed).toHaveLength(places.length)
    expect(places.filter((place) => existsSync(join(place, '.memdir-tmp-abc')))).toEqual([])
    expect(codes()).toEqual([])
  })

  it('says in both languages what it repaired, and in JSON which findings these were', () => {
    const { file } = add('one')
    const index = join(json(['path']).data.path, 'MEMORY.md')
    writeFileSync(index, '')
    expect(run(['doctor', '--fix', '--lang', 'zh']).out).toContain(
      `✓ 已修复：MEMORY.md: 缺少指向 ${file} 的指针`,
    )
    writeFileSync(index, '')
    expect(json(['doctor', '--fix']).data.fixed).toMatchObject([{ code: 'missing_pointer' }])
  })

  it('reports the lock of a process that was killed, which is no problem', () => {
    add('one')
    run(['doctor'])
    const locks = join(json(['path', '--state']).data.path, 'locks')
    const script = `import { tryLock } from ${JSON.stringify(builtFile('base/files/lock.js'))}
      tryLock(${JSON.stringify(locks)}, 'memory')
      process.kill(process.pid, 'SIGKILL')`
    spawnSync(process.execPath, ['--input-type=module', '-e', script])
    const { code, out } = run(['doctor', '--fail-on-hit'])
    expect([code, out]).toEqual([0, '1 memory, all well.\n'])
    expect(json(['doctor']).data.findings).toMatchObject([{ code: 'stale_lock', note: true }])
    expect(json(['doctor', '--fix']).data.fixed).toMatchObject([{ code: 'stale_lock', note: true }])
    expect(run(['doctor']).out).toBe('1 memory, all well.\n')
  })

  it('counts every line with a mark: a setting that is wrong is a problem, what waits for approval is not', () => {
    add('one')
    expect(run(['doctor']).out).toMatch(/^· state\/cache: .*\n1 memory, all well\.\n$/)
    writeFileSync(join(cli.place.home, 'settings.json'), '{"nosuch":1}')
    const { code, out } = run(['doctor', '--fail-on-hit'])
    expect(code).toBe(1)
    expect(out).toMatch(/^! .*unknown setting "nosuch"\n1 memory, 1 problem\n$/)
    writeFileSync(join(json(['path']).data.path, 'MEMORY.md'), '')
    const marked = run(['doctor'])
      .out.split('\n')
      .filter((line) => line.startsWith('! '))
    expect(marked).toHaveLength(2)
    expect(run(['doctor', '--lang', 'zh']).out).toContain('1 条记忆，2 个问题；其中 1 个可修复')
    expect(run(['doctor', '--fix', '--lang', 'zh']).out).toContain('1 条记忆，1 个问题；已修复 1 个\n')
  })

  it('says first that memory is off, and what waits for the person', () => {
    add('We deploy on Tuesdays')
    run(['doctor'])
    const off = { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' }
    expect(run(['doctor'], { env: off }).out).toMatch(
      /^! memory is off here \(CLAUDE_CODE_DISABLE_AUTO_MEMORY=1\): .*\n1 memory, 1 problem\n$/,
    )
    expect(run(['doctor', '--lang', 'zh'], { env: off }).out).toContain('! 此处记忆已关闭')
    const batch = join(cli.place.root, 'theirs.json')
    writeFileSync(batch, JSON.stringify([{ id: 'x', content: 'The port is 9090', type: 'fact' }]))
    run(['import', batch, '--yes'])
    expect(run(['doctor']).out).toMatch(
      /· waiting for you in `memdir inbox`: .*\n1 memory, no problem; something waits/,
    )
    expect(run(['doctor', '--lang', 'zh']).out).toMatch(/等待您处理[\s\S]*没有问题；有待您处理的内容/)
  })

  it('reports files that are not text, and values that no memory can have', () => {
    add('one')
    const directory = json(['path']).data.path
    const put = (name: string, data: string | Buffer) =>
      writeFileSync(join(directory, name), data, { mode: 0o600 })
    put('bin.md', Buffer.from([0, 1, 255]))
    put(
      'odd.md',
      '---\nname: odd\ntype: banana\nimportance: 99\nconfidence: "0.5"\nexpires: soon\n---\ntext\n',
    )
    const { findings } = json(['doctor']).data
    const about = (name: string) =>
      findings
        .filter(
          ({ file, code }: { file: string; code: string }) => file === name && code !== 'missing_pointer',
        )
        .map(({ message }: { message: string }) => message)
    expect(about('bin.md')).toEqual([
      'is not text (binary data, or not UTF-8); convert it to UTF-8 or remove it',
    ])
    expect(about('odd.md')).toEqual([
      expect.stringContaining('there is no type "banana", so the field is ignored'),
      expect.stringContaining('importance must be a number from 1 to 5, not 99'),
      expect.stringContaining('expires "soon" is not a time'),
    ])
    expect(run(['doctor', '--lang', 'zh']).out).toContain('bin.md: 不是文本（二进制数据')
  })

  it('reports settings before there are memories, too', () => {
    mkdirSync(cli.place.home)
    writeFileSync(join(cli.place.home, 'settings.json'), '{"nosuch":1}')
    expect(run(['doctor']).out).toMatch(/! .*: unknown setting "nosuch"\nNo memory directory yet/)
  })

  it.runIf(process.platform === 'linux')('reports background work that failed', () => {
    add('one')
    const state = json(['path', '--state']).data.path as string
    rmSync(join(state, 'cache'), { recursive: true, force: true })
    symlinkSync('/sys/kernel', join(state, 'cache'))
    expect(run(['reindex']).code).toBe(1)
    expect(json(['doctor']).data.findings).toMatchObject([
      { code: 'search_data', message: expect.stringContaining('cannot be kept') },
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
    expect(run(['status', '--lang', 'zh']).out).toMatch(/^记忆 +关（设置文件（本项目个人设置）\/.*）$/m)
  })

  it('calls a memory without a type the same everywhere, and a kind says its type', () => {
    add('one')
    add('two', '--type', 'feedback')
    writeFileSync(join(json(['path']).data.path, 'note_three.md'), '---\nkind: workflow\n---\nthree\n')
    expect(run(['status']).out).toMatch(/^memories +3 \(2 feedback, 1 untyped\)$/m)
    expect(run(['stats']).out).toMatch(/^types +2 feedback, 1 untyped$/m)
    expect(run(['status', '--lang', 'zh']).out).toContain('3（2 反馈、1 未分类）')
    expect(run(['stats', '--lang', 'zh']).out).toMatch(/^类型 +2 反馈、1 未分类$/m)
  })

  it('shows the time of the last change on the person’s own clock', () => {
    const path = () => join(json(['path']).data.path, 'note_one.md')
    add('one', '--file', 'note_one.md')
    writeFileSync(path(), '---\nname: one\nupdated: 2026-04-09T18:05:59Z\n---\none\n')
    const result = run(['status'], { env: { TZ: 'Asia/Shanghai' } }).out
    expect(result).toMatch(/^changed +2026-04-10 02:05 \(.+\)$/m)
  })
})
