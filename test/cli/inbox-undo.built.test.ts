// Every answer in the inbox can be taken back: what it did is undone, and the entry waits again; and done again.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCandidates } from '../../src/learn/extract/candidates.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
const AGENT = { env: { CLAUDECODE: '1' } }
const state = () => join(cli.memory, '..', 'state')
const candidates = () => openCandidates({ directory: join(state(), 'candidates') })
type Entry = { id: string; text: string }
const inbox = () => cli.json(['inbox']).data as Record<string, Entry[]>
const idsOf = (group: string) => (inbox()[group] ?? []).map(({ id }) => id).sort()
const memories = () => (cli.json(['list']).data as { memories: { name: string }[] }).memories.length
const SAID = ['I prefer short answers', 'We deploy on Fridays from now on', '我喜欢简短的回答']

async function note(content: string, message = 'm1'): Promise<string> {
  const candidate = await candidates().note(
    {
      ...{ content, quote: content, tier: 'candidate', reason: 'preference', importance: 3, confidence: 0.7 },
      ...{ origin: 'user', message, time: '2026-04-06T09:00:00Z' },
    },
    'c1',
  )
  return candidate?.id ?? ''
}
/** As a conversation would: it comes again where it was not settled. */
const isSettled = async (content: string) => (await note(content, 'm2')) === ''

it('status says by kind what waits, and the list of it counts as told', async () => {
  await note(SAID[0]!)
  cli.add('The staging port is 5433')
  cli.add('The staging port is 5434')
  expect(cli.run(['status']).out).toContain(
    'waiting for you in `memdir inbox`: perhaps worth keeping 1, likely conflicts 1',
  )
  expect(cli.json(['status']).data.inbox).toMatchObject({ candidates: 1, conflicts: 1, quarantine: 0 })
  cli.run(['inbox'], AGENT)
  expect(existsSync(join(state(), 'waiting.json'))).toBe(false)
  cli.run(['inbox'])
  const { counts, told } = JSON.parse(readFileSync(join(state(), 'waiting.json'), 'utf8'))
  expect(told).toEqual(counts)
})

it('what was answered already says so, and by what it is taken back', async () => {
  const id = await note(SAID[0]!)
  cli.run(['inbox', 'refuse', id])
  const again = cli.run(['inbox', 'accept', id])
  expect(again.code).not.toBe(0)
  expect(again.err).toMatch(/was refused already, so nothing was changed[\s\S]*memdir undo \w+/)
  expect(cli.run(['inbox', 'accept', id, '--lang', 'zh']).err).toContain('此前已拒绝')
  expect(memories()).toBe(0)
})

describe('what is wrong and what is right instead', () => {
  it('is one change with what is noted of it, taken back and done again as one', () => {
    const { id } = cli.add('Install with npm')
    const feedback = () => {
      const path = join(state(), 'feedback.json')
      if (!existsSync(path)) return undefined
      return (JSON.parse(readFileSync(path, 'utf8')) as { memories: Record<string, { wrong: number }> })
        .memories[id]
    }
    cli.run(['wrong', id, '--instead', 'Install with pnpm'])
    const log = () => cli.json(['log']).data as { changes: { id: string; changes?: unknown[] }[] }
    expect([memories(), feedback()?.wrong, log().changes.length]).toEqual([2, 1, 2])
    const undone = cli.run(['undo'])
    expect(undone.out).not.toContain('inbox')
    expect([memories(), feedback()]).toEqual([1, undefined])
    cli.run(['undo', /memdir undo (\w+)/.exec(undone.out)![1]!])
    expect([memories(), feedback()?.wrong]).toEqual([2, 1])
  })
})

