// A trigger that would be brought up at every turn is refused when it is written, by whichever door.
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { type Trigger, triggerLine } from '../memory/moments.ts'
import { type Engine, openEngine } from './engine.ts'

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

const WIDE: Trigger[] = [
  { run: 'git *' },
  { run: '*e*' },
  { edit: '*.ts' },
  { edit: 'src/**' },
  { edit: '**/*.py' },
  { edit: 'src/main/java/**' },
  { add: 'e' },
  { add: 'e', in: 'src/**' },
]
const FINE: Trigger[] = [
  { run: 'git commit*' },
  { run: 'git push*' },
  { run: 'npm install*' },
  { run: 'pytest*' },
  { edit: '*.md' },
  { edit: 'src/cart/**', unless: 'cents' },
  { write: 'src/**/*.test.ts' },
  { add: 'console.', in: 'src/**' },
]
const text = { content: 'Ask Mina before anything is released.' }
const refusal = expect.objectContaining({ code: 'usage', message: expect.stringMatching(/\d+ %/) })

describe('by the calls of every day', () => {
  it.each(WIDE)('%j is too wide', async (trigger) => {
    const wide = await engine.store.tooWide([{ run: 'git push*' }, trigger])
    expect(wide).toMatchObject({ trigger, most: 10 })
    expect(wide?.share).toBeGreaterThan(10)
  })
  it.each(FINE)('%j is not', async (trigger) => {
    expect(await engine.store.tooWide([trigger])).toBeUndefined()
  })
  it('and `unless` takes calls out', async () => {
    expect(await engine.store.tooWide([{ run: 'git *', unless: ' -' }])).toBeUndefined()
  })
  it('nearly none of those that were written for real rules is', async () => {
    const files = readdirSync('bench/actions').filter((name) => name.endsWith('.rules.jsonl'))
    const rows = files.flatMap((name) => readFileSync(`bench/actions/${name}`, 'utf8').trim().split('\n'))
    const all = rows.flatMap((row) => (JSON.parse(row) as { on?: Trigger[] }).on ?? [])
    expect(all.length).toBeGreaterThan(60)
    const wide = await Promise.all(all.map((one) => engine.store.tooWide([one])))
    expect(wide.flatMap((one) => (one ? triggerLine(one.trigger) : []))).toEqual([])
  })
})

describe('who writes one is told', () => {
  it.each(['user', 'mcp', 'claude-code'])('%s adds', async (actor) => {
    const records = await engine.records()
    await expect(records.add({ ...text, on: [{ run: 'git *' }] }, { actor })).rejects.toEqual(refusal)
    expect(engine.store.list()).toEqual([])
    expect(await records.add({ ...text, on: [{ run: 'git push*' }] }, { actor })).toMatchObject({
      status: 'added',
    })
  })

  it('and edits; what a file has already stays', async () => {
    const by = { actor: 'user' }
    // As an import keeps it.
    await engine.store.addAll([{ ...text, on: [{ run: 'git *' }] }], by)
    const [memory] = engine.store.list()
    const more = (trigger: Trigger) => ({ fields: { on: [{ run: 'git *' }, trigger] } })
    await expect(engine.store.edit(memory!, more({ edit: 'src/**' }), by)).rejects.toEqual(refusal)
    const { memory: edited } = await engine.store.edit(memory!, more({ run: 'git push*' }), by)
    expect(edited.on).toHaveLength(2)
    const whole = `---\nid: ${edited.id}\nname: A\non:\n  - edit: src/**\n---\nText.\n`
    await expect(engine.store.replace(edited, whole, by)).rejects.toEqual(refusal)
  })

  it('what an extractor found is kept without it', async () => {
    const on = [{ run: 'git *' }, { run: 'git push*' }]
    const added = await (await engine.records()).add(
      { ...text, on, confidence: 1 },
      { actor: 'extraction' },
      { extracted: true },
    )
    expect(added).toMatchObject({ status: 'added', memory: { on: [{ run: 'git push*' }] } })
  })
})
