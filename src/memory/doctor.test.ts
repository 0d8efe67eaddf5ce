import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { acquireLock } from '../base/files/lock.ts'
import { type Engine, openEngine } from '../connect/engine.ts'
import { repairFrontmatter } from './doctor/repair-frontmatter.ts'
import { examine } from './doctor.ts'
import type { DoctorFinding } from './doctor-finding.ts'
import { lengthOfWords } from './files/index-file.ts'
import { readLog } from './history.ts'
import { supersededBy } from './memory.ts'
import { type Repaired, repair } from './repair.ts'
import { undoChanges } from './writer/undo.ts'

let place: TemporaryHome
let engine: Engine
beforeEach(async () => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
  await engine.store.add({ content: 'one', type: 'user', file: 'user_one.md' }, { actor: 'user' })
  await engine.store.add({ content: 'two', type: 'feedback', file: 'feedback_two.md' }, { actor: 'user' })
})
afterEach(() => place.remove())

const path = (file: string) => join(engine.location.memory, file)
const put = (file: string, text: string) => {
  mkdirSync(join(path(file), '..'), { recursive: true, mode: 0o700 })
  writeFileSync(path(file), text, { mode: 0o600 })
}
const index = (file = 'MEMORY.md') => readFileSync(path(file), 'utf8')
const look = (): DoctorFinding[] => examine(engine.location.memory, engine.location.state).findings
const codes = (findings: readonly DoctorFinding[] = look()) => findings.map((finding) => finding.code).sort()
const fix = (): Promise<Repaired> => {
  const { memory: directory, state } = engine.location
  return repair({ directory, state, writer: engine.store.writer, actor: 'user' }, examine(directory, state))
}
async function fixAll(): Promise<void> {
  const { left } = await fix()
  expect(left).toEqual([])
  expect(look()).toEqual([])
}
async function undoRepairs(): Promise<void> {
  const repairs = readLog(engine.store.writer).filter(
    (change) => change.action === 'repair' && !change.undoneBy,
  )
  const outcome = await undoChanges(engine.store.writer, engine.location.memory, repairs, 'user')
  expect(outcome.skipped).toEqual([])
}

it('finds what is hidden for a memory that does not exist, and lets it live again', async () => {
  put('user_gone.md', '---\nid: gone1234\nname: Gone\nsuperseded_by: nobody12\n---\nStill true\n')
  expect(look().filter(({ code }) => code !== 'wrong_mode')).toMatchObject([
    { code: 'lost_successor', file: 'user_gone.md', facts: { id: 'nobody12' }, fixable: true },
  ])
  await fixAll()
  expect([index().includes('user_gone.md'), readFileSync(path('user_gone.md'), 'utf8')]).toEqual([
    true,
    '---\nid: gone1234\nname: Gone\n---\nStill true\n',
  ])
})

it('finds memories that hide each other, and lets the newest of them live again', async () => {
  const putHidden = (file: string, id: string, by: string, day: number) =>
    put(
      file,
      `---\nid: ${id}\nname: ${id}\ncreated: 2026-01-0${day}T00:00:00Z\nsuperseded_by: ${by}\n---\nPort ${day}\n`,
    )
  putHidden('user_a.md', 'aaaa1111', 'bbbb2222', 1)
  putHidden('user_b.md', 'bbbb2222', 'cccc3333', 3)
  putHidden('user_c.md', 'cccc3333', 'aaaa1111', 2)
  putHidden('user_d.md', 'dddd4444', 'aaaa1111', 4)
  const lost = look().filter(({ code }) => code === 'lost_successor')
  expect(lost).toMatchObject([{ file: 'user_b.md', facts: { id: 'cccc3333' }, fixable: true }])
  await fixAll()
  const hidden = engine.store.list().filter((memory) => supersededBy(memory) !== undefined)
  expect(hidden.map(({ file }) => file).sort()).toEqual(['user_a.md', 'user_c.md', 'user_d.md'])
  expect(index()).toContain('user_b.md')
})

describe('a healthy directory', () => {
  it('has no findings, and looking or fixing changes nothing', async () => {
    const before = readLog(engine.store.writer).length
    expect(look()).toEqual([])
    await fixAll()
    expect(readLog(engine.store.writer)).toHaveLength(before)
  })
})

