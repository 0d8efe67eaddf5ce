import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { dreamViolations } from '../../test/support/dream-invariants.ts'
import { askedStatements, HOSTILE_DREAMS } from '../../test/support/hostile-dreams.ts'
import { FakeModel } from '../../test/support/published/fake-model.ts'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { plantMemories, randomMemories } from '../../test/support/random-memories.ts'
import { openContext } from '../connect/open-context.ts'
import { readLog } from '../memory/history.ts'
import { supersededBy } from '../memory/memory.ts'
import { openInbox } from '../memory/open-inbox.ts'
import { withTied } from '../memory/plan-undo.ts'
import { undoChanges } from '../memory/writer/undo.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { readDreamState } from './dream/dream-state.ts'
import type { ModelDream } from './dream/plan-by-model.ts'
import { planOnly, runDream } from './dream/run-dream.ts'
import { dreamDependencies, modelDream, openDreams } from './dream.ts'
import type { DreamReport } from './dream-plan.ts'

let place: TemporaryHome
let context: ProjectContext
const NOW = new Date('2026-04-09T12:00:00Z')
beforeEach(() => open())
afterEach(() => close())

function open(): void {
  place = temporaryHome()
  context = openContext({ directory: place.project, env: place.env, clock: { now: () => NOW } })
}

async function close(): Promise<void> {
  await context.close()
  place.remove()
}

/** Every file of the memory directory. */
function snapshot(directory = context.location.memory): Map<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const paths = files.map((one) => join(one.parentPath, one.name)).sort()
  return new Map(paths.map((path) => [path.slice(directory.length + 1), readFileSync(path, 'utf8')]))
}

function write(files: Record<string, string>): void {
  plantMemories(context.location.memory, {
    files: new Map(Object.entries(files)),
    doubles: 0,
    conflicts: 0,
    expired: 0,
    dead: 0,
  })
}

/** Shown all that is new, each with everything else near it. */
function scripted(answer: (task: string) => string): ModelDream & { tasks: string[] } {
  const tasks: string[] = []
  return {
    tasks,
    directory: context.location.memory,
    transcripts: context.location.sessions,
    conversations: [],
    nearest: async ({ file }) =>
      context.store
        .list()
        .map((one) => one.file)
        .filter((one) => one !== file)
        .slice(0, 5),
    ask: async (task) => {
      tasks.push(task)
      return answer(task)
    },
  }
}

async function dream(model?: ModelDream): Promise<DreamReport> {
  return runDream(await dreamDependencies(context, model), { actor: 'memdir' })
}

async function undoDream({ run }: DreamReport) {
  const changes = readLog(context.store.writer, { conversation: run })
  return undoChanges(
    context.store.writer,
    context.location.memory,
    withTied(context.store.writer, changes),
    'user',
  )
}

async function checkSeed(seed: number, hostile?: string): Promise<DreamReport> {
  const planted = randomMemories(seed, 9)
  plantMemories(context.location.memory, planted)
  const before = snapshot()
  const answer = hostile === undefined ? undefined : HOSTILE_DREAMS[hostile]
  const report = await dream(answer && scripted((task) => answer(askedStatements(task))))
  const after = snapshot()
  expect(dreamViolations(before, after, report.operations)).toEqual({ lost: [], invented: [], theirs: [] })
  expect(after.get('MEMORY.md')).not.toContain('gone_')
  expect([...after.keys()].filter((file) => !before.has(file))).toEqual([])
  if (!report.failure) {
    // What is in order stays as it is.
    const again = await dream()
    expect(again.operations, `seed ${seed}`).toEqual([])
  }
  const undone = await undoDream(report)
  expect(undone.skipped).toEqual([])
  expect(snapshot()).toEqual(before)
  return report
}

describe('random directories', () => {
  it.each(Array.from({ length: 12 }, (_, seed) => seed + 1))('seed %i, without a model', async (seed) => {
    await checkSeed(seed)
  })

  it.each(Object.keys(HOSTILE_DREAMS))('a model that %s loses nothing in silence', async (hostile) => {
    await checkSeed(Object.keys(HOSTILE_DREAMS).indexOf(hostile) + 100, hostile)
  })
})

