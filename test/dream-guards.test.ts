// What keeps a dream from losing something: what somebody changes between plan and write, what the person wrote, what the
// team shares, what a model proposes too much of.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { openContext } from '../src/connect/open-context.ts'
import { readDreamState } from '../src/learn/dream/dream-state.ts'
import type { ModelDream } from '../src/learn/dream/plan-by-model.ts'
import { runDream } from '../src/learn/dream/run-dream.ts'
import { dreamDependencies } from '../src/learn/dream.ts'
import type { DreamReport } from '../src/learn/dream-plan.ts'
import { supersededBy } from '../src/memory/memory.ts'
import type { ProjectContext } from '../src/search/project-context.ts'
import { askedStatements } from './support/hostile-dreams.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'

let place: TemporaryHome
let context: ProjectContext
beforeEach(() => {
  place = temporaryHome()
  const clock = { now: () => new Date('2026-04-09T12:00:00Z') }
  context = openContext({ directory: place.project, env: place.env, clock })
})
afterEach(async () => {
  await context.close()
  place.remove()
})

const written = (id: string, body: string, { origin = 'agent', day = '01', more = '' } = {}) =>
  `---\nid: ${id}\ntype: project\nsource:\n  origin: ${origin}\ncreated: 2026-04-${day}T10:00:00Z\n${more}---\n${body}\n`
const pathOf = (file: string) => join(context.location.memory, file)
const textOf = (file: string) => readFileSync(pathOf(file), 'utf8')
function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(pathOf(file)), { recursive: true })
    writeFileSync(pathOf(file), text)
  }
}

/** Operations whose statements are named by their words. */
function model(...operations: Record<string, string>[]): ModelDream & { tasks: string[] } {
  const tasks: string[] = []
  return {
    ...{ tasks, directory: context.location.memory, transcripts: '', conversations: [] },
    nearest: async () => context.store.list().map(({ file }) => file),
    async ask(task) {
      tasks.push(task)
      const numbers = new Map(askedStatements(task).map(({ text, number }) => [text, number]))
      const named = operations.map((one) =>
        Object.fromEntries(
          Object.entries(one).map(([key, value]) =>
            key === 'text' ? [key, value] : [key, numbers.get(value) ?? value],
          ),
        ),
      )
      return JSON.stringify({ operations: named })
    },
  }
}

/** `meanwhile`: after everything is planned, before anything is written. */
async function dream(by?: ModelDream, meanwhile = () => {}): Promise<DreamReport> {
  return runDream(await dreamDependencies(context, by), {
    actor: 'memdir',
    onPhase: (phase) => phase === 'updating' && meanwhile(),
  })
}

const FILLING = Object.fromEntries(
  ['Alpha runs first.', 'Beta is in Go.', 'Gamma has no tests.', 'Delta belongs to Mina.'].map((body, at) => [
    `project_f${at}.md`,
    written(`f${at}`, body),
  ]),
)
const drop = (statement: string) => ({ op: 'drop', statement, reason: 'of no use' })

describe('a quarter of the statements', () => {
  it('may be lost by itself, and not one more', async () => {
    write(FILLING)
    const one = await dream(model(drop('Alpha runs first.')))
    expect(one.held).toEqual([])
    expect(existsSync(pathOf('project_f0.md'))).toBe(false)
    write(FILLING)
    const two = await dream(model(drop('Alpha runs first.'), drop('Beta is in Go.')))
    expect(two.held.map(({ op, reason }) => [op, reason])).toEqual([
      ['drop', 'too_much_lost'],
      ['drop', 'too_much_lost'],
    ])
    for (const [file, text] of Object.entries(FILLING)) expect(textOf(file)).toBe(text)
  })
})

test('a sentence of the person’s is not cut out, though they said something newer; the whole is marked', async () => {
  const person = { origin: 'user' }
  write({
    ...FILLING,
    'project_a.md': written('a', 'The release owner is Anna.\nShe likes tea.', person),
    'project_b.md': written('b', 'The release owner is Bob now.', { ...person, day: '05' }),
  })
  const before = textOf('project_a.md')
  const part = await dream(
    model({
      op: 'supersede',
      statement: 'The release owner is Anna.',
      by: 'The release owner is Bob now.',
      reason: 'newer',
    }),
  )
  expect(part.held.map(({ reason }) => reason)).toEqual(['persons_words'])
  expect(textOf('project_a.md')).toBe(before)
})

