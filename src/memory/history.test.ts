import { lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { DAY_MS } from '../base/values/clock.ts'
import { contentHash } from '../base/values/hash.ts'
import { type Engine, openEngine } from '../connect/engine.ts'
import { readShown, recordShown } from '../search/shown-record.ts'
import { changesNamed, readLog } from './history.ts'
import type { Memory } from './memory.ts'
import { newestChanges, planUndo } from './plan-undo.ts'
import { trimHistory } from './writer/trim-history.ts'
import { undoChanges } from './writer/undo.ts'

let place: TemporaryHome
let engine: Engine
let now: Date
beforeEach(() => {
  place = temporaryHome()
  now = new Date('2026-04-09T12:00:00Z')
  const clock = {
    now: () => {
      now = new Date(now.getTime() + 1_000)
      return now
    },
  }
  engine = openEngine({ directory: place.project, env: place.env, clock })
})
afterEach(() => place.remove())

const by = { actor: 'user' }
const add = async (content: string, file?: string, conversation?: string): Promise<Memory> =>
  (await engine.store.add({ content, name: content, file }, { actor: 'user', conversation })).memory
const path = (memory: Pick<Memory, 'file'>) => join(engine.location.memory, memory.file)
const read = (memory: Pick<Memory, 'file'>) => readFileSync(path(memory), 'utf8')
const log = (filter = {}) => readLog(engine.store.writer, filter)
const undo = (ids?: string[]) =>
  undoChanges(
    engine.store.writer,
    engine.location.memory,
    log().filter((change) => !ids || ids.includes(change.id) || ids.includes(change.group)),
    'user',
  )
const index = () => readFileSync(join(engine.location.memory, 'MEMORY.md'), 'utf8')

/** Every file below the home that holds the text. */
function traces(text: string): string[] {
  return readdirSync(place.home, { recursive: true })
    .map((name) => join(place.home, String(name)))
    .filter((file) => lstatSync(file).isFile() && readFileSync(file).includes(text))
}

describe('the log', () => {
  it('shows time, actor, conversation, and the content before and after, newest first', async () => {
    const memory = await add('first', 'note.md', 'talk-1')
    await engine.store.edit(memory, { content: 'second' }, { actor: 'claude-code', conversation: 'talk-2' })
    const [edited, added] = log()
    expect(edited).toMatchObject({
      action: 'edit',
      actor: 'claude-code',
      memory: memory.id,
      source: { conversation: 'talk-2' },
    })
    expect(added).toMatchObject({
      action: 'add',
      actor: 'user',
      before: null,
      source: { conversation: 'talk-1' },
    })
    expect(edited?.before?.hash).toBe(added?.after?.hash)
    expect(edited?.after?.text).toContain('second')
  })

  it('is filtered by memory, time and conversation', async () => {
    const one = await add('one', 'one.md', 'talk-1')
    const between = new Date(now.getTime() + 500)
    await add('two', 'two.md', 'talk-2')
    expect(log({ memory: one }).map((change) => change.file)).toEqual(['one.md'])
    expect(log({ since: between }).map((change) => change.file)).toEqual(['two.md'])
    expect(log({ conversation: 'talk-1' }).map((change) => change.file)).toEqual(['one.md'])
  })

  it('finds a change by a unique beginning of its id', async () => {
    await add('one')
    const { id } = log()[0]!
    expect(changesNamed(engine.store.writer, id.slice(0, 6)).map((change) => change.id)).toEqual([id])
    expect(() => changesNamed(engine.store.writer, 'zzzzzz')).toThrow(/no such change: "zzzzzz"/)
    await add('two')
    expect(() => changesNamed(engine.store.writer, '')).toThrow('the id of the change is empty')
  })
})

describe('undo', () => {
  it('takes back an add, an edit and a removal, each with its pointer', async () => {
    const memory = await add('first', 'note.md')
    const original = read(memory)
    await undo([log()[0]!.id])
    expect(engine.store.list()).toEqual([])
    expect(index()).not.toContain('note.md')
    await undo([log()[0]!.id])
    expect(read(memory)).toBe(original)
    expect(index()).toContain('note.md')
    await engine.store.edit(memory, { content: 'second' }, by)
    await undo([log()[0]!.id])
    expect(read(memory)).toBe(original)
    await engine.store.remove(engine.store.find('note.md'), by)
    await undo([log()[0]!.id])
    expect(read(memory)).toBe(original)
  })

  it('can itself be undone, again and again', async () => {
    const memory = await add('first', 'note.md')
    await engine.store.edit(memory, { content: 'second' }, by)
    const edit = log()[0]!
    const after = read(memory)
    for (let round = 0; round < 3; round++) {
      const undone = await undo([edit.id])
      expect(undone.skipped).toEqual([])
      expect(read(memory)).toContain('first')
      expect(log().find((change) => change.id === edit.id)?.undoneBy).toBe(undone.undone[0]?.by)
      await undo([undone.undone[0]!.by])
      expect(read(memory)).toBe(after)
      expect(log().find((change) => change.id === edit.id)?.undoneBy).toBeUndefined()
    }
  })

  it('restores the exact bytes, also of files that are not UTF-8', async () => {
    const memory = await add('first', 'note.md')
    const bytes = Buffer.concat([Buffer.from('\ufeffodd\r\n'), Buffer.from([0xff, 0xfe, 0x00, 0x80])])
    writeFileSync(path(memory), bytes)
    await engine.store.remove(engine.store.find('note.md'), by)
    await undo([log()[0]!.id])
    expect(readFileSync(path(memory)).equals(bytes)).toBe(true)
  })

  it('takes back everything of a conversation and nothing else', async () => {
    const mine = await add('mine', 'mine.md', 'talk-1')
    await add('theirs', 'theirs.md', 'talk-2')
    await engine.store.edit(mine, { content: 'changed by them' }, { actor: 'agent', conversation: 'talk-2' })
    const ids = log({ conversation: 'talk-2' }).map((change) => change.id)
    const outcome = await undo(ids)
    expect(outcome.undone).toHaveLength(2)
    expect(engine.store.list().map((memory) => memory.content.trim())).toEqual(['mine'])
  })

  it('leaves alone what was edited by hand in between, and takes back the rest', async () => {
    const one = await add('one', 'one.md')
    await add('two', 'two.md')
    writeFileSync(path(one), 'my own words\n')
    const outcome = await undo()
    expect(outcome.undone.map(({ file }) => file)).toEqual(['two.md'])
    expect(outcome.skipped).toMatchObject([
      { file: 'one.md', reason: { key: 'changes.changed-again', values: { file: 'one.md' } } },
    ])
    expect(read(one)).toBe('my own words\n')
  })

  it('refuses what was taken back already', async () => {
    await add('one', 'one.md')
    const [change] = log()
    await undo([change!.id])
    expect((await undo([change!.id])).skipped[0]?.reason.key).toBe('changes.undone-already')
  })

  it('plans what it would do, also across removals and additions of the same file', async () => {
    const memory = await add('one', 'one.md')
    await engine.store.remove(memory, by)
    await add('again', 'one.md')
    const changes = log()
    expect(planUndo(engine.location.memory, changes)).toEqual([undefined, undefined, undefined])
    expect((await undo()).skipped).toEqual([])
    expect(engine.store.list()).toEqual([])
  })
})

describe('what was written in one go', () => {
  const contents = () => engine.store.list().map(({ content }) => content.trim())
  const texts = ['one', 'two', 'three']
  const addThree = () =>
    engine.store.addAll(
      texts.map((content) => ({ content })),
      by,
    )
  const undoNewest = () =>
    undoChanges(engine.store.writer, engine.location.memory, newestChanges(engine.store.writer), 'user')

  it('is undone and redone as one', async () => {
    await add('before')
    await addThree()
    const undone = await undoNewest()
    expect([undone.undone.length, undone.redo.length, contents()]).toEqual([3, 1, ['before']])
    expect(
      new Set(
        log()
          .slice(0, 3)
          .map(({ group }) => group),
      ).size,
    ).toBe(1)
    await undo(undone.redo)
    expect(contents().sort()).toEqual(['before', ...texts].sort())
    expect((await undoNewest()).undone).toHaveLength(3)
    expect((await undoNewest()).undone).toMatchObject([{ file: 'note_before.md' }])
    expect(newestChanges(engine.store.writer)).toEqual([])
  })

  it('is what somebody did, not what clean-up did by itself in the meantime', async () => {
    const expired = await add('expired')
    await addThree()
    await engine.store.remove(expired, { actor: 'memdir' })
    expect(newestChanges(engine.store.writer).map(({ action }) => action)).toEqual(texts.map(() => 'import'))
    await undoNewest()
    // The removal stands in the way of taking back the first memory.
    expect(newestChanges(engine.store.writer)).toMatchObject([{ actor: 'memdir', action: 'remove' }])
  })

  it('is also what was learnt or dreamt: the newest that the log shows', async () => {
    await addThree()
    const learnt = await engine.store.add({ content: 'learnt' }, { actor: 'memdir' })
    expect(newestChanges(engine.store.writer)).toMatchObject([{ actor: 'memdir', file: learnt.memory.file }])
  })

  it('leaves alone what was changed since, both ways', async () => {
    const { files } = await addThree()
    writeFileSync(join(engine.location.memory, files[0]!), 'my own words\n')
    const undone = await undoNewest()
    expect(undone.skipped.map(({ file }) => file)).toEqual([files[0]])
    expect(contents()).toEqual(['my own words'])
    writeFileSync(join(engine.location.memory, files[1]!), 'mine too\n')
    const redone = await undo(undone.redo)
    expect(redone.skipped.map(({ file }) => file)).toEqual([files[1]])
    expect(contents().sort()).toEqual(['mine too', 'my own words', 'three'])
  })

  it('is undone as one without what cannot be written', async () => {
    const { files } = await addThree()
    const elsewhere = join(place.root, 'elsewhere.md')
    const target = join(engine.location.memory, files[1]!)
    writeFileSync(elsewhere, readFileSync(target))
    rmSync(target)
    symlinkSync(elsewhere, target)
    const undone = await undoNewest()
    expect(undone.undone.map(({ file }) => file).sort()).toEqual([files[0], files[2]].sort())
    expect(undone.skipped).toMatchObject([
      { file: files[1], reason: { en: expect.stringContaining('symbolic link') } },
    ])
    expect(undone.redo).toHaveLength(1)
    expect(new Set(undone.undone.map(({ by }) => log().find(({ id }) => id === by)?.group)).size).toBe(1)
  })

  it('can still be undone file by file', async () => {
    await addThree()
    await undo([log()[0]!.id])
    expect(contents()).toHaveLength(2)
  })

  it('a range over several changes of a file is taken back in as few writes as it takes', async () => {
    const memory = await add('first', 'note.md')
    await addThree()
    await engine.store.edit(memory, { content: 'second' }, by)
    const undone = await undo()
    expect([undone.undone.length, undone.redo.length, contents()]).toEqual([5, 2, []])
    for (const id of undone.redo) await undo([id])
    expect(contents().sort()).toEqual(['second', ...texts].sort())
  })
})

describe('purge', () => {
  const secret = 'the-password-is-swordfish'

  it('leaves no trace anywhere below the home', async () => {
    const kept = await add('kept', 'kept.md')
    const memory = await add(secret, 'secret.md')
    await engine.store.edit(memory, { content: `${secret} again`, fields: { description: secret } }, by)
    await engine.store.remove(engine.store.find('secret.md'), by)
    await undo([log()[0]!.id])
    // Repairs of the index keep its whole text in the history.
    const indexFile = join(engine.location.memory, 'MEMORY.md')
    writeFileSync(indexFile, `${index()}- [gone](gone.md)\n`)
    const repaired = { file: 'MEMORY.md', replace: index().replace(/.*gone\.md.*\n/, '') }
    await engine.store.writer.write([{ ...repaired, expect: contentHash(index()) }], {
      actor: 'user',
      action: 'repair',
    })
    expect(traces(secret).length).toBeGreaterThan(1)
    expect((await engine.store.purge(engine.store.find('secret.md'), by)).erased).toBeGreaterThan(3)
    expect(traces(secret)).toEqual([])
    expect(traces('secret.md')).toEqual([])
    expect(log({ memory: kept })).toHaveLength(1)
    expect(index()).toContain('kept.md')
  })

  it('erases a memory that was removed before, and one that somebody deleted by hand', async () => {
    const removed = await add(`${secret} one`, 'removed.md')
    await engine.store.remove(removed, by)
    await engine.store.purge(removed, by)
    const deleted = await add(`${secret} two`, 'deleted.md')
    rmSync(path(deleted))
    await engine.store.purge(deleted, by)
    expect(traces(secret)).toEqual([])
    expect(index()).not.toContain('deleted.md')
  })

  it('erases the pointer of a deleted memory also where its accents are written otherwise', async () => {
    const deleted = await add('two', 'caf\u00e9.md')
    const indexFile = join(engine.location.memory, 'MEMORY.md')
    writeFileSync(indexFile, index().normalize('NFD'))
    rmSync(path(deleted))
    await engine.store.purge(deleted, by)
    expect(index()).not.toContain('caf')
  })

  it('erases shared memories from the index of the team', async () => {
    const memory = await add(secret, 'team/secret.md')
    await add('kept', 'team/kept.md')
    const file = join(engine.location.memory, 'team/MEMORY.md')
    const text = readFileSync(file, 'utf8')
    const titled = { file: 'team/MEMORY.md', replace: `# Team\n\n${text}`, expect: contentHash(text) }
    await engine.store.writer.write([titled], {
      actor: 'user',
      action: 'repair',
    })
    await engine.store.purge(memory, by)
    expect(traces(secret)).toEqual([])
    expect(readFileSync(file, 'utf8')).toContain('kept.md')
  })

  it('spares another memory that took the same file name', async () => {
    const first = await add(secret, 'note.md')
    await engine.store.remove(first, by)
    const second = await add('the new one', 'note.md')
    await engine.store.purge(first, by)
    expect(traces(secret)).toEqual([])
    expect(read(second)).toContain('the new one')
    expect(log().map((change) => change.memory)).toEqual([second.id])
  })

  it('erases what the file said before its id was changed', async () => {
    const memory = await add(secret, 'note.md')
    await engine.store.edit(memory, { fields: { id: 'newid' }, content: 'harmless' }, by)
    await engine.store.purge(engine.store.find('note.md'), by)
    expect(traces(secret)).toEqual([])
  })

  describe('of what was merged', () => {
    const merged = async (one: Memory, other: Memory) =>
      (await (await engine.records()).merge(one, other, by)) as { memory: Memory }
    const both = async () => {
      const first = await add('alpha bandersnatch code for vault')
      const second = await add('alpha bandersnatch code for the vault door')
      return { first, second }
    }
    const lastMerge = () => log().find(({ action }) => action === 'merge')!.id

    it('erases the history of every memory that was merged into it, and nothing can bring it back', async () => {
      const other = await add('another note')
      const { first, second } = await both()
      const third = await add('the bandersnatch code opens the vault')
      const once = await merged(first, second)
      await merged(once.memory, third)
      await engine.purge(engine.store.find(first.id), by)
      expect(traces('bandersnatch')).toEqual([])
      expect(log().map((change) => change.memory)).toEqual([other.id])
      await undo()
      expect(traces('bandersnatch')).toEqual([])
    })

    it('spares one whose merging was undone', async () => {
      const { first, second } = await both()
      await merged(first, second)
      await undo([lastMerge()])
      await engine.purge(engine.store.find(first.id), by)
      expect(engine.store.list().map(({ id }) => id)).toEqual([second.id])
      expect(log({ memory: second }).length).toBeGreaterThan(0)
    })

    it('erases what the history kept of one that was merged into another', async () => {
      const { first, second } = await both()
      await merged(first, second)
      await engine.store.edit(
        engine.store.find(first.id),
        { content: 'nothing of it', fields: { name: 'plain', description: 'plain' } },
        by,
      )
      await engine.purge(second, by)
      expect(log().every(({ merged: words }) => words === undefined)).toBe(true)
      expect(log().some(({ memory }) => memory === second.id)).toBe(false)
    })

    it('erases the words that were counted and the names that were shown, of both', async () => {
      const { first, second } = await both()
      const other = await add('another note')
      const { usage } = await engine.records()
      const uses = [first, second, other].map(({ id }) => ({
        id,
        terms: [id === other.id ? 'note' : 'bandersnatch'],
      }))
      usage.record(uses)
      now = new Date(now.getTime() + 5 * DAY_MS)
      usage.compact()
      usage.record(uses)
      recordShown(engine.location.state, 'talk', {
        shown: [first.file, other.file],
        read: [second.file],
        bytes: 9,
      })
      await merged(first, second)
      await engine.purge(engine.store.find(first.id), by)
      expect(traces('bandersnatch')).toEqual([])
      expect(usage.read().get(other.id)).toMatchObject({ count: 2 })
      expect([...usage.read().keys()]).toEqual([other.id])
      expect(readShown(engine.location.state, 'talk')).toEqual({ shown: [other.file], read: [], bytes: 9 })
    })
  })

  it('keeps the history of others intact: their changes can still be undone', async () => {
    const other = await add('other', 'other.md')
    const memory = await add(secret, 'note.md')
    await engine.store.edit(other, { content: 'changed' }, by)
    await engine.store.purge(memory, by)
    const outcome = await undo([log()[0]!.id])
    expect(outcome.undone).toHaveLength(1)
    expect(read(other)).toContain('other')
  })
})

describe('retention', () => {
  const trim = (days = 365) => trimHistory(engine.store.writer, { retentionDays: days, now })
  const files = () => log().map((change) => change.file)

  it('drops what is older than it, counted from the newest change, and keeps the memories', async () => {
    await add('april', 'april.md')
    now = new Date(now.getTime() + 390 * DAY_MS)
    await add('next year', 'next.md')
    expect(await trim()).toEqual({ dropped: 1, later: 0 })
    expect(files()).toEqual(['next.md'])
    expect(engine.store.list()).toHaveLength(2)
  })

  it('drops nothing while nothing new is written, however far the clock goes', async () => {
    await add('april', 'april.md')
    now = new Date('2036-01-01T00:00:00Z')
    expect(await trim()).toEqual({ dropped: 0, later: 0 })
    expect(files()).toEqual(['april.md'])
  })

  it('drops at most a tenth a run, oldest and whole groups first, and says what is left', async () => {
    for (let n = 0; n < 19; n++) await add(`note ${n}`, `n${n}.md`)
    now = new Date('2036-01-01T00:00:00Z')
    await add('ahead', 'ahead.md')
    expect(await trim()).toEqual({ dropped: 2, later: 17 })
    expect(files().slice(-2)).toEqual(['n3.md', 'n2.md'])
    // And nothing more when the clock is right again.
    now = new Date('2026-04-10T00:00:00Z')
    expect(await trim()).toEqual({ dropped: 0, later: 0 })
  })

  it('is not reached by a write, with whatever clock', async () => {
    for (let n = 0; n < 5; n++) await add(`note ${n}`, `n${n}.md`)
    now = new Date('2126-01-01T00:00:00Z')
    await add('ahead', 'ahead.md')
    now = new Date('1970-01-02T00:00:00Z')
    await add('behind', 'behind.md')
    expect(files()).toHaveLength(7)
  })
})