const file = (fields: string, body: string) => `---\n${fields}\n---\n${body}\n`
const byAgent = (id: string, body: string, day = '01') =>
  file(`id: ${id}\ntype: project\nsource:\n  origin: agent\ncreated: 2026-04-${day}T10:00:00Z`, body)
const byPerson = (id: string, body: string, day = '01') =>
  file(`id: ${id}\ntype: project\nsource:\n  origin: user\ncreated: 2026-04-${day}T10:00:00Z`, body)
/** Answers with these, the statements named by their words. */
const decides = (...operations: Record<string, string>[]) =>
  scripted((task) => {
    const numbered = new Map(askedStatements(task).map(({ text, number }) => [text, number]))
    const memories = new Map(askedStatements(task).map(({ text, memory }) => [text, memory]))
    const numbers = (entry: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(entry).map(([key, value]) => {
          if (key === 'to') return [key, memories.get(value) ?? value]
          return [key, ['statement', 'into', 'by'].includes(key) ? (numbered.get(value) ?? value) : value]
        }),
      )
    return JSON.stringify({ operations: operations.map(numbers) })
  })

/** Enough that one statement is no quarter. */
const FILLING = Object.fromEntries(
  [
    'Alpha runs first.',
    'Beta is written in Go.',
    'Gamma has no tests.',
    'Delta belongs to Mina.',
    'Epsilon is slow.',
  ].map((body, at) => [`project_f${at}.md`, byAgent(`f${at}`, body)]),
)

