// Recall end to end, by words alone: no model is converted here, as on a machine where none could be had yet.
import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mayHoldSecret } from '../src/base/secrets/redact-for.ts'
import { type Engine, openEngine } from '../src/connect/engine.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'

let place: TemporaryHome
let engine: Engine
const by = { actor: 'user' }

beforeEach(async () => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
  await engine.register()
  const add = (content: string, more = {}) => engine.store.add({ content, ...more }, by)
  await add('Integration tests use a real PostgreSQL database, never mocks.', { type: 'feedback' })
  await add('The staging cluster lives in Frankfurt and is rebuilt every Sunday.', { type: 'project' })
  await add('值班告警看 Grafana 的延迟面板。', { type: 'reference' })
})

afterEach(async () => {
  await engine.close()
  place.remove()
})

const files = async (prompt: string, more = {}) =>
  (await engine.recall({ prompt, ...more })).memories.map(({ memory }) => memory.file)

describe('recall', () => {
  test('gives what fits, in English and Chinese, and nothing when nothing fits', async () => {
    expect(await files('should integration tests use a real database or mocks?')).toEqual([
      'feedback_integration_tests_use_a.md',
    ])
    expect((await files('值班告警看哪个延迟面板'))[0]).toMatch(/^reference_/)
    const nothing = await engine.recall({ prompt: 'translate this poem about autumn leaves' })
    expect(nothing).toMatchObject({ status: 'nothing', text: '' })
  })

  test('shows a memory once in a conversation, until it is compacted', async () => {
    const prompt = 'where does the staging cluster live, Frankfurt?'
    const once = { conversation: 'c1' }
    const result = await engine.recall({ prompt, ...once })
    expect(result.memories).toHaveLength(1)
    await engine.noteShown('c1', result)
    expect(await files(prompt, once)).toEqual([])
    expect(await files(prompt, { conversation: 'c2' })).toHaveLength(1)
    engine.forgetShown('c1')
    expect(await files(prompt, once)).toHaveLength(1)
  })

  test('leaves out what is in the conversation and not recorded yet', async () => {
    const prompt = 'where does the staging cluster live, Frankfurt?'
    const [file] = await files(prompt)
    expect(await files(prompt, { conversation: 'c1', attached: [file!] })).toEqual([])
  })

  test('attaches as readily as the settings say', async () => {
    const near = 'does the staging cluster need anything before the release on Monday?'
    const { nearest } = await engine.recall({ prompt: near, explain: true })
    const best = nearest!.hits[0]!.similarity
    const count = async (settings: object) => {
      mkdirSync(place.home, { recursive: true })
      writeFileSync(join(place.home, 'settings.json'), JSON.stringify(settings))
      const other = openEngine({ directory: place.project, env: place.env })
      const result = await other.recall({ prompt: near, explain: true })
      await other.close()
      return [result.memories.length, result.nearest?.needed]
    }
    expect(best).toBeGreaterThan(0.05)
    const [under, over] = [best - 0.01, Math.min(1, best + 0.01)]
    expect(await count({ retrieval: { similarityThreshold: under } })).toEqual([1, under])
    expect(await count({ retrieval: { similarityThreshold: over } })).toEqual([0, over])
    expect((await count({ recall: { eagerness: 'eager' } }))[1]).toBe(0.4)
  })

  test('injection by budget keeps to its settings, in the spelling of memory.yaml too', async () => {
    const said = [{ role: 'user', content: 'where does the staging cluster live, Frankfurt?' }]
    const count = async (retrieval: string) => {
      mkdirSync(join(place.home, 'config'), { recursive: true })
      writeFileSync(
        join(place.home, 'config', 'memory.yaml'),
        `retrieval:\n  similarity_threshold: 0.01\n  ${retrieval}\n`,
      )
      const other = openEngine({ directory: place.project, env: place.env })
      const injected = await (await other.records()).inject(said, 10_000)
      await other.close()
      return injected.memories.length
    }
    expect(await count('max_memories: 1')).toBe(1)
    expect(await count('max_memories: 0')).toBe(0)
    expect(await count('inject_on_query: false')).toBe(0)
    expect(await count('inject_on_query: true')).toBeGreaterThan(0)
  })

  test('attaches nothing where the message asks to ignore memory, and says so', async () => {
    const prompt = 'ignore memory: where does the staging cluster live, Frankfurt?'
    expect(await engine.recall({ prompt })).toMatchObject({
      status: 'skipped',
      reason: 'to_ignore',
      text: '',
    })
    expect(await files('忽略记忆，值班告警看哪个延迟面板')).toEqual([])
    expect(await files('ignore memory leaks: where does the staging cluster live, Frankfurt?')).toHaveLength(
      1,
    )
  })

  test('attaches nothing in a conversation that was told to ignore memory, until it is told otherwise', async () => {
    const conversation = 'c1'
    const question = 'where does the staging cluster live, Frankfurt?'
    const say = async (prompt: string) => {
      const result = await engine.recall({ prompt, conversation })
      await engine.noteShown(conversation, result)
      return result.memories.length
    }
    await say('From now on do not use your memory in this conversation.')
    expect(engine.ignoresMemory(conversation)).toBe(true)
    engine.forgetShown(conversation)
    engine.inheritShown([conversation], 'fork')
    expect(await say(question)).toBe(0)
    expect(await files(question, { conversation: 'fork' })).toEqual([])
    expect(await files(question, { conversation: 'c2' })).toHaveLength(1)
    expect(await say(`You can use your memory again: ${question}`)).toBeGreaterThan(0)
    engine.forgetShown(conversation)
    expect(await say(question)).toBe(1)
  })

  test('what is asked to see what it would give leaves no trace', async () => {
    await engine.recall({ prompt: 'ignore memory in this conversation', conversation: 'c1' })
    expect(engine.ignoresMemory('c1')).toBe(false)
  })

  test('without recording it may be asked again and again', async () => {
    const prompt = 'where does the staging cluster live, Frankfurt?'
    expect(await files(prompt, { conversation: 'c1' })).toHaveLength(1)
    expect(await files(prompt, { conversation: 'c1' })).toHaveLength(1)
  })

  test('leaves out what the agent has read itself', async () => {
    const prompt = 'where does the staging cluster live, Frankfurt?'
    const [file] = await files(prompt)
    engine.noteRead('c1', [join(engine.location.memory, file!), '/etc/hosts'])
    expect(await files(prompt, { conversation: 'c1' })).toEqual([])
  })

  test('never gives what has expired', async () => {
    const saved = await engine.store.add(
      { content: 'The demo badge code is blue falcon.', expires: '2020-01-01' },
      by,
    )
    expect(await files('what is the demo badge code, blue falcon?')).not.toContain(saved.memory.file)
  })

  test('cuts secrets out of files that others wrote', async () => {
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
    writeFileSync(
      join(engine.location.memory, 'deploy.md'),
      `Deploy robot token for the release train: ${token}\n`,
    )
    const { text } = await engine.recall({ prompt: 'deploy robot token for the release train' })
    expect(text).toContain('Deploy robot')
    expect(text).not.toContain(token)
  })
})

