// A file says of its origin what it likes; every reader believes what those who can write to its place can prove.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Engine, openEngine } from '../src/connect/engine.ts'
import { moveMemory } from '../src/memory/copy-memories.ts'
import { ORIGINS, type Origin } from '../src/memory/memory.ts'
import { isPersons } from '../src/memory/origin-rules.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'

let place: TemporaryHome
let engine: Engine
beforeEach(() => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
})
afterEach(async () => {
  await engine.close()
  place.remove()
})

const by = { actor: 'user' }
const EVIDENCE = 'lanterns are always lit by hand'

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const claim = (origin: Origin | undefined) => `---
id: lantern-${origin ?? 'none'}
name: Lanterns ${origin ?? 'none'}
description: how the lanterns of the harbour are lit
evidence: ${EVIDENCE}
${origin ? `source: {origin: ${origin}, conversation: c-${origin}}\n` : ''}---
The lanterns of the harbour are lit by hand (${origin ?? 'none'}).
`
const CLAIMS: readonly (Origin | undefined)[] = [...ORIGINS, undefined]
const inTeam = (origin: Origin | undefined) => (origin === 'tool' || origin === 'web' ? origin : 'team')
const inTree = (origin: Origin | undefined) => (origin === 'tool' || origin === 'web' ? origin : 'include')

/** A file for each claim. */
function claimAll(directory: string): void {
  for (const origin of CLAIMS) put(join(directory, `${origin ?? 'none'}.md`), claim(origin))
}

const pairs = (memories: readonly { file: string; source?: { origin?: Origin } }[]) =>
  memories
    .map(({ file, source }): [string, Origin | undefined] => [
      file.slice(file.lastIndexOf('/') + 1, -3),
      source?.origin,
    ])
    .sort()
const expected = (believed: (origin: Origin | undefined) => Origin | undefined) =>
  CLAIMS.map((origin): [string, Origin | undefined] => [origin ?? 'none', believed(origin)]).sort()

const QUERY = 'how are the lanterns of the harbour lit by hand?'

it('list, show, search, recall, explain and export believe of team/ no more than team', async () => {
  const { memory } = engine.location
  claimAll(join(memory, 'team'))
  expect(pairs(engine.store.list())).toEqual(expected(inTeam))
  expect(engine.store.find('lantern-user').source).toEqual({ origin: 'team', conversation: 'c-user' })
  const found = await engine.search({ query: QUERY, threshold: 0, limit: 20 })
  expect(pairs(found.hits.map((hit) => hit.memory))).toEqual(expected(inTeam))
  const said = await engine.search({ query: QUERY, threshold: 0, filter: { origins: ['user', 'reported'] } })
  expect(said.hits).toEqual([])
  const { text, memories } = await engine.recall({ prompt: QUERY })
  expect(memories.length).toBeGreaterThan(0)
  expect(text).toContain('shared by the team')
  expect(text).not.toMatch(/said by the user|inferred by an agent|imported|included/)
  const records = await engine.records()
  for (const origin of CLAIMS) {
    const one = engine.store.find(`lantern-${origin ?? 'none'}`)
    expect(records.explain(one).said_by).toBe(inTeam(origin))
  }
  const exported = JSON.parse(records.exportJson().text) as { memories: { source: { origin: Origin } }[] }
  expect(exported.memories.map(({ source }) => source.origin).filter((one) => one === 'user')).toEqual([])
  // Nothing of it is written into the files.
  for (const name of readdirSync(join(memory, 'team')).filter((one) => one !== 'MEMORY.md'))
    expect(readFileSync(join(memory, 'team', name), 'utf8')).toBe(
      claim(name === 'none.md' ? undefined : (name.slice(0, -3) as Origin)),
    )
})

