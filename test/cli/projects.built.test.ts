import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { prompt, runHookProgram, start } from '../agents/run-hook.ts'
import { COMMAND } from './run-memdir.ts'
import { hasTerminal } from './use-chat.ts'
import { useCli } from './use-cli.ts'
import { inTerminal } from './use-terminal.ts'

const cli = useCli({ prepare: () => makeCopied() })
const { below, git, json, run } = cli

function repository(name: string): string {
  mkdirSync(below(name))
  git(below(name), 'init', '-q')
  writeFileSync(below(name, 'readme'), name)
  git(below(name), 'add', '.')
  git(below(name), 'commit', '-q', '-m', 'first')
  return below(name)
}

/** A project with a memory, and a copy of its directory. */
const copied = () => ({ shop: below('shop'), copy: below('copy') })

function makeCopied(): void {
  const shop = repository('shop')
  git(shop, 'remote', 'add', 'origin', 'git@example.org:team/shop.git')
  run(['add', 'Releases go out on Tuesdays', '--file', 'note.md'], { cwd: shop })
  cpSync(shop, below('copy'), { recursive: true })
}
const texts = (cwd: string) =>
  json(['list'], { cwd }).data.memories.map(({ content }: { content: string }) => content.trim())

describe('a project that is not known', () => {
  it('is not taken for the one around the name that was given', () => {
    const { copy } = copied()
    run(['add', 'Of the copy alone'], { cwd: copy })
    expect(json(['projects', 'link', 'nosuch'], { cwd: copy })).toMatchObject({
      code: 1,
      error: { message: 'no such project: "nosuch"' },
    })
  })
})

describe('a copy of a project, where nobody can be asked', () => {
  it('reads nothing of it, says once what may be joined, and joins when told to', () => {
    const { shop, copy } = copied()
    const first = run(['list'], { cwd: copy })
    expect(first.out).not.toContain('Tuesdays')
    expect(first.err).toBe(
      `${copy} may be the same repository as ${shop} (same first commit, same remote).\n` +
        `Its memory is not used here until you say so: memdir projects link ${shop} — or, to keep them apart: memdir projects unlink\n`,
    )
    expect(run(['list'], { cwd: copy }).err).toBe('')
    const listed = run(['projects', '--lang', 'zh'], { cwd: copy }).out
    expect(listed).toContain(`${copy} 可能与 ${shop} 是同一仓库（初始提交相同，远程地址相同）。`)
    expect(json(['projects'], { cwd: copy }).data.offers).toMatchObject([{ path: shop, state: 'noticed' }])
    expect(run(['projects', 'link', shop], { cwd: copy }).out).toContain(`now uses the memory of ${shop}`)
    expect(texts(copy)).toEqual(['Releases go out on Tuesdays'])
    expect(json(['projects'], { cwd: copy }).data.offers).toEqual([])
  })

  it('keeps apart what the person wants apart, and says no more', () => {
    const { copy } = copied()
    // Said before, and so waiting for an answer.
    expect(run(['list'], { cwd: copy }).err).not.toBe('')
    expect(run(['projects', 'unlink'], { cwd: copy }).out).toContain(`${copy} has a memory of its own.`)
    expect(run(['list'], { cwd: copy }).err).toBe('')
    expect(json(['projects'], { cwd: copy }).data.offers).toEqual([])
  })

  it('tells the person once, at the start of a conversation in an agent, and never the model', () => {
    const { copy, shop } = copied()
    const begin = () =>
      runHookProgram(cli.place, { ...start('startup'), cwd: copy }, { agent: 'claude-code' }).out
    expect(runHookProgram(cli.place, { ...prompt('When do releases go out?'), cwd: copy }).out).toBe('')
    const { systemMessage, ...rest } = JSON.parse(begin())
    expect(systemMessage).toMatch(
      /^memdir: .* may be the same repository as .*\(same remote\)\.\nIts memory is not/,
    )
    expect([rest, begin()]).toEqual([{}, ''])
    expect(json(['projects'], { cwd: copy }).data.offers).toMatchObject([{ path: shop, state: 'noticed' }])
  })

  it('gives hooks nothing of the other, at the start and for a prompt', () => {
    const { copy, shop } = copied()
    const asked = prompt('When do releases go out, on Tuesdays?')
    for (const event of [asked, start('startup')])
      expect(runHookProgram(cli.place, { ...event, cwd: copy }).out).not.toContain('Tuesdays')
    expect(runHookProgram(cli.place, { ...asked, cwd: shop }).out).toContain('Tuesdays')
  })

  it.each([{ CLAUDECODE: '1' }, { GEMINI_CLI: '1' }, { OPENCODE: '1' }, { CODEX_THREAD_ID: 'x' }])(
    'is not joined by an agent: %j',
    (env) => {
      const { copy, shop } = copied()
      for (const args of [
        ['link', shop],
        ['move', shop, copy],
      ]) {
        const refused = run(['projects', ...args], { cwd: copy, env })
        expect(refused).toMatchObject({ code: 1, out: '' })
        expect(refused.err).toMatch(/cannot give itself the memory of another project\. Run it yourself/)
      }
      expect(json(['projects', 'link', shop], { cwd: copy, env }).error.code).toBe('needs_person')
      expect(run(['projects', 'link', shop, '--lang', 'zh'], { cwd: copy, env }).err).toContain(
        '不能自行取得',
      )
      expect(texts(copy)).toEqual([])
    },
  )

  it('brings along what the copy had of its own, under another name where one is taken', () => {
    const { copy, shop } = copied()
    run(['add', 'Of the copy', '--file', 'note.md'], { cwd: copy, env: { CLAUDECODE: '1' } })
    const joined = run(['projects', 'link', shop], { cwd: copy })
    const left = join(cli.place.home, 'projects')
    expect(joined.err).toMatch(/^What it had of its own \(1\) stays in .*; `memdir projects link .* --bring`/)
    expect(joined.err).toContain(left)
    expect(texts(shop)).toEqual(['Releases go out on Tuesdays'])
    const brought = json(['projects', 'link', shop, '--bring'], { cwd: copy })
    expect(brought.data).toMatchObject({ brought: 1 })
    expect(texts(shop).sort()).toEqual(['Of the copy', 'Releases go out on Tuesdays'])
    expect(json(['log'], { cwd: shop }).data.changes[0]).toMatchObject({
      actor: 'claude-code',
      file: 'note_2.md',
    })
    run(['projects', 'unlink'], { cwd: copy })
    expect(texts(copy)).toEqual(['Of the copy'])
  })

  it('brings along once, and under another name also where only the case differs', () => {
    const { copy, shop } = copied()
    run(['add', 'Of the copy', '--file', 'Note.md'], { cwd: copy })
    const bring = () => json(['projects', 'link', shop, '--bring'], { cwd: copy })
    expect(bring()).toMatchObject({ ok: true, data: { brought: 1 } })
    expect(json(['log'], { cwd: shop }).data.changes[0]).toMatchObject({ file: 'Note_2.md' })
    expect(bring()).toMatchObject({ ok: true, data: { brought: 0 } })
    expect(texts(shop).sort()).toEqual(['Of the copy', 'Releases go out on Tuesdays'])
  })
})