describe('the index', () => {
  it('misses a pointer, points to nothing, points twice: all mended, other lines as they were', async () => {
    put('project_three.md', '---\nname: Three\ndescription: a third thing\ntype: project\n---\nthree\n')
    const foreign = ['# My notes', '', '  * indented remark', 'https://example.org', '', '| a | table |', '']
    const text = `${foreign.join('\n')}${index()}- [Gone](gone.md) — it was here\n- [One again](user_one.md)\nlast words`
    put('MEMORY.md', text)
    expect(codes()).toEqual(['dead_pointer', 'duplicate_pointer', 'missing_pointer'])
    expect(look().every((finding) => finding.fixable)).toBe(true)
    await fixAll()
    for (const line of [...foreign, 'last words']) expect(index().split('\n')).toContain(line)
    expect(index()).toContain('- [Three](project_three.md) — a third thing')
    expect(index()).not.toContain('gone.md')
    expect(index().match(/user_one\.md/g)).toHaveLength(1)
    await undoRepairs()
    expect(index()).toBe(text)
  })

  it('keeps CRLF, a byte order mark and a missing last line end of foreign lines', async () => {
    put('MEMORY.md', `\ufeff# Notes\r\n\r\n- [Gone](gone.md)\r\n${index().replace(/\n/g, '\r\n')}closing`)
    await fix()
    expect(look()).toEqual([])
    expect(index().startsWith('\ufeff# Notes\r\n\r\n')).toBe(true)
    expect(index()).toContain('closing')
    expect(index()).not.toContain('gone.md')
  })

  it('shortens an over-long pointer, and leaves an over-long line of prose', async () => {
    const hook = 'a long story '.repeat(30).trim()
    put('MEMORY.md', index().replace(/(\(user_one\.md\)).*/, `$1 — ${hook}`))
    expect(look()).toMatchObject([{ code: 'long_line', fixable: true }])
    await fixAll()
    const line = index()
      .split('\n')
      .find((text) => text.includes('user_one.md'))!
    expect(lengthOfWords(line)).toBeLessThanOrEqual(150)
    expect(line).toContain('a long story')
    const prose = `Prose: ${'words '.repeat(60)}`
    put('MEMORY.md', `${prose}\n${index()}`)
    const { left } = await fix()
    expect(left).toMatchObject([{ code: 'long_line', fixable: false }])
    expect(index()).toContain(prose)
  })

  it('accepts overflow: 260 memories are listed up to the limit and counted', async () => {
    for (let n = 0; n < 260; n++)
      put(
        `project_${n}.md`,
        `---\nname: Number ${n}\ndescription: about ${n}\ntype: project\n---\ntext ${n}\n`,
      )
    expect(codes().filter((code) => code === 'missing_pointer')).toHaveLength(260)
    await fixAll()
    expect(index().trimEnd().split('\n').length).toBeLessThanOrEqual(200)
    expect(index()).toMatch(/_\d+ more memories are not listed here/)
    expect(index()).toContain('feedback_two.md')
  })

  it('is made when it is missing, and each shared memory has its pointer in the index of the team', async () => {
    unlinkSync(path('MEMORY.md'))
    put('team/reference_board.md', '---\nname: Board\ntype: reference\n---\nthe board\n')
    expect(codes()).toEqual(['missing_pointer', 'missing_pointer', 'missing_pointer'])
    await fixAll()
    expect(index('team/MEMORY.md')).toContain('(reference_board.md)')
    expect(index()).not.toContain('reference_board')
  })
})

describe('broken frontmatter', () => {
  it.each([
    ['a value with a colon', 'name: Tests: use a database', 'Tests: use a database'],
    ['a leading special character', 'name: @scope/package is ours', '@scope/package is ours'],
    ['a quote that is not closed', 'name: "half', 'half'],
    ['a leading asterisk', 'name: *important* rule', '*important* rule'],
    ['a percent sign', 'name: %d is a number', '%d is a number'],
  ])('is mended: %s', async (_, line, name) => {
    const text = `---\n${line}\ndescription: fine\ntype: user\ncustom: [kept, too]\n---\nbody: with colon\n`
    put('user_three.md', text)
    expect(codes()).toContain('broken_frontmatter')
    await fixAll()
    const memory = engine.store.find('user_three.md')
    expect(memory).toMatchObject({ name, description: 'fine', type: 'user', frontmatter: 'ok' })
    expect(memory.extra).toEqual({ custom: ['kept', 'too'] })
    expect(memory.content).toBe('body: with colon\n')
    await undoRepairs()
    expect(readFileSync(path('user_three.md'), 'utf8')).toBe(text)
  })

  it('is closed where the fields end', async () => {
    put('user_three.md', '---\nname: Three\ntype: user\n\nThe body.\n')
    await fixAll()
    expect(engine.store.find('user_three.md')).toMatchObject({ name: 'Three', type: 'user' })
    expect(engine.store.find('user_three.md').content.trim()).toBe('The body.')
  })

  it('that cannot be mended with certainty is left for a person, and nobody promises a repair', async () => {
    const text = '---\nname: [1, {2\n  - x: ]\n: : :\n---\nbody\n'
    put('user_three.md', text)
    const { left } = await fix()
    expect(left).toMatchObject([{ code: 'broken_frontmatter', fixable: false }])
    expect(readFileSync(path('user_three.md'), 'utf8')).toBe(text)
    expect(engine.store.find('user_three.md').frontmatter).toBe('broken')
  })

  it('is not invented: text that needs no mending comes back as it is', () => {
    for (const text of ['plain', '---\nname: x\n---\n', '', '# heading\n---\n'])
      expect([text, undefined]).toContain(repairFrontmatter(text))
  })
})