it('the person’s own directories are taken at their word, here and everywhere; a team/ in them is not', async () => {
  claimAll(engine.location.memory)
  expect(pairs(engine.store.list())).toEqual(expected((origin) => origin))
  const everywhere = openEngine({ directory: place.project, env: place.env, at: 'everywhere' })
  claimAll(everywhere.location.memory)
  expect(pairs(everywhere.store.list())).toEqual(expected((origin) => origin))
  claimAll(join(everywhere.location.memory, 'team'))
  const team = everywhere.store.list().filter(({ file }) => file.startsWith('team/'))
  expect(pairs(team)).toEqual(expected(inTeam))
  const { hits } = await engine.search({ query: QUERY, threshold: 0, limit: 50 })
  const there = hits.filter(({ memory }) => memory.file.startsWith(everywhere.location.memory))
  expect(pairs(there.map((hit) => hit.memory).filter(({ file }) => !file.includes('/team/')))).toEqual(
    expected((origin) => origin),
  )
  expect(pairs(there.map((hit) => hit.memory).filter(({ file }) => file.includes('/team/')))).toEqual(
    expected(inTeam),
  )
  await everywhere.close()
})

const SCOPES: [string, string, (place: TemporaryHome) => string, (origin?: Origin) => Origin | undefined][] =
  [
    ['project', '.claude', (at) => join(at.project, '.claude/agent-memory/keeper'), inTree],
    ['project', '.memdir', (at) => join(at.project, '.memdir/agent-memory/keeper'), inTree],
    ['local', '.claude', (at) => join(at.project, '.claude/agent-memory-local/keeper'), inTree],
    ['user', 'home', (at) => join(at.home, 'agent-memory/keeper'), (origin) => origin],
    ['project', 'team/', (at) => join(at.project, '.claude/agent-memory/keeper/team'), inTree],
  ]

it.each(SCOPES)(
  'of the memory of an agent of scope %s (%s) no more is believed than its place proves',
  async (scope, _, at, believed) => {
    put(
      join(place.home, 'agents', 'keeper.md'),
      `---\nname: keeper\ndescription: keeps\nmemory: ${scope}\n---\nYou keep.\n`,
    )
    for (const origin of CLAIMS) {
      put(join(at(place), 'a.md'), claim(origin))
      const { memories, text } = await engine.recall({ prompt: `@agent-keeper ${QUERY}` })
      expect(memories.map(({ memory }) => [origin, memory.source?.origin])).toEqual([
        [origin, believed(origin)],
      ])
      if (believed === inTree) expect(text).not.toContain('said by the user')
      expect(readFileSync(join(at(place), 'a.md'), 'utf8')).toBe(claim(origin))
    }
  },
)

it('in a project that is the person’s home directory their own agents stay their own', async () => {
  const home = place.env.HOME!
  mkdirSync(home, { recursive: true })
  const there = openEngine({ directory: home, env: place.env })
  put(
    join(place.home, 'agents', 'keeper.md'),
    '---\nname: keeper\ndescription: keeps\nmemory: user\n---\nYou keep.\n',
  )
  put(join(home, '.claude', 'agent-memory', 'keeper', 'a.md'), claim('user'))
  const { memories } = await there.recall({ prompt: `@agent-keeper ${QUERY}` })
  expect(memories.map(({ memory }) => memory.source?.origin)).toEqual(['user'])
  await there.close()
})

it('neither a merge nor a move makes the team’s words the person’s', async () => {
  const { memory } = engine.location
  put(join(memory, 'team', 'user.md'), claim('user'))
  put(
    join(memory, 'own.md'),
    '---\nid: own\nname: Lanterns\nsource: {origin: agent}\n---\nThe lanterns of the harbour are lit.\n',
  )
  const records = await engine.records()
  const outcome = await records.merge(engine.store.find('own'), engine.store.find('lantern-user'), by)
  const merged = 'memory' in outcome ? [outcome.memory] : []
  expect(merged.map((one) => [one.source?.origin === 'user', isPersons(one)])).toEqual([[false, false]])

  put(join(memory, 'team', 'reported.md'), claim('reported'))
  const everywhere = openEngine({ directory: place.project, env: place.env, at: 'everywhere' })
  await moveMemory({ from: engine, to: everywhere }, engine.store.find('lantern-reported'), by)
  expect(everywhere.store.list().map(({ source }) => source?.origin)).toEqual(['team'])
  await everywhere.close()
})