describe.runIf(hasTerminal)('a copy of a project, at a terminal', () => {
  const QUESTION = 'Use the memory of'

  it('asks before anything is read, takes a yes with what was there, and never asks again', async () => {
    const { shop, copy } = copied()
    run(['add', 'Of the copy'], { cwd: copy })
    const { end, said, type } = inTerminal(cli.place, ['list'], { cwd: copy })
    await said('A copy made by somebody else looks the same.')
    await said(`${QUESTION} ${shop} here? [y/N]`)
    type('y\n')
    await said('has memories of its own (1). Copy them into the joined memory? [Y/n]')
    type('\n')
    await said('Releases go out')
    expect((await end).code).toBe(0)
    expect(texts(shop).sort()).toEqual(['Of the copy', 'Releases go out on Tuesdays'])
    expect((await inTerminal(cli.place, ['list'], { cwd: copy }).end).out).not.toContain(QUESTION)
  })

  it('takes everything else for a no, in Chinese too, and never asks again', async () => {
    const { shop, copy } = copied()
    const { end, said, type } = inTerminal(cli.place, ['add', '自己的', '--lang', 'zh'], { cwd: copy })
    await said(`在此使用 ${shop} 的记忆？ [y/N]`)
    type('\n')
    await said(`${copy} 使用自己的记忆。`)
    expect((await end).code).toBe(0)
    expect([texts(copy), texts(shop)]).toEqual([['自己的'], ['Releases go out on Tuesdays']])
    expect((await inTerminal(cli.place, ['list'], { cwd: copy }).end).out).not.toContain(QUESTION)
  })

  it('asks after a move, says that the old path is gone, and takes the end of the input for no answer', async () => {
    const { shop, copy } = copied()
    rmSync(shop, { recursive: true })
    const { end, said, type } = inTerminal(cli.place, ['list'], { cwd: copy })
    await said(`${shop} is not there any more: it may have been moved here.`)
    await said('[y/N]')
    type('\u0004')
    expect((await end).out).not.toContain('Releases')
    const again = inTerminal(cli.place, ['list'], { cwd: copy })
    await again.said('[y/N]')
    again.type('y\n')
    await again.said('Releases go out')
    expect((await again.end).code).toBe(0)
  })

  it('lets the person choose between several', async () => {
    const { shop, copy } = copied()
    cpSync(copy, below('third'), { recursive: true })
    run(['add', 'Of the copy'], { cwd: copy })
    const { end, said, type } = inTerminal(cli.place, ['list'], { cwd: below('third') })
    await said(`1. ${below('third')} may be the same repository as ${shop}`)
    await said(`2. ${below('third')} may be the same repository as ${copy}`)
    await said('1–2, or Enter')
    type('2\n')
    await said('Of the copy')
    expect((await end).code).toBe(0)
  })

  it.each([
    [['list'], { CLAUDECODE: '1' }],
    [['list', '--json'], {}],
    [['projects'], {}],
    [['config'], {}],
  ])('does not ask in %j with %j', async (args, env) => {
    const { copy } = copied()
    expect((await inTerminal(cli.place, args, { cwd: copy, env }).end).out).not.toContain(QUESTION)
  })
})