describe('duplicates', () => {
  it('of an id get a new one; of a text are reported, never removed', async () => {
    put('user_copy.md', readFileSync(path('user_one.md'), 'utf8'))
    expect(codes()).toEqual(['duplicate_id', 'duplicate_memory', 'missing_pointer'])
    const { left } = await fix()
    expect(left).toMatchObject([{ code: 'duplicate_memory', fixable: false }])
    const ids = engine.store.list().map((memory) => memory.id)
    expect(new Set(ids).size).toBe(3)
  })
})

it('mends all that is wrong with one file, and not one fault over the other', async () => {
  const [one] = engine.store.list()
  put('user_two.md', `---\nid: ${one?.id}\nname: Two\nsuperseded_by: nobody12\n---\nAnother\n`)
  expect(codes()).toEqual(['duplicate_id', 'lost_successor'])
  await fixAll()
})

describe('places', () => {
  it('readable by others are closed', async () => {
    put('team/x.md', 'x')
    await fix()
    chmodSync(path('user_one.md'), 0o644)
    chmodSync(path('team'), 0o755)
    chmodSync(path('.'), 0o750)
    expect(codes()).toEqual(['wrong_mode', 'wrong_mode', 'wrong_mode'])
    await fixAll()
    expect(statSync(path('user_one.md')).mode & 0o777).toBe(0o600)
    expect(statSync(path('.')).mode & 0o777).toBe(0o700)
  })

  it('with leftovers of a crash are swept, in memory and in state', async () => {
    const leftovers = [
      path('.memdir-tmp-abc'),
      join(engine.location.state, '.memdir-tmp-abc'),
      join(engine.location.state, 'journal/.memdir-tmp-abc'),
    ]
    for (const file of leftovers) writeFileSync(file, 'x')
    expect(codes()).toEqual(['leftover', 'leftover', 'leftover'])
    await fixAll()
    expect(leftovers.map((file) => existsSync(file))).toEqual([false, false, false])
  })

  it('with links are reported, and neither read nor repaired', async () => {
    writeFileSync(join(place.root, 'outside.md'), 'outside')
    symlinkSync(join(place.root, 'outside.md'), path('link.md'))
    const { left } = await fix()
    expect(left).toMatchObject([{ code: 'link', note: true, fixable: false }])
    expect(engine.store.list()).toHaveLength(2)
    expect(readFileSync(join(place.root, 'outside.md'), 'utf8')).toBe('outside')
  })
})

describe('hidden characters', () => {
  it('are reported wherever they are, with their line in the file', async () => {
    put('user_one.md', '---\nname: One\ndescription: fine \u202e enif\ntype: user\n---\nbody\n')
    expect(look()).toMatchObject([{ code: 'hidden_characters', facts: { line: 3 }, fixable: false }])
    put('user_one.md', '---\nname: One\ntype: user\n---\nbody\n\u{e0041}\n')
    expect(look()).toMatchObject([{ code: 'hidden_characters', facts: { line: 6 } }])
  })
})

describe('what a crash cut off', () => {
  const cutOff = () => {
    const journal = join(engine.location.state, 'journal')
    const file = join(journal, readdirSync(journal)[0]!)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    writeFileSync(file, `${lines.slice(0, -1).join('\n')}\n`)
  }

  it('is found, and taken back by --fix', async () => {
    const { files } = await engine.store.addAll([{ content: 'three' }, { content: 'four' }], {
      actor: 'user',
    })
    cutOff()
    unlinkSync(path(files[1]!))
    expect(look().filter(({ code }) => code === 'unfinished_change')).toMatchObject([
      { file: files[0], facts: { files: 2 }, fixable: true },
    ])
    expect((await fix()).fixed.map(({ code }) => code)).toContain('unfinished_change')
    expect(look()).toEqual([])
    expect(existsSync(path(files[0]!))).toBe(false)
  })

  it('is not what somebody is writing at this moment', async () => {
    await engine.store.addAll([{ content: 'three' }, { content: 'four' }], { actor: 'user' })
    cutOff()
    const lock = await acquireLock(join(engine.location.state, 'locks'), 'write')
    expect(codes()).toEqual([])
    lock.release()
    expect(codes()).toEqual(['unfinished_change'])
  })

  it('a purge is found and completed', async () => {
    const memory = engine.store.find('user_one.md')
    const intent = {
      v: 1,
      name: 'abc',
      memory: { id: memory.id, file: memory.file },
      hash: memory.hash,
      actor: 'user',
    }
    mkdirSync(join(engine.location.state, 'purge'))
    writeFileSync(join(engine.location.state, 'purge', 'abc.json'), JSON.stringify(intent))
    expect(codes().filter((code) => code !== 'wrong_mode')).toEqual(['unfinished_purge'])
    await fix()
    expect(codes()).toEqual([])
    expect(existsSync(path('user_one.md'))).toBe(false)
  })
})
