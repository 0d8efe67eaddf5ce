import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordsPlace } from '../../../test/records-place.ts'
import { readLog } from '../history.ts'
import { supersededBy } from '../memory.ts'
import { undoChanges } from '../writer/undo.ts'

const user = { origin: 'user' } as const
const british = 'Please use British spelling in the docs'
const american = 'Make sure that the docs use US English everywhere'

async function place(source: { origin: 'user' | 'agent' } = user) {
  const opened = recordsPlace()
  const added = await opened.records.add({ content: british, source, kind: 'workflow' }, opened.by)
  if (!('memory' in added)) throw new Error('not added')
  return { ...opened, older: added.memory }
}

describe('a record that somebody judged', () => {
  it('takes the place of the memory, whatever its kind, and can be taken back', async () => {
    const { records, by, store, older, directory } = await place()
    const judged = { id: older.id, hash: older.hash }
    const added = await records.add({ content: american, source: user, kind: 'user_preference' }, by, {
      judged,
    })
    expect(added).toMatchObject({ status: 'added', superseded: { id: older.id, how: 'judged' } })
    const newer = 'memory' in added ? added.memory.id : ''
    expect(supersededBy(store.find(older.id))).toBe(newer)
    const [change] = readLog(store.writer)
    if (change) await undoChanges(store.writer, directory, [change], 'user')
    expect(store.list().map(({ content }) => content.trim())).toEqual([british])
    expect(supersededBy(store.find(older.id))).toBeUndefined()
  })

  it('becomes one text with it, and both are in the history', async () => {
    const { records, by, store, older } = await place()
    const content = 'Please use British spelling in the docs and in comments'
    const outcome = await records.add(
      { content: 'British spelling, also in comments', source: user, kind: 'workflow' },
      by,
      { judged: { id: older.id, hash: older.hash, content } },
    )
    expect(outcome).toMatchObject({ status: 'merged', memory: { id: older.id } })
    expect(store.list().map((memory) => memory.content.trim())).toEqual([content])
    expect(readLog(store.writer, { memory: older }).length).toBe(2)
  })

  it('hides nothing that the person said for what others say', async () => {
    const { records, by, store, older } = await place()
    const added = await records.add({ content: american, source: { origin: 'agent' } }, by, {
      judged: { id: older.id, hash: older.hash },
    })
    expect(added).toMatchObject({ status: 'added' })
    expect(added).not.toHaveProperty('superseded')
    expect(supersededBy(store.find(older.id))).toBeUndefined()
  })

  it.each(['zzzz', 'team'])('is simply added where the memory is not one to judge: %s', async (id) => {
    const { records, by, store, older } = await place()
    const added = await records.add({ content: american, source: user }, by, {
      judged: { id, hash: older.hash },
    })
    expect(added).not.toHaveProperty('superseded')
    expect(store.list()).toHaveLength(2)
  })

  it('is simply added where the memory was edited since it was judged', async () => {
    const { records, by, store, older, directory } = await place()
    writeFileSync(join(directory, older.file), `---\nid: ${older.id}\n---\nUse metric units\n`)
    const judged = { id: older.id, hash: older.hash }
    const added = await records.add({ content: american, source: user }, by, { judged })
    expect(added).not.toHaveProperty('superseded')
    expect(supersededBy(store.find(older.id))).toBeUndefined()
  })
})