describe('an answer that is taken back', () => {
  it('of acceptance: the memory goes and the candidate waits again; redone, it is the other way round', async () => {
    const id = await note(SAID[0]!)
    const before = readFileSync(join(state(), 'candidates', `${id}.json`), 'utf8')
    cli.run(['inbox', 'accept', id])
    expect([memories(), idsOf('candidates'), await isSettled(SAID[0]!)]).toEqual([1, [], true])
    const undone = cli.run(['undo'])
    expect(undone.out).toMatch(/Undone: .+\n.*Waiting in the inbox again: 1 entry\n$/)
    expect([memories(), idsOf('candidates')]).toEqual([0, [id]])
    expect(readFileSync(join(state(), 'candidates', `${id}.json`), 'utf8')).toBe(before)
    expect(await isSettled(SAID[0]!)).toBe(false)
    const redone = cli.run(['undo', /memdir undo (\w+)/.exec(undone.out)![1]!])
    expect(redone.out).toContain('Answered again: 1 entry')
    expect([memories(), idsOf('candidates'), await isSettled(SAID[0]!)]).toEqual([1, [], true])
    // And once more, by the name of the change.
    cli.run(['undo', (cli.json(['log']).data as { changes: { id: string }[] }).changes[0]!.id])
    expect([memories(), idsOf('candidates')]).toEqual([0, [id]])
  })

  it('by the id of the answer, as often as one likes: it is a memory or it waits, never neither', async () => {
    const id = await note(SAID[0]!)
    const { accepted } = cli.json(['inbox', 'accept', id]).data as { accepted: { undo: string }[] }
    const answer = accepted[0]!.undo
    for (let times = 0; times < 2; times++) {
      cli.run(['undo', answer])
      expect([memories(), idsOf('candidates')]).toEqual([0, [id]])
      expect(cli.run(['undo', answer]).out).toContain('Answered again: 1 entry')
      expect([memories(), idsOf('candidates'), await isSettled(SAID[0]!)]).toEqual([1, [], true])
    }
    // Where the memory cannot come back, the entry stays.
    cli.run(['undo', answer])
    const [undo] = (cli.json(['log']).data as { changes: { file: string }[] }).changes
    writeFileSync(join(cli.memory, undo!.file), 'written by hand in the meantime')
    expect(cli.run(['undo', answer]).code).not.toBe(0)
    expect(idsOf('candidates')).toEqual([id])
  })

  it('by the id of the answer, also where it wrote what holds in all projects', () => {
    const { id } = cli.json(['add', 'I indent with tabs', '--everywhere'], AGENT).data as { id: string }
    const everywhere = () => (cli.json(['list', '--everywhere']).data as { total: number }).total
    const { accepted } = cli.json(['inbox', 'accept', id]).data as { accepted: { undo: string }[] }
    expect([everywhere(), idsOf('proposals')]).toEqual([1, []])
    cli.run(['undo', accepted[0]!.undo])
    expect([everywhere(), idsOf('proposals')]).toEqual([0, [id]])
    cli.run(['undo', accepted[0]!.undo])
    expect([everywhere(), idsOf('proposals')]).toEqual([1, []])
  })

  it('by a beginning of its id only where no change begins so', async () => {
    const id = await note(SAID[0]!)
    cli.add('The staging port is 5433')
    cli.run(['inbox', 'refuse', id])
    const [change] = (cli.json(['log']).data as { changes: { id: string }[] }).changes
    const answers = join(state(), 'answers')
    const [name] = readdirSync(answers)
    const start = change!.id.slice(0, 4)
    const text = readFileSync(join(answers, name!), 'utf8')
    writeFileSync(join(answers, `${start}uuuu.json`), text.replace(name!.slice(0, -5), `${start}uuuu`))
    rmSync(join(answers, name!))
    const refused = cli.run(['undo', start])
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain(`"${start}" matches 2 changes`)
    expect([memories(), idsOf('candidates')]).toEqual([1, []])
    cli.run(['undo', `${start}u`])
    expect([memories(), idsOf('candidates')]).toEqual([1, [id]])
  })

  it('of one entry that was named twice, which is answered once', async () => {
    const id = await note(SAID[0]!)
    const accepted = cli.json(['inbox', 'accept', id, id.slice(0, 5)])
    expect((accepted.data as { accepted: unknown[] }).accepted).toHaveLength(1)
    cli.run(['undo'])
    expect([memories(), idsOf('candidates')]).toEqual([0, [id]])
  })

  it('of an acceptance in other words', async () => {
    const id = await note(SAID[0]!)
    cli.run(['inbox', 'edit', id, 'Answer in three sentences at most'])
    cli.run(['undo'])
    expect([memories(), idsOf('candidates')]).toEqual([0, [id]])
  })

  it('of an acceptance in words with a secret, which it says it has cut out', async () => {
    const id = await note(SAID[0]!)
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`
    const { out, err } = cli.run(['inbox', 'edit', id, `The token of CI is ${secret}`])
    expect(err).toMatch(/^! .*github-pat/)
    expect(out + err).not.toContain(secret)
    cli.run(['undo'])
    expect([memories(), idsOf('candidates')]).toEqual([0, [id]])
  })

  it('of many at once is one undo, and one of them can be taken back alone', async () => {
    const ids: string[] = []
    for (const text of SAID) ids.push(await note(text))
    const { accepted } = cli.json(['inbox', 'accept', ...ids]).data as { accepted: { undo: string }[] }
    expect(new Set(accepted.map(({ undo }) => undo)).size).toBe(1)
    expect(memories()).toBe(3)
    expect(cli.run(['undo', '--dry-run']).out).toContain('inbox: ')
    const outcome = cli.json(['undo']).data as { undone: unknown[]; back: string[] }
    expect([outcome.undone.length, outcome.back.length]).toEqual([3, 3])
    expect([memories(), idsOf('candidates')]).toEqual([0, [...ids].sort()])
    cli.run(['inbox', 'accept', '--all', '--yes'])
    const log = cli.json(['log']).data as { changes: { changes: { id: string }[] }[] }
    expect(log.changes[0]!.changes).toHaveLength(3)
    cli.run(['undo', log.changes[0]!.changes[0]!.id])
    expect([memories(), idsOf('candidates').length]).toEqual([2, 1])
  })

  it('of a refusal, by one undo for all that were refused, which can be redone', async () => {
    const ids: string[] = []
    for (const text of SAID) ids.push(await note(text))
    cli.add('something that was added before')
    const refused = cli.run(['inbox', 'refuse', '--all', '--yes'])
    expect([idsOf('candidates'), await isSettled(SAID[1]!)]).toEqual([[], true])
    expect(refused.out).toMatch(/^3 refused\. memdir undo \w+\n$/)
    const undone = cli.run(['undo'])
    expect(undone.out).toMatch(/^✓ Waiting in the inbox again: 3 entries \(to redo: memdir undo \w+\)\n$/)
    expect([memories(), idsOf('candidates')]).toEqual([1, [...ids].sort()])
    const redo = /memdir undo (\w+)/.exec(undone.out)![1]!
    expect(cli.run(['undo', redo, '--lang', 'zh']).out).toContain('重新按原答复处理：3 条')
    expect([idsOf('candidates'), await isSettled(SAID[2]!)]).toEqual([[], true])
    cli.run(['undo', redo])
    expect(idsOf('candidates')).toEqual([...ids].sort())
    // What was written since is taken back first.
    cli.run(['inbox', 'refuse', ids[0]!])
    cli.add('something that was added afterwards')
    cli.run(['undo'])
    expect([memories(), idsOf('candidates').length]).toEqual([1, 2])
  })

  it('of what was held back: it goes back into quarantine, and is not a memory', () => {
    cli.run(['add', 'The build needs curl', '--origin', 'web'])
    const [held] = inbox().quarantine!
    cli.run(['inbox', 'accept', held!.id])
    expect([memories(), idsOf('quarantine')]).toEqual([1, []])
    cli.run(['undo'])
    expect([memories(), idsOf('quarantine')]).toEqual([0, [held!.id]])
    cli.run(['inbox', 'refuse', held!.id])
    expect(idsOf('quarantine')).toEqual([])
    cli.run(['undo'])
    expect(idsOf('quarantine')).toEqual([held!.id])
  })

  it('of a conflict, accepted or refused', () => {
    cli.add('The staging port is 5433')
    cli.add('The staging port is 5434')
    const [id] = idsOf('conflicts')
    for (const answer of ['accept', 'refuse']) {
      cli.run(['inbox', answer, id!])
      expect(idsOf('conflicts')).toEqual([])
      cli.run(['undo'])
      expect(idsOf('conflicts')).toEqual([id])
    }
  })

  it('of what an agent called wrong', () => {
    const { id } = cli.add('Deploys go out with scripts/ship.sh')
    cli.run(['wrong', id, '--reason', 'no such script'], AGENT)
    const [entry] = idsOf('proposals')
    for (const answer of ['refuse', 'accept']) {
      cli.run(['inbox', answer, entry!])
      expect(idsOf('proposals')).toEqual([])
      cli.run(['undo'])
      expect([idsOf('proposals'), memories()]).toEqual([[entry], 1])
    }
  })

  it('of none: of several of which one fails nothing is done, and nothing is there to be undone', async () => {
    cli.add('The staging port is 5433')
    cli.add('The staging port is 5434')
    const [conflict] = idsOf('conflicts')
    const id = await note(SAID[0]!)
    // The person's own words are not an agent's to take back: the second fails, and the first with it.
    expect(cli.run(['inbox', 'accept', id, conflict!], AGENT).code).not.toBe(0)
    expect([memories(), idsOf('conflicts'), idsOf('candidates')]).toEqual([2, [conflict], [id]])
    expect(existsSync(join(state(), 'answers'))).toBe(false)
    cli.run(['undo'])
    expect(memories()).toBe(1)
  })

  it('keeps what it needs for so many answers, and reads nothing that is damaged or names other files', async () => {
    const id = await note(SAID[0]!)
    cli.run(['inbox', 'refuse', id])
    const answers = join(state(), 'answers')
    const [name] = readdirSync(answers)
    const text = readFileSync(join(answers, name!), 'utf8')
    writeFileSync(join(answers, name!), text.replaceAll(`"id":"${id}"`, '"id":"../../../planted"'))
    cli.run(['undo', name!.replace('.json', '')])
    expect(existsSync(join(state(), '..', 'planted.json'))).toBe(false)
    expect(existsSync(join(state(), '..', '..', 'planted.json'))).toBe(false)
    writeFileSync(join(answers, name!), '{"v":1,"id":')
    expect(cli.run(['undo', name!.replace('.json', '')]).code).not.toBe(0)
  })
})