describe('a key in a file that others wrote', () => {
  const key = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
  const question = 'where is the potoroo token kept?'
  const put = (file: string, text: string) => writeFileSync(join(engine.location.memory, file), text)

  test.each([
    ['a path that is gone', `The potoroo token is kept in src/${key}/conf.json of this repo`],
    ['a name in code', `The potoroo token is kept in \`${key}\` of this repo`],
    ['a flag, a command, a call', `The potoroo token is kept: \`make ${key}\` \`${key}()\` --${key}`],
    ['pieces that only showing joins', `The potoroo token is kept in ${key.slice(0, 9)}\x01${key.slice(9)}`],
  ])('is not shown: %s', async (_, text) => {
    mkdirSync(join(place.project, 'src'))
    put('potoroo.md', text)
    const { text: shown } = await engine.recall({ prompt: question })
    expect(shown).toContain('potoroo')
    expect(shown).not.toContain(key)
  })

  test('is not shown where it reaches beyond what is shown, and the rest of the file is named', async () => {
    const before = 'The potoroo token is kept here. '.repeat(127)
    put('potoroo.md', `${before}${key} ${'a1B2'.repeat(200_000)}`)
    const { text: shown, memories } = await engine.recall({ prompt: question })
    expect(before.length).toBeLessThan(4_096)
    expect(before.length + key.length).toBeGreaterThan(4_096)
    expect(shown).toMatch(
      /kept here\. \[redacted: github-pat\]\n\[cut here: read .*potoroo\.md for the rest\]/,
    )
    expect(shown).not.toContain(key.slice(0, 8))
    expect(memories[0]?.memory.content.length).toBeLessThan(4_200)
  })

  test('is not shown where it is in the name of the file, attached or left out', async () => {
    put(`${key}.md`, `The potoroo token is kept in the safe.\n${'More of the potoroo token. '.repeat(200)}`)
    const whole = await engine.recall({ prompt: question })
    expect(whole.text).toContain('is kept in the safe')
    expect(whole.text).toContain('for the rest]')
    expect(whole.text).not.toContain(key)
    put('potoroo.md', 'The potoroo token is kept in the safe.')
    const part = await engine.recall({ prompt: question, budget: 1_200 })
    expect(part.text).toContain('Also found, not shown here: ')
    expect(part.text).not.toContain(key)
    expect(part.text.length).toBeLessThanOrEqual(1_200)
  })

  test('costs nothing where there is none: the directory itself is not taken for one', async () => {
    const { text } = await engine.recall({ prompt: 'where does the staging cluster live, Frankfurt?' })
    expect(text).toContain(engine.location.memory)
    expect(mayHoldSecret(text.replaceAll(engine.location.memory, ''))).toBe(false)
  })
})

