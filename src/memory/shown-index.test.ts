import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { recordsPlace } from '../../test/records-place.ts'
import { openClockWatch } from '../base/time/clock-watch.ts'
import { DAY_MS } from '../base/values/clock.ts'
import { hasEndedLines, isEndedFile, readShownIndex } from './shown-index.ts'

const indexOf = (directory: string) => readFileSync(join(directory, 'MEMORY.md'), 'utf8')

describe('a memory that expires', () => {
  async function twoMemories() {
    const place = recordsPlace()
    const { store, by } = place
    const short = await store.add({ content: 'Over tomorrow.', expires: '2026-04-10T00:00:00Z' }, by)
    await store.add({ content: 'Stays for long.', expires: '2027-04-10T00:00:00Z' }, by)
    const later = () => {
      place.clock.time = new Date(place.clock.time.getTime() + DAY_MS)
    }
    return { ...place, short: short.memory, later }
  }

  it('is not shown in an index from that moment on, whatever the file says', async () => {
    const { directory, clock, later, short } = await twoMemories()
    const before = indexOf(directory)
    expect(readShownIndex(directory, clock.time.getTime())).toBe(before)
    later()
    const shown = readShownIndex(directory, clock.time.getTime())
    expect(shown).not.toContain(short.file)
    expect(shown).toContain('Stays for long')
    expect(indexOf(directory)).toBe(before)
  })

  it('leaves the file with the next write, and comes back where its end is moved', async () => {
    const { directory, store, by, later, short, clock } = await twoMemories()
    later()
    await store.add({ content: 'Something else.' }, by)
    expect(indexOf(directory)).not.toContain(short.file)
    expect(indexOf(directory)).toContain('Something else')
    clock.time = new Date('2026-04-10T11:00:00Z')
    await store.edit(short, { fields: { expires: '2027-01-01' } }, by)
    expect(indexOf(directory)).toContain(short.file)
  })

  it('leaves it also where its end was moved to an earlier day', async () => {
    const { directory, store, by, clock } = await twoMemories()
    const long = store.find('note_stays_for_long.md')
    await store.edit(long, { fields: { expires: '2026-04-11' } }, by)
    clock.time = new Date('2026-04-12T00:00:00Z')
    await store.add({ content: 'Something else.' }, by)
    expect(indexOf(directory)).not.toContain(long.file)
  })

  it('keeps its line where the clock was set ahead', async () => {
    const { directory, store, by, clock, state, short } = await twoMemories()
    const uptime = () => 1_000
    openClockWatch(state, { ...clock, uptime }).look()
    Object.assign(clock, { uptime, time: new Date('2030-01-01T00:00:00Z') })
    await store.add({ content: 'Something else.' }, by)
    expect(indexOf(directory)).toContain(short.file)
    expect(readShownIndex(directory, clock.time.getTime())).not.toContain(short.file)
  })

  it('gets no line where it had expired when it was written', async () => {
    const { directory, store, by } = await twoMemories()
    const { memory } = await store.add({ content: 'Long ago.', expires: '2020-01-01' }, by)
    expect(indexOf(directory)).not.toContain(memory.file)
  })

  it('leaves the file with a clean-up that has nothing else to do, and its file stays', async () => {
    const { directory, records, by, short, clock, store } = await twoMemories()
    await records.cleanUp(by)
    const before = indexOf(directory)
    clock.time = new Date('2026-04-10T00:00:00Z')
    expect(hasEndedLines(directory, clock.time.getTime())).toBe(true)
    expect(await records.cleanUpIfDue(by)).toBeUndefined()
    expect(indexOf(directory)).toBe(
      before
        .split('\n')
        .filter((line) => !line.includes(short.file))
        .join('\n'),
    )
    expect(hasEndedLines(directory, clock.time.getTime())).toBe(false)
    expect(store.list().map(({ file }) => file)).toContain(short.file)
  })
})

test('the look at a file agrees with what is read of it', async () => {
  const { directory, store, by } = recordsPlace()
  const { memory } = await store.add({ content: 'x' }, by)
  const now = Date.parse('2026-04-09T10:00:00Z')
  const value = fc.constantFrom(
    '2026-04-09',
    '"2026-04-08T00:00:00Z"',
    "'2027-01-01'",
    '2027',
    'soon',
    '',
    '~',
    '[1]',
  )
  const line = fc.oneof(
    value.map((time) => `expires: ${time}`),
    value.map((time) => `"expires" : ${time}`),
    value.map((time) => `metadata:\n  expires: ${time}`),
    value.map((time) => `description: |\n  expires: ${time}`),
    fc.constantFrom('name: x', '# expires: 2020-01-01', 'note: "expires: 2020-01-01"'),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 3 }), fc.constantFrom('', '\ufeff'), (lines, bom) => {
      const unique = lines.filter(
        (text, at) => lines.findIndex((one) => one.split(/["\s:]/)[0] === text.split(/["\s:]/)[0]) === at,
      )
      writeFileSync(
        join(directory, memory.file),
        `${bom}---\n${unique.join('\n')}\n---\nexpires: 2020-01-01\n`,
      )
      const read = store.list().find(({ file }) => file === memory.file)?.expires
      const expected = read !== undefined && Date.parse(read) <= now
      expect(isEndedFile(directory, memory.file, now, new Map())).toBe(expected)
    }),
    { numRuns: 200 },
  )
})
