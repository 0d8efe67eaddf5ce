import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { openEngine } from '../../connect/engine.ts'
import { joinProject } from './link-project.ts'
import { damagedCopies, readRegistry, updateRegistry } from './project-registry.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

const path = () => join(place.home, 'projects.json')
const open = (directory = place.project) => openEngine({ directory, env: place.env })
async function remember(content: string, directory = place.project) {
  const engine = open(directory)
  await engine.register()
  await engine.store.add({ content }, { actor: 'user' })
  return engine
}
const texts = (directory?: string) =>
  open(directory)
    .store.list()
    .map((memory) => memory.content.trim())
    .sort()
const stored = () => JSON.parse(readFileSync(path(), 'utf8')).projects

const DAMAGE: [string, () => void][] = [
  ['cut off', () => writeFileSync(path(), readFileSync(path(), 'utf8').slice(0, -20))],
  ['empty', () => writeFileSync(path(), '')],
  ['not JSON', () => writeFileSync(path(), '\0\0\0\0')],
  ['a list', () => writeFileSync(path(), '[]')],
  ['of another version', () => writeFileSync(path(), '{"v":2,"projects":{}}')],
  ['without projects', () => writeFileSync(path(), '{"v":1}')],
  ['with projects of a wrong type', () => writeFileSync(path(), '{"v":1,"projects":[]}')],
  ['with an entry of a wrong type', () => writeFileSync(path(), '{"v":1,"projects":{"a":{"paths":7}}}')],
  [
    'a directory',
    () => {
      rmSync(path())
      mkdirSync(join(path(), 'inside'), { recursive: true })
    },
  ],
  [
    'a pipe',
    () => {
      rmSync(path())
      execFileSync('mkfifo', [path()])
    },
  ],
  [
    'a link in a circle',
    () => {
      rmSync(path())
      symlinkSync('projects.json', path())
    },
  ],
]

describe('a projects.json that is damaged', () => {
  it.each(DAMAGE)(
    'stops nothing when it is %s, is kept, and is made again by the next write',
    async (_, damage) => {
      const { name } = (await remember('kept')).location.identity
      const joined = join(place.root, 'joined')
      mkdirSync(joined)
      await updateRegistry(place.home, (known) =>
        joinProject(known, name, { root: joined, remote: '', now: 'x' }),
      )
      const before = stored()
      damage()
      // Reading goes on, also where the person joined a path, and changes nothing.
      expect([texts(), texts(joined)]).toEqual([['kept'], ['kept']])
      expect(open().location).toMatchObject({ registryDamaged: true, identity: { name, by: 'path' } })
      expect(damagedCopies(place.home)).toEqual([])
      await remember('more')
      expect(texts(joined)).toEqual(['kept', 'more'])
      expect(stored()).toEqual(before)
      expect(open().location.registryDamaged).toBe(false)
      const [kept, ...others] = damagedCopies(place.home)
      expect([kept, others]).toEqual([expect.stringMatching(/^projects\.json\.damaged-\d{8}T\d{9}Z$/), []])
      expect(existsSync(join(place.home, kept!)) || _ === 'a link in a circle').toBe(true)
    },
  )

  it('is found by the path where the project directories have no copy either', async () => {
    await remember('kept')
    writeFileSync(path(), '{')
    for (const name of readdirSync(join(place.home, 'projects')))
      writeFileSync(join(place.home, 'projects', name, 'project.json'), '{"v":1,"paths":"x"}')
    expect(texts()).toEqual(['kept'])
    await remember('more')
    expect(texts()).toEqual(['kept', 'more'])
    expect(Object.values(stored())).toMatchObject([{ paths: [place.project] }])
  })

  it('keeps the entries that are right', async () => {
    const { name } = (await remember('kept')).location.identity
    const projects = { ...stored(), other: { paths: ['/x/y'], roots: [], remotes: [], created: 'x' } }
    for (const wrong of [
      null,
      7,
      { paths: ['/a'], roots: [], remotes: [3], created: 'x' },
      { paths: [], roots: [], remotes: [], created: 'x', memory: 'relative' },
      { paths: [], roots: [], remotes: [], created: 'x', offers: { a: 'yes' } },
    ]) {
      writeFileSync(path(), JSON.stringify({ v: 1, projects: { ...projects, wrong } }))
      expect(open().location.registryDamaged).toBe(true)
      await remember('more')
      expect(Object.keys(stored()).sort()).toEqual([name, 'other'].sort())
    }
  })

  it('is made again when it is missing, with the memory that is shared with an agent', async () => {
    const { name } = (await remember('own')).location.identity
    const shared = join(place.root, 'shared/memory')
    await updateRegistry(place.home, ({ projects }) => {
      projects[name]!.memory = shared
    })
    renameSync(path(), join(place.root, 'aside'))
    expect(open().location).toMatchObject({ memory: shared, registryDamaged: false })
  })

  it('never throws and never lists what is no entry, whatever is in it', () => {
    mkdirSync(place.home)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().map((data) => `{"v":1,"projects":${data}}`),
        ),
        (text) => {
          writeFileSync(path(), text)
          for (const [name, entry] of Object.entries(readRegistry(place.home).projects)) {
            expect(name).not.toMatch(/[/\\]|^\.{0,2}$/)
            expect([entry.paths, entry.roots, entry.remotes].every(Array.isArray)).toBe(true)
          }
        },
      ),
    )
  })
})

describe('projects.json', () => {
  it('is for the owner alone, and so are the copies', async () => {
    const { name } = (await remember('x')).location.identity
    for (const file of [path(), join(place.home, 'projects', name, 'project.json')])
      expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('loses no entry when many register at once, also when it was damaged', async () => {
    mkdirSync(place.home)
    writeFileSync(path(), '{"v":1,')
    const names = Array.from({ length: 12 }, (_, i) => join(place.root, `p${i}`))
    for (const name of names) mkdirSync(name)
    await Promise.all(names.map((name) => open(name).register()))
    expect(Object.values(stored())).toHaveLength(12)
    expect(damagedCopies(place.home)).toHaveLength(1)
  })
})