describe('projects and init', () => {
  it('moves a project, also one that lay inside another repository', () => {
    const outer = repository('outer')
    run(['add', 'of outer'], { cwd: outer })
    mkdirSync(join(outer, 'inner'))
    git(join(outer, 'inner'), 'init', '-q')
    run(['add', 'of inner'], { cwd: join(outer, 'inner') })
    renameSync(join(outer, 'inner'), below('moved'))
    expect(run(['projects']).out).toContain('(not there any more)')
    expect(json(['projects', 'move', join(outer, 'inner'), below('moved')]).code).toBe(0)
    expect(texts(below('moved'))).toEqual(['of inner'])
    expect(texts(outer)).toEqual(['of outer'])
    expect(json(['projects', 'move', outer, '/no/where'])).toMatchObject({ code: 1 })
  })

  it('finds memories whose entry was lost, and can link them', () => {
    run(['add', 'kept'])
    rmSync(join(cli.place.home, 'projects.json'))
    const projects = join(cli.place.home, 'projects')
    for (const name of readdirSync(projects)) rmSync(join(projects, name, 'project.json'))
    mkdirSync(below('other'))
    const [project] = json(['projects'], { cwd: below('other') }).data.projects
    expect(project).toMatchObject({ memories: 1, paths: [] })
    run(['projects', 'link', project.name.slice(1, -2)], { cwd: below('other') })
    expect(json(['list'], { cwd: below('other') }).data.total).toBe(1)
  })

  it('sets up once and says where', () => {
    const first = json(['init'])
    expect(first.data).toMatchObject({ created: true, root: cli.place.project })
    expect(json(['init']).data.created).toBe(false)
    expect(run(['path']).out).toBe(`${first.data.directory}\n`)
    expect(run(['path', '--state']).out).toMatch(/state\n$/)
  })
})

describe('a damaged projects.json', () => {
  const file = () => join(cli.place.home, 'projects.json')

  it('stops no command and no hook; doctor says it, and repairs it', () => {
    run(['add', 'Releases go out on Tuesdays'])
    writeFileSync(file(), '{"v":1,"proj')
    for (const args of [
      ['list'],
      ['search', 'releases'],
      ['status'],
      ['path'],
      ['projects'],
      ['uninstall', '-n'],
    ])
      expect(run(args).code, args[0]).toBe(0)
    expect(run(['list']).err).toMatch(/projects\.json is damaged; projects are found by their directories\./)
    expect(run(['list', '--lang', 'zh']).err).toMatch(/projects\.json 已损坏；/)
    const event = { ...prompt('When do releases go out, on Tuesdays?'), cwd: cli.place.project }
    expect(runHookProgram(cli.place, event).out).toContain('Tuesdays')
    expect(json(['doctor']).data.findings).toMatchObject([{ code: 'damaged_registry', fixable: true }])
    expect(run(['doctor', '--fail-on-hit']).code).toBe(1)
    expect(run(['doctor', '--fix']).out).toContain('✓ repaired: projects.json: is damaged;')
    const after = run(['doctor', '--fail-on-hit'])
    expect(after).toMatchObject({ code: 0, err: '' })
    expect(after.out).toMatch(/· projects\.json\.damaged-\w+: was damaged, was made again and is kept/)
    expect(readFileSync(join(cli.place.home, kept()[0]!), 'utf8')).toBe('{"v":1,"proj')
  })

  it('is said once by the write that makes it again, also before the first memory', () => {
    rmSync(cli.place.home, { recursive: true })
    mkdirSync(cli.place.home)
    writeFileSync(file(), '')
    expect(json(['doctor']).data.findings).toMatchObject([{ code: 'damaged_registry' }])
    expect(run(['doctor', '--fail-on-hit']).code).toBe(1)
    expect(run(['add', 'one']).err).toMatch(
      /^projects\.json was damaged and was made again .*damaged-\w+\.\n$/,
    )
    expect(run(['add', 'another thing']).err).toBe('')
    expect(kept()).toHaveLength(1)
  })

  it('loses no entry when many processes write at once', async () => {
    rmSync(cli.place.home, { recursive: true })
    mkdirSync(cli.place.home)
    writeFileSync(file(), '[')
    const directories = Array.from({ length: 8 }, (_, i) => below(`p${i}`))
    const ends = directories.map((cwd) => {
      mkdirSync(cwd)
      const child = spawn(process.execPath, [COMMAND, 'init'], { cwd, env: cli.place.env, stdio: 'ignore' })
      return new Promise((ended) => child.on('exit', ended))
    })
    expect(await Promise.all(ends)).toEqual(ends.map(() => 0))
    expect(Object.keys(JSON.parse(readFileSync(file(), 'utf8')).projects)).toHaveLength(8)
    expect(kept()).toHaveLength(1)
  })

  const kept = () => readdirSync(cli.place.home).filter((name) => name.includes('.damaged-'))
})