test('one conversation does not fill a recall, also where an agent reports what the person said', async () => {
  const source = { origin: 'reported', conversation: 'mcp-1' } as const
  for (const city of ['Oslo', 'Bergen', 'Tromso', 'Narvik', 'Molde', 'Bodo'])
    await engine.store.add({ content: `The wombat depot of ${city} opens on Mondays.`, source }, by)
  await engine.store.add({ content: 'The wombat depot of Hamar opens on Fridays.' }, by)
  expect(await files('when does the wombat depot open?')).toHaveLength(3)
})

describe('the catalog follows the files', () => {
  const found = async (query: string) =>
    (await engine.search({ query })).hits.map(({ memory }) => memory.file)

  test('added, moved, edited and deleted by hand', async () => {
    expect(await found('zebra')).toEqual([])
    const path = join(engine.location.memory, 'zoo.md')
    writeFileSync(path, 'The zebra enclosure opens at nine.\n')
    expect(await found('zebra')).toEqual(['zoo.md'])
    mkdirSync(join(engine.location.memory, 'animals'))
    renameSync(path, join(engine.location.memory, 'animals', 'zoo.md'))
    expect(await found('zebra')).toEqual(['animals/zoo.md'])
    appendFileSync(join(engine.location.memory, 'animals', 'zoo.md'), 'The giraffe sleeps.\n')
    expect(await found('zebra')).toEqual(['animals/zoo.md'])
    expect(await found('giraffe')).toEqual(['animals/zoo.md'])
    rmSync(join(engine.location.memory, 'animals'), { recursive: true })
    expect(await found('zebra')).toEqual([])
  })

  test('a damaged or deleted one is rebuilt without a word', async () => {
    expect(await found('staging cluster')).toHaveLength(1)
    await engine.close()
    const cache = join(engine.location.state, 'cache')
    for (const name of readdirSync(cache)) writeFileSync(join(cache, name), 'not what it was')
    expect(await found('staging cluster')).toHaveLength(1)
    await engine.close()
    rmSync(cache, { recursive: true })
    expect(await found('staging cluster')).toHaveLength(1)
  })

  test('purge takes the search data along', async () => {
    expect(await found('staging cluster')).toHaveLength(1)
    await engine.purge(engine.store.find('project_the_staging_cluster.md'), by)
    expect(await found('staging cluster')).toEqual([])
  })

  test('search says that it went by words alone', async () => {
    expect((await engine.search({ query: 'staging cluster' })).mode).toBe('fulltext')
  })
})