describe('what somebody changes between plan and write', () => {
  const A = written('a', 'The API uses tabs for indentation.')
  const B = written('b', 'Tabs are used for indentation in the API.')
  const changed = written('b', 'Somebody else was here.')
  const merge = {
    op: 'merge',
    statement: 'Tabs are used for indentation in the API.',
    into: 'The API uses tabs for indentation.',
  }
  beforeEach(() => write({ ...FILLING, 'project_a.md': A, 'project_b.md': B }))

  it('loses nothing where it is the file that was to go', async () => {
    const report = await dream(model(merge), () => write({ 'project_b.md': changed }))
    expect(report.failed.map(({ files }) => files)).toEqual([['project_b.md']])
    expect(textOf('project_b.md')).toBe(changed)
  })

  it('loses nothing where it is the file that was to say it from then on', async () => {
    const report = await dream(model(merge), () => write({ 'project_a.md': written('a', 'Something else.') }))
    expect(report.failed.map(({ files }) => files)).toEqual([['project_b.md']])
    expect(textOf('project_b.md')).toBe(B)
  })

  it('is shown to the model again, with what depended on it', async () => {
    const text = 'The API uses tabs; tabs are used for indentation.'
    await dream(model({ ...merge, text }), () => write({ 'project_b.md': changed }))
    expect(textOf('project_a.md')).toBe(A)
    const again = model()
    await dream(again)
    expect(again.tasks[0]).toMatch(/project_a\.md \([^)]*, new\)/)
  })

  it('is not planned on where it happened before', async () => {
    const by = model(merge)
    const { failed, refused } = await dream({
      ...by,
      async ask(task) {
        write({ 'project_b.md': changed })
        return by.ask(task)
      },
    })
    expect(failed).toEqual([])
    expect(refused.map(({ reason }) => reason)).toEqual(['not_proven'])
    expect(textOf('project_b.md')).toBe(changed)
  })
})

test('a proposal goes with the words that it is about', async () => {
  write({ ...FILLING, 'project_a.md': written('a', 'I like short answers.', { origin: 'user' }) })
  await dream(model(drop('I like short answers.')))
  expect(readDreamState(context.location.state).held).toHaveLength(1)
  write({ 'project_a.md': written('a', 'I like long answers.', { origin: 'user' }) })
  await dream(model())
  expect(readDreamState(context.location.state).held).toEqual([])
})

test('what the team shares is neither merged, dated nor shown to the model', async () => {
  const shared = {
    'team/project_a.md': written('a', 'It starts tomorrow.'),
    'team/project_b.md': written('b', 'It starts tomorrow.', { day: '02' }),
  }
  write({ ...FILLING, ...shared })
  const by = model()
  expect(await dream(by)).toMatchObject({ shared: 1, failed: [] })
  for (const [file, text] of Object.entries(shared)) expect(textOf(file)).toBe(text)
  expect(by.tasks.join()).not.toContain('It starts tomorrow')
})

test('words such as tomorrow stay in quotations, and where nobody knows from which day they are', async () => {
  const later = { more: 'updated: 2026-04-03T10:00:00Z\n' }
  write({
    'project_a.md': written('a', 'The freeze starts tomorrow.\n> We ship tomorrow.'),
    'project_b.md': written('b', 'The demo is tomorrow.', later),
  })
  await dream()
  expect(context.store.find('project_a.md').content).toBe(
    'The freeze starts on 2026-04-02.\n> We ship tomorrow.\n',
  )
  expect(context.store.find('project_b.md').content).toBe('The demo is tomorrow.\n')
})

test('what a memory that goes had superseded does not live again', async () => {
  write({
    'project_a.md': written('a', 'The port is 9090.'),
    'project_b.md': written('b', 'The port is 9090.', { day: '02' }),
    'project_c.md': written('c', 'The port is 8080.', { more: 'superseded_by: b\n' }),
  })
  await dream()
  expect(existsSync(pathOf('project_b.md'))).toBe(false)
  expect(supersededBy(context.store.find('project_c.md'))).toBe('a')
})
