import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { forgetAgent, memoryApart, noteAgent, ownMemory, showsIndex } from '../../base/agents/own-memory.ts'
import { readClientEvent } from '../client-event.ts'
import { type Engine, openEngine } from '../engine.ts'
import { answerHookEvent } from './answer-hook.ts'

let place: TemporaryHome
const opened: Engine[] = []
beforeEach(() => {
  place = temporaryHome()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((engine) => engine.close()))
  place.remove()
})

const slug = () => place.project.replace(/[^A-Za-z0-9]/g, '-')
const user = () => String(place.env.HOME)
const claude = () => join(user(), '.claude', 'projects', slug(), 'memory')
const qwen = () => join(user(), '.qwen', 'projects', slug(), 'memory')

function write(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const PLUGIN = { enabledPlugins: { 'memdir@memdir': true } }
const HOOK = { hooks: { Stop: [{ hooks: [{ command: 'exec sh "/home/memdir-hook" qwen' }] }] } }

function enable(agent: 'claude-code' | 'qwen', settings: object = {}) {
  const [directory, ours] = agent === 'qwen' ? ['.qwen', HOOK] : ['.claude', PLUGIN]
  write(join(user(), directory, 'settings.json'), JSON.stringify({ ...ours, ...settings }))
}

function open(env: Record<string, string> = {}): Engine {
  const engine = openEngine({ directory: place.project, env: { ...place.env, ...env } })
  opened.push(engine)
  return engine
}

const location = (env?: Record<string, string>) => open(env).location.memory
const memory = (name: string) =>
  `---\nname: ${name}\ndescription: what ${name} is about\ntype: project\n---\nThe ${name} is kept in the green shed.\n`

describe('the memory of a project', () => {
  test('is the directory of the agent that memdir is in, with no word typed in that project', () => {
    expect(location()).toContain(place.home)
    enable('claude-code')
    expect(location()).toBe(claude())
    expect(open().location.decidedBy).toBe('agent')
    enable('claude-code', { enabledPlugins: { 'memdir@memdir': false } })
    expect(location()).toContain(place.home)
  })

  test('does not change with the variables of a shell; what Claude Code was told by its settings counts', async () => {
    enable('claude-code')
    await noteAgent(place.home, 'claude-code', place.env)
    const other = join(user(), 'other')
    expect(location({ CLAUDE_CONFIG_DIR: other })).toBe(claude())
    expect(location({ CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' })).toBe(claude())
    enable('claude-code', { autoMemoryDirectory: '~/notes/of-claude' })
    expect(location()).toBe(join(user(), 'notes', 'of-claude'))
    enable('claude-code', { autoMemoryEnabled: false })
    expect(location()).toContain(place.home)
  })

  test('stays where it was written, also when memdir is taken out of the agent', async () => {
    enable('claude-code')
    await open().register()
    write(join(user(), '.claude', 'settings.json'), '{}')
    expect(location()).toBe(claude())
  })

  test.each(['memory/a.md', 'state/journal/2026-11.jsonl', 'state/candidates/a.json'])(
    'stays memdir’s own where there is %s',
    (file) => {
      write(join(dirname(location()), file), memory('boat'))
      enable('claude-code')
      expect(location()).toContain(place.home)
    },
  )

  test('is that of the first agent', async () => {
    enable('qwen')
    await noteAgent(place.home, 'qwen', place.env)
    enable('claude-code')
    await noteAgent(place.home, 'claude-code', place.env)
    expect(location()).toBe(qwen())
    await forgetAgent(place.home, 'qwen')
    await noteAgent(place.home, 'qwen', place.env)
    expect(location()).toBe(claude())
  })
})

test('Qwen Code: its directory follows its variables, and a worktree has one of its own', () => {
  const at = (checkout: string, env: Record<string, string> = {}) =>
    ownMemory('qwen', { root: place.project, checkout }, { ...place.env, ...env }).directory
  const below = join(place.project, 'packages')
  mkdirSync(join(place.project, '.git'), { recursive: true })
  expect(at(below)).toBe(qwen())
  expect(at(below, { QWEN_CODE_MEMORY_LOCAL: '1' })).toBe(join(below, '.qwen', 'memory'))
  expect(at(below, { QWEN_CODE_MEMORY_PROJECT_SCOPE: 'workspace' })).toContain('-packages')
  expect(at(below, { QWEN_HOME: '/srv/q' })).toBe(`/srv/q/projects/${slug()}/memory`)
  expect(at('/srv/tree')).toContain('-srv-tree')
  expect(showsIndex('qwen', { memory: qwen(), identity: { root: place.project } }, place.env)).toBe(true)
  write(join(user(), '.qwen', 'settings.json'), '{"memory":{"enableManagedAutoMemory":false}}')
  expect(showsIndex('qwen', { memory: qwen(), identity: { root: place.project } }, place.env)).toBe(false)
})

describe('Claude Code, told another directory by a file of the checkout', () => {
  const own = (memory: string) => ({ memory, identity: { root: place.project } })
  const tell = (file: string, directory: string) =>
    write(join(place.project, '.claude', file), JSON.stringify({ autoMemoryDirectory: directory }))

  test('shows that index; whoever wrote the file, memdir reads nothing there', async () => {
    enable('claude-code')
    const other = join(user(), 'other')
    write(join(other, 'ladder.md'), memory('ladder'))
    tell('settings.json', other)
    expect(location()).toBe(claude())
    expect(showsIndex('claude-code', own(claude()), place.env)).toBe(false)
    expect(memoryApart('claude-code', own(claude()), place.env)?.moved).toBe(other)
    const { hits } = await open().search({ query: 'ladder green shed', threshold: 0 })
    expect(hits).toEqual([])
    tell('settings.local.json', claude())
    expect(showsIndex('claude-code', own(claude()), place.env)).toBe(true)
    expect(memoryApart('claude-code', own(claude()), place.env)).toBeUndefined()
  })

  test('and its former one is not searched any more where that is the project’s', async () => {
    enable('qwen')
    await noteAgent(place.home, 'qwen', place.env)
    enable('claude-code')
    await noteAgent(place.home, 'claude-code', place.env)
    write(join(claude(), 'ladder.md'), memory('ladder'))
    const found = async () => (await open().search({ query: 'ladder green shed', threshold: 0 })).hits.length
    expect(await found()).toBe(1)
    tell('settings.local.json', qwen())
    expect(await found()).toBe(0)
  })
})

describe('what an agent keeps beside it', () => {
  const prompt = 'where is the ladder kept, in the green shed?'

  /** Memories of memdir's own, then an agent with some of its own. */
  function twoDirectories() {
    write(join(location(), 'boat.md'), memory('boat'))
    enable('claude-code')
    write(join(claude(), 'ladder.md'), memory('ladder'))
  }

  test('is recalled and searched with a mark, and not twice where it was taken over', async () => {
    twoDirectories()
    const engine = open()
    const recalled = await engine.recall({ prompt })
    expect(recalled.text).toContain('kept by Claude Code in its own directory')
    expect(recalled.memories.map(({ place }) => place.title)).toContain('Claude Code')
    const { hits } = await engine.search({ query: 'ladder green shed', threshold: 0 })
    expect(hits.map(({ memory: { file }, place: at }) => [file, at.title])).toContainEqual([
      join(claude(), 'ladder.md'),
      'Claude Code',
    ])
    write(join(engine.location.memory, 'ours.md'), memory('ladder'))
    const again = await open().search({ query: 'ladder green shed', threshold: 0 })
    expect(again.hits.filter(({ place: at }) => at.title)).toEqual([])
  })

  test('is told of once at the start of a conversation', async () => {
    twoDirectories()
    const raw = JSON.stringify({ hook_event_name: 'SessionStart', source: 'startup', session_id: 's' })
    const answer = async () => {
      const engine = open()
      const event = readClientEvent(
        { ...JSON.parse(raw), session_id: `s${opened.length}` },
        {
          agent: 'claude-code',
          env: {},
        },
      )
      const host = { ...engine, location: engine.location, startWorker: () => 'off' as const }
      const { output, afterOutput } = await answerHookEvent(host, event, { env: place.env, raw, hook: 1 })
      await afterOutput()
      return output
    }
    const [first, second] = [await answer(), await answer()]
    expect(first).toContain(claude())
    expect(first).toContain('memdir init claude-code --memory own')
    expect(second).not.toContain(claude())
  })

  test('of a second agent is offered in the inbox once', async () => {
    enable('claude-code')
    await noteAgent(place.home, 'claude-code', place.env)
    enable('qwen')
    await noteAgent(place.home, 'qwen', place.env)
    write(join(qwen(), 'project', 'ladder.md'), memory('ladder'))
    write(join(qwen(), 'MEMORY.md'), '- [ladder](project/ladder.md)\n')
    const run = async () => {
      const engine = open()
      await (await engine.background()).run('own-memories', { reason: 'test' })
      const { imports } = await (await engine.inbox()).list()
      return imports?.map(({ entries }) => entries?.map(({ text }) => text))
    }
    const offered = [[expect.stringContaining('The ladder is kept in the green shed.')]]
    expect(await run()).toEqual(offered)
    expect(await run()).toEqual(offered)
  })
})