describe('what a model decides', () => {
  it('is done where it loses nothing: merged, superseded, moved, dropped, dated', async () => {
    write({
      ...FILLING,
      'project_a.md': byAgent('a', 'The API uses tabs for indentation.\nThe mail queue is flaky.'),
      'project_b.md': byAgent(
        'b',
        'Tabs are used for indentation in the API code.\nThe old wiki is gone for good.',
      ),
      'project_c.md': byAgent('c', 'The release owner is Anna.', '01'),
      'project_d.md': byAgent('d', 'The release owner is Bob now.', '05'),
      'project_e.md': byAgent('e', 'The audit happens Thursday.', '07'),
    })
    const model = decides(
      {
        op: 'merge',
        statement: 'Tabs are used for indentation in the API code.',
        into: 'The API uses tabs for indentation.',
        text: 'The API code uses tabs for indentation.',
      },
      {
        op: 'supersede',
        statement: 'The release owner is Anna.',
        by: 'The release owner is Bob now.',
        reason: 'newer',
      },
      {
        op: 'move',
        statement: 'The mail queue is flaky.',
        to: 'The release owner is Bob now.',
        reason: 'topic',
      },
      { op: 'drop', statement: 'The old wiki is gone for good.', reason: 'of no use' },
      { op: 'rewrite', statement: 'The audit happens Thursday.', text: 'The audit happens 2026-04-09.' },
    )
    const before = snapshot()
    const report = await dream(model)
    expect(report.refused).toEqual([])
    expect(
      report.operations
        .filter(({ by }) => by === 'model')
        .map(({ op }) => op)
        .sort(),
    ).toEqual([...['drop', 'merge', 'move', 'rewrite', 'supersede']])
    const find = (name: string) => context.store.find(name)
    expect(find('project_a.md').content).toBe('The API code uses tabs for indentation.\n')
    expect(existsSync(join(context.location.memory, 'project_b.md'))).toBe(false)
    expect(supersededBy(find('project_c.md'))).toBe('d')
    expect(find('project_d.md').content).toBe('The release owner is Bob now.\n\nThe mail queue is flaky.\n')
    expect(find('project_e.md').content).toBe('The audit happens 2026-04-09.\n')
    const reasons = readLog(context.store.writer, { conversation: report.run }).map(({ reason }) => reason)
    expect(reasons.join()).toContain('of no use')
    expect((await undoDream(report)).skipped).toEqual([])
    expect(snapshot()).toEqual(before)
  })

  it('waits for the person where it is about their words, or not plain; accepted, it is done', async () => {
    write({
      ...FILLING,
      'project_a.md': byPerson('a', 'I like short answers.'),
      'project_b.md': byAgent('b', 'The parser copes badly with long lines.'),
      'project_c.md': byAgent('c', 'Long lines break something in there.'),
    })
    const before = snapshot()
    const report = await dream(
      decides(
        { op: 'drop', statement: 'I like short answers.', reason: 'known' },
        {
          op: 'merge',
          statement: 'Long lines break something in there.',
          into: 'The parser copes badly with long lines.',
        },
        { op: 'rewrite', statement: 'I like short answers.', text: 'I like answers, 2026-04-01.' },
      ),
    )
    expect(report.refused.map(({ reason }) => reason)).toEqual(['persons_words'])
    expect(report.held.map(({ op, reason }) => [op, reason])).toEqual([
      ['drop', 'persons_words'],
      ['merge', 'doubtful'],
    ])
    for (const [name, text] of before) if (name !== 'MEMORY.md') expect(snapshot().get(name)).toBe(text)
    const dreams = openDreams(context)
    const [drop, merge] = dreams.proposals()
    const { proposals } = await (await openInbox(context)).list()
    expect(proposals.map(({ id }) => id)).toEqual([drop?.id, merge?.id])
    await expect(dreams.accept(merge?.id ?? '', 'codex')).rejects.toThrow(/not by an agent/)
    expect(drop).toMatchObject({
      op: 'drop',
      text: 'I like short answers.',
      file: 'project_a.md',
      because: 'known',
    })
    expect(JSON.stringify(readDreamState(context.location.state))).not.toContain('short answers')
    await dreams.refuse(drop?.id ?? '')
    await dreams.accept(merge?.id ?? '', 'user')
    expect(dreams.proposals()).toEqual([])
    expect(existsSync(join(context.location.memory, 'project_c.md'))).toBe(false)
    await expect(dreams.refuse('nothing')).rejects.toThrow(/no proposal/)
  })

  it('waits under one id until it is answered, whatever later dreams do', async () => {
    const text = 'I like short answers.'
    write({ ...FILLING, 'project_a.md': byPerson('a', `${text}\nThe office is in Oslo.`) })
    const drops = () => decides({ op: 'drop', statement: text, reason: 'known' })
    const ids = () =>
      openDreams(context)
        .proposals()
        .map(({ id }) => id)
    const shown = await planOnly(await dreamDependencies(context, drops()), { actor: 'memdir' })
    await dream(drops())
    const [first] = ids()
    expect(shown.held.map(({ id }) => id)).toEqual([first])
    // Without a model, with one that says nothing, and after another sentence of the file was changed.
    await dream()
    expect(ids(), 'held by an earlier dream').toEqual([first])
    await dream(decides())
    expect(ids()).toEqual([first])
    write({ 'project_a.md': byPerson('a', `The office is in Bergen.\n${text}`) })
    await dream(drops())
    expect(ids()).toEqual([first])
    expect(openDreams(context).proposals()).toMatchObject([{ text }])
    write({ 'project_a.md': byPerson('a', 'The office is in Bergen.') })
    await dream()
    expect(ids()).toEqual([])
  })

  it('cuts no sentence out of what the person wrote, though another of their memories says it', async () => {
    write({
      ...FILLING,
      'project_a.md': byPerson('a', 'Answer briefly.\nUse tabs.'),
      'project_b.md': byPerson('b', 'Use tabs!'),
    })
    const report = await dream(decides({ op: 'merge', statement: 'Use tabs.', into: 'Use tabs!' }))
    expect(report.held.map(({ reason }) => reason)).toEqual(['persons_words'])
    expect(context.store.find('project_a.md').content).toBe('Answer briefly.\nUse tabs.\n')
  })

  it('is refused where it crosses types, origins or time, or says something else', async () => {
    write({
      ...FILLING,
      'project_a.md': byAgent('a', 'The port is 8080.', '05'),
      'project_b.md': byAgent('b', 'The port is 9090.', '01'),
      'user_c.md': byAgent('c', 'The port is 8080!').replace('type: project', 'type: user'),
      'project_d.md': byPerson('d', 'The port is open.'),
    })
    const { refused, operations } = await dream(
      decides(
        { op: 'merge', statement: 'The port is 8080.', into: 'The port is 9090.' },
        { op: 'merge', statement: 'The port is 8080!', into: 'The port is 8080.' },
        { op: 'supersede', statement: 'The port is 8080.', by: 'The port is 9090.', reason: 'x' },
        { op: 'supersede', statement: 'The port is open.', by: 'The port is 8080.', reason: 'x' },
        { op: 'move', statement: 'The port is 9090.', to: 'The port is open.', reason: 'x' },
        { op: 'rewrite', statement: 'The port is 8080.', text: 'The port was 8080 until 2026-04-01.' },
      ),
    )
    expect(refused.map(({ reason }) => reason)).toEqual([
      ...['differs', 'different_type', 'not_newer', 'persons_words', 'persons_words', 'new_words'],
    ])
    expect(operations.filter(({ by }) => by === 'model')).toEqual([])
  })

  it('costs what changed: nothing new is nothing asked, one new memory is asked about with its neighbours', async () => {
    const planted = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `project_${at}.md`,
        byAgent(`m${at}`, `Service ${at} has owner number ${at}.`),
      ]),
    )
    write(planted)
    const first = scripted(() => '{"operations": []}')
    await dream(first)
    expect(first.tasks.length).toBeGreaterThan(0)
    const second = scripted(() => '{"operations": []}')
    await dream(second)
    expect(second.tasks).toEqual([])
    write({ 'project_new.md': byAgent('new', 'The new service is here.') })
    const third = scripted(() => '{"operations": []}')
    await dream(third)
    expect(third.tasks).toHaveLength(1)
    expect(askedStatements(third.tasks[0] ?? '')).toHaveLength(6)
    expect(third.tasks[0]).toContain('project_new.md (project, by the agent, 2026-04-01, new)')
  })

  it('does not count where the model fails or cannot be read; what needs no model is done', async () => {
    write({ ...FILLING, 'project_x.md': byAgent('x', 'Alpha runs first.') })
    const report = await dream(scripted(() => 'Sorry!'))
    expect(report.failure?.messages.message.key).toBe('dream.answer-unreadable')
    expect(report.operations.some(({ op }) => op === 'merge')).toBe(true)
    expect(readDreamState(context.location.state).last).toBeUndefined()
    await dream(scripted(() => '{"operations": []}'))
    expect(readDreamState(context.location.state).last).toBe('2026-04-09T12:00:00Z')
  })

  it('comes from a run that only reads and searches', async () => {
    write(FILLING)
    const fake = new FakeModel((request, number) => {
      expect(request.tools.map(({ name }) => name)).toEqual(['Read', 'Grep', 'Glob'])
      if (number > 1) return '{"operations": []}'
      const path = join(context.location.memory, 'project_f0.md')
      return {
        say: [
          { tool: 'Read', input: { file_path: path } },
          { tool: 'Write', input: { file_path: path, content: 'x' } },
        ],
      }
    })
    const before = snapshot()
    const report = await dream(modelDream(context, fake))
    expect(report.failure).toBeUndefined()
    expect(fake.requests.length).toBeGreaterThan(1)
    expect(fake.requests[0]?.body).toContain('You bring an agent')
    for (const [name, text] of before) expect(snapshot().get(name)).toBe(text)
  })
})

