import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
const { add, json, run } = cli

describe('rm, purge, log, diff, undo', () => {
  it('asks on a terminal and needs --yes without one', () => {
    const { id } = add('first')
    expect(json(['rm', id])).toMatchObject({
      code: 2,
      error: { message: expect.stringMatching(/^this needs a confirmation: .+\?$/) },
    })
    expect(json(['purge', id])).toMatchObject({ code: 2 })
    const onTerminal = (answer: string) =>
      spawnSync('script', ['-qec', `${process.execPath} ${COMMAND} rm ${id}`, '/dev/null'], {
        cwd: cli.place.project,
        env: { ...cli.place.env, TERM: 'xterm' },
        input: `${answer}\n`,
        encoding: 'utf8',
      })
    const no = onTerminal('n')
    if (no.error) return
    expect(no.stdout).toContain('Remove "first"? [y/N]')
    expect([no.status, json(['list']).data.total]).toEqual([1, 1])
    expect([onTerminal('y').status, json(['list']).data.total]).toEqual([0, 0])
  })

  it('brings back what was removed; purge leaves no trace', () => {
    const secret = 'swordfish-is-the-word'
    const { id, file } = add(secret)
    add('kept')
    const removed = run(['rm', id, file, '--yes'])
    const change = /memdir undo (\w+)/.exec(removed.out)?.[1]
    expect(json(['undo', change!]).data.undone).toMatchObject([{ file }])
    expect(json(['diff', id.slice(0, 6)]).data.diff).toContain(`+${secret}`)
    expect(json(['diff', file]).data.diff).toContain('+++ ')
    expect(json(['log', file]).data.changes.map((entry: { action: string }) => entry.action)).toEqual([
      'undo',
      'remove',
      'add',
    ])
    expect(run(['log']).out).toMatch(/removed \(undone\)/)
    expect(json(['rm', id, '--yes']).code).toBe(0)
    expect(json(['purge', file.replace('.md', ''), '--yes']).data.purged).toMatchObject({ id })
    const grep = spawnSync('grep', ['-rl', secret, cli.place.root], { encoding: 'utf8' })
    expect(grep.stdout).toBe('')
    expect(json(['log']).data.total).toBe(1)
  })

  it('shows all of what was changed together, and names an undo as the log does', () => {
    const files = [add('first of two').file, add('another one').file]
    run(['rm', ...files, '--yes'])
    for (const file of files) expect(json(['diff']).data.diff).toContain(`--- ${file}`)
    run(['undo'])
    const third = add('a third').file
    const redo = /memdir undo (\w+)/.exec(run(['undo']).out)![1]!
    expect(run(['log', third]).out).toContain(`${redo} `)
    expect(run(['log', third, '--lang', 'zh']).out).toContain('添加（已撤销）')
  })

  it('names a change alike when it is made, in the log and in the log of the memory', () => {
    const older = add('The API listens on port 8080')
    const { memory, change } = json(['add', 'The API now listens on port 9090']).data
    expect(json(['log']).data.changes[0].id).toBe(change)
    expect(json(['log', memory.id]).data.changes[0].id).toBe(change)
    expect(run(['add', 'We deploy on Fridays']).code).toBe(0)
    const said = run(['add', 'We now deploy on Mondays']).out
    expect(said).toContain(`memdir undo ${json(['log']).data.changes[0].id}`)
    const removal = run(['rm', older.file, '--yes']).out
    expect(removal).toContain(`memdir undo ${json(['log']).data.changes[0].id}`)
  })

  it('finds a removed memory by the beginning of its id, in log, diff and explain', () => {
    const { id, file } = add('Deploys happen on Tuesdays')
    run(['rm', id, '--yes'])
    const start = id.slice(0, 6)
    expect(json(['log', start]).data.changes.map(({ action }: { action: string }) => action)).toEqual([
      'remove',
      'add',
    ])
    expect(json(['diff', start]).data.diff).toContain(`--- ${file}`)
    const { explanation } = json(['explain', start]).data
    expect(explanation).toMatchObject({ id, file, state: 'removed', said_by: 'user', changes: 2 })
    expect(run(['explain', start, '--lang', 'zh']).out).toContain('已删除')
    expect(run(['explain', 'zzzz']).code).toBe(1)
  })

  it('undoes a range after a confirmation, shows it first, and reports what it left alone', () => {
    const one = add('one', '--conversation', 'talk-1')
    add('two', '--conversation', 'talk-1')
    add('three', '--conversation', 'talk-2')
    expect(json(['undo', '--conversation', 'talk-1'])).toMatchObject({ code: 2 })
    expect(json(['undo', '--conversation', 'talk-1', '--dry-run']).data.plan).toHaveLength(2)
    appendFileSync(join(json(['path']).data.path, one.file), 'by hand\n')
    const undone = json(['undo', '--conversation', 'talk-1', '--yes'])
    expect(undone.data.undone).toHaveLength(1)
    expect(undone.data.skipped).toMatchObject([{ file: one.file }])
    const result = run(['undo', '--conversation', 'talk-1', '--yes', '--lang', 'zh'])
    expect(result.code).toBe(1)
    expect(result.err).toMatch(/未撤销任何更改：note_one\.md 此后又被更改。用 `memdir diff/)
    expect(json(['list']).data.total).toBe(2)
    expect(json(['undo', '--since', '1h', '--yes']).data.undone).toHaveLength(1)
  })

  it('undoes a whole import as one change, in one line', () => {
    add('there before')
    const list = ['Likes tea', 'Has a dog called Rex', 'Lives in Hamburg'].map((memory) => ({ memory }))
    expect(json(['import', '-', '--trust'], { input: JSON.stringify(list) }).data.imported).toBe(3)
    expect(json(['undo', '--dry-run']).data.plan).toHaveLength(3)
    expect(run(['undo', '--dry-run']).out).toMatch(/Only shown: nothing was changed\.\n$/)
    const undone = run(['undo']).out
    expect(undone).toMatch(/^✓ Undone: 3 memories of an import \(to redo: memdir undo \w+\)\n$/)
    expect(json(['list']).data.total).toBe(1)
    run(['undo', /memdir undo (\w+)/.exec(undone)![1]!])
    expect(json(['list']).data.total).toBe(4)
    expect(run(['undo', '--lang', 'zh']).out).toContain('已撤销：一次导入的 3 条记忆（重做：memdir undo ')
  })

  it('shows a long range in one line', () => {
    for (const n of [1, 2, 3, 4, 5, 6]) add(`word${n}`)
    const undone = run(['undo', '--since', '1h', '--yes']).out
    expect(undone).toMatch(/^✓ Undone: 6 changes \(to redo: memdir undo \w+\)\n$/)
    expect(json(['list']).data.total).toBe(0)
    run(['undo', /memdir undo (\w+)/.exec(undone)![1]!])
    expect(json(['list']).data.total).toBe(6)
  })

  it('removes several as one change, which one id brings back', () => {
    const [one, two] = [add('first thing'), add('second thing')]
    add('third thing')
    const removed = run(['rm', one.id, two.file, '--yes'])
    expect(removed.out).toMatch(
      /✓ Removed: first thing\n✓ Removed: second thing\n {2}To bring all of them back: memdir undo \w+\n$/,
    )
    const [entry] = json(['log']).data.changes
    expect(entry).toMatchObject({
      action: 'remove',
      file: one.file,
      changes: [{ file: one.file }, { file: two.file }],
    })
    expect(json(['log']).data.total).toBe(4)
    expect(run(['log']).out).toContain(`removed  ${one.file} and 1 more`)
    expect(run(['log', '--lang', 'zh']).out).toContain(`${one.file} 及另外 1 个文件`)
    expect(json(['diff', entry.id]).data.diff.match(/^--- /gm)).toHaveLength(2)
    // One of them alone, by its own id; then the rest.
    const own = entry.changes[0].id
    expect(json(['undo', own]).data.undone).toMatchObject([{ file: one.file }])
    expect(run(['log']).out).toContain('removed (1 of 2 undone)')
    expect(json(['undo', entry.id]).data.undone).toMatchObject([{ file: two.file }])
    expect(run(['log']).out).toContain('removed (undone)')
    expect(json(['list']).data.total).toBe(3)
  })

  it('removes none of several when one of them is not there', () => {
    const { id } = add('first thing')
    expect(json(['rm', id, 'nothing.md', '--yes']).error.code).toBe('not_found')
    expect(json(['list']).data.total).toBe(1)
  })

  it('says what became of an import that was cut off, at the next write, in both languages', () => {
    const journal = join(json(['path', '--state']).data.path, 'journal')
    const cutOff = (names: string[]) => {
      json(['import', '-', '--trust'], { input: JSON.stringify(names.map((memory) => ({ memory }))) })
      const file = join(journal, readdirSync(journal)[0]!)
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
      writeFileSync(file, `${lines.slice(0, -1).join('\n')}\n`)
      return JSON.parse(lines.at(-2)!).file as string
    }
    const directory = json(['path']).data.path
    rmSync(join(directory, cutOff(['Likes tea', 'Has a dog', 'Lives in Hamburg'])))
    expect(run(['doctor']).out).toMatch(
      /a change of 3 files was cut off; the next write takes it back or completes it/,
    )
    expect(run(['log']).out).toBe('No changes.\n')
    expect(run(['add', 'next thing']).err).toBe(
      '! user_likes_tea.md and 2 more: a change was cut off and has been taken back as a whole\n',
    )
    expect(json(['list']).data.total).toBe(1)
    cutOff(['Plays chess', 'Has a cat'])
    expect(run(['add', 'one more thing', '--lang', 'zh']).err).toMatch(
      /及另外 1 个文件：一次被中断的更改已完成/,
    )
    expect(json(['list']).data.total).toBe(4)
    expect(json(['undo']).code).toBe(0)
    expect(json(['undo']).data.undone).toHaveLength(2)
  })

  it('says what purge covered and what it cannot reach', () => {
    const { id } = add('The bandersnatch opens the vault')
    const slug = cli.place.project.replace(/[^A-Za-z0-9]/g, '-')
    const transcript = join(cli.place.env.HOME!, '.claude/projects', slug, 'a.jsonl')
    mkdirSync(join(transcript, '..'), { recursive: true })
    writeFileSync(transcript, '{"text":"He said: The bandersnatch opens the vault"}\n')
    const { out, err } = run(['purge', id, '--yes'])
    expect(out).toMatch(/^Erased: .+ \(\w+\), with 2 changes of its history\.\n$/)
    expect(err).toContain(`! Another program still has it, and only you can remove it there: ${transcript}\n`)
    expect(err).toContain('Out of reach: exports, backups')
    const again = add('The bandersnatch opens the vault')
    expect(run(['purge', again.id, '--yes', '--lang', 'zh']).err).toContain(
      `其他程序仍保存着它，只能由您删除：${transcript}`,
    )
  })
})