test('one file that somebody changes meanwhile loses that file, not the run', async () => {
  write({
    ...FILLING,
    'project_x.md': byAgent('x', 'The freeze starts tomorrow.'),
    'project_y.md': byAgent('y', 'The demo is due by Friday.'),
  })
  const path = join(context.location.memory, 'project_x.md')
  const report = await dream(
    scripted(() => {
      writeFileSync(path, byAgent('x', 'Somebody else was here.'))
      return '{"operations": []}'
    }),
  )
  expect(report.failed.map(({ files }) => files)).toEqual([['project_x.md']])
  expect(readFileSync(path, 'utf8')).toContain('Somebody else')
  expect(context.store.find('project_y.md').content).toBe('The demo is due by 2026-04-03.\n')
})

test('a dry run says the same and changes nothing', async () => {
  plantMemories(context.location.memory, randomMemories(7, 9))
  const before = snapshot()
  const plan = await planOnly(await dreamDependencies(context, undefined), { actor: 'memdir' })
  expect(snapshot()).toEqual(before)
  const report = await dream()
  const summary = ({ op, file: name, into }: { op: string; file: string; into?: string }) => [op, name, into]
  const real = (operations: readonly { op: string; file: string; into?: string }[]) =>
    operations.filter(({ op }) => op !== 'index').map(summary)
  expect(real(plan.operations)).toEqual(real(report.operations))
  const after = snapshot()
  for (const { file: name, after: text } of plan.files) expect(after.get(name) ?? '').toBe(text)
})
