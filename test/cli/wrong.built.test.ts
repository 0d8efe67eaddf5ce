// Use is feedback: what was called wrong needs more evidence, what an agent acts on counts as used; through the command.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claudeSlug } from '../../src/base/agents/claude-memory.ts'
import { useChat } from './use-chat.ts'

const { cli, serve, chat } = useChat()
const AGENT = { env: { CLAUDECODE: '1' } }
const DEPLOY = 'Deploys go out with scripts/ship.sh on host marlin-3'
const ASK = 'how do we deploy the shop to its host?'
const add = (text = DEPLOY, options = {}) =>
  (cli.json(['add', text], options).data as { memory: { id: string } }).memory.id
const recalled = () =>
  cli.json(['recall', ASK]).data as {
    memories: { similarity: number; memory: { id: string } }[]
    left_out: { reason: string }[]
  }
const explained = (id: string) =>
  (
    cli.json(['explain', id]).data as {
      explanation: { acted_on: number; called_wrong: number; raised: number }
    }
  ).explanation

describe('a memory that was called wrong', () => {
  it('has to fit better, is shown so by explain, and stands where only an agent says so of the person’s words', () => {
    const id = add(DEPLOY, AGENT)
    const before = recalled().memories[0]!.similarity
    expect(before).toBeGreaterThanOrEqual(0.6)
    expect(before).toBeLessThan(0.9)
    for (let n = 0; n < 3; n++) cli.run(['wrong', id, '--reason', 'we use a pipeline now'], AGENT)
    expect(explained(id)).toMatchObject({ called_wrong: 3, raised: expect.closeTo(0.3) })
    expect(recalled().memories).toEqual([])
    expect(cli.run(['recall', ASK]).err).toContain('was called wrong')
    expect(cli.run(['explain', id]).out).toContain('we use a pipeline now')
    const own = add('The tracker of the shop is the board SHOP-7')
    expect(cli.run(['wrong', own], AGENT).out).toContain('it stands until they correct it')
    expect(explained(own)).toMatchObject({ called_wrong: 1, raised: 0 })
    expect(cli.run(['wrong', own]).out).toContain('has to fit better by 0.2')
    expect(cli.run(['wrong', own, '--lang', 'zh']).out).toContain('须多 0.3 的契合度')
  })

  it('is superseded by what is right, which an agent cannot say of the person’s words', () => {
    const id = add(`${DEPLOY} and nowhere else`)
    const right = 'Deploys go out through the pipeline of the forge'
    expect(cli.run(['wrong', id, '--instead', right], AGENT).err).toContain('what the person said')
    expect(cli.json(['list']).data).toMatchObject({ total: 1 })
    const { corrected } = cli.json(['wrong', id, '--instead', right]).data as {
      corrected: { memory: { id: string; source: { origin: string } } }
    }
    expect(corrected.memory.source.origin).toBe('user')
    expect(cli.json(['show', id]).data).toMatchObject({
      memory: { extra: { superseded_by: corrected.memory.id } },
    })
    expect(recalled().memories.map(({ memory }) => memory.id)).not.toContain(id)
    const own = add('The tracker is the board SHOP-7', AGENT)
    const next = cli.json(['wrong', own, '--instead', 'The tracker is the board DESK-2'], AGENT).data
    expect(next).toMatchObject({ corrected: { status: 'added', superseded: { id: own } } })
    const told = cli.run(['wrong', corrected.memory.id, '--instead', 'Deploys go out by hand']).out
    expect(told).toMatch(/supersedes .*\n {2}To take it back: memdir undo \w+\n$/)
    expect(told).not.toContain('If both hold')
  })

  it('waits in the inbox where an agent said so: the person removes it, corrects it or lets it stand', () => {
    const ids = [DEPLOY, 'The tracker is the board SHOP-7', 'Lunch is at noon in the canteen'].map((text) =>
      add(text),
    )
    for (const id of ids) cli.run(['wrong', id, '--reason', 'not so any more'], AGENT)
    const waiting = () =>
      (cli.json(['inbox']).data as { proposals: { id: string; text: string }[] }).proposals
    expect(cli.run(['inbox']).out).toContain('claude-code called it wrong (not so any more)')
    expect(cli.run(['inbox', '--lang', 'zh']).out).toContain('claude-code 认为有误（not so any more）')
    const [first, second, third] = ids.map(
      (id) => waiting().find(({ text }) => cli.run(['show', id]).out.includes(text))!.id,
    )
    for (const args of [
      ['accept', first!],
      ['edit', first!, 'x'],
      ['refuse', first!],
    ])
      expect(cli.run(['inbox', ...args], AGENT).err).toContain('only the person decides')
    cli.run(['inbox', 'accept', first!])
    cli.run(['inbox', 'edit', second!, 'The tracker is the board DESK-2'])
    cli.run(['inbox', 'refuse', third!])
    expect(waiting()).toEqual([])
    expect(explained(ids[2]!)).toMatchObject({ called_wrong: 0 })
    const live = (cli.json(['list']).data as { memories: { id: string; name: string }[] }).memories
    expect(live.map(({ id }) => id)).not.toContain(ids[0])
    expect(live.map(({ name }) => name).join()).toContain('DESK-2')
    expect(cli.run(['explain', ids[1]!]).out).toContain('superseded')
    cli.run(['wrong', ids[2]!])
    expect(waiting()).toEqual([])
  })

  it('has nothing kept of it after a purge, and no secret in its reason', () => {
    const id = add()
    const secret = ['ghp', 'x7Kq2LmN8pRt4VwYz1AbC5dEfG9hJ3kM6nPq'].join('_')
    cli.run(['wrong', id, '--reason', `the token ${secret} is old`])
    const file = join(dirname(cli.run(['path']).out.trim()), 'state/feedback.json')
    expect(readFileSync(file, 'utf8')).not.toContain(secret)
    cli.run(['purge', id, '--yes'])
    expect(readFileSync(file, 'utf8')).not.toContain(id)
  })
})

describe('a memory that an agent acts on', () => {
  it('counts as used in memdir chat, and takes one call of wrong back', async () => {
    const id = add(DEPLOY, AGENT)
    cli.run(['wrong', id], AGENT)
    cli.run(['wrong', id], AGENT)
    const deploy = 'how do we deploy with scripts to the host marlin and ship?'
    expect((cli.json(['recall', deploy]).data as { memories: unknown[] }).memories).toHaveLength(1)
    await serve(() => 'Run scripts/ship.sh on marlin-3.')
    await chat(['-p', deploy])
    expect(explained(id)).toMatchObject({ acted_on: 1, called_wrong: 1 })
  })

  it('counts as used in another agent’s conversation, by its log, once', () => {
    const id = add()
    const conversation = 'a1b2c3d4-0000-4000-8000-000000000001'
    cli.run(['recall', ASK, '--session', conversation, '--record'])
    const log = join(
      cli.place.env.HOME!,
      '.claude/projects',
      claudeSlug(cli.place.project),
      `${conversation}.jsonl`,
    )
    mkdirSync(dirname(log), { recursive: true })
    const line = (uuid: string, parentUuid: string | null, message: object) =>
      JSON.stringify({
        ...{
          parentUuid,
          uuid,
          isSidechain: false,
          sessionId: conversation,
          timestamp: '2026-11-01T08:00:00.000Z',
        },
        ...{ type: (message as { role: string }).role, message, version: '2.1.325', cwd: cli.place.project },
      })
    writeFileSync(
      log,
      `${[
        line('u1', null, { role: 'user', content: ASK }),
        line('a1', 'u1', {
          id: 'm1',
          role: 'assistant',
          content: [{ type: 'text', text: 'With scripts/ship.sh.' }],
        }),
      ].join('\n')}\n`,
    )
    const spool = join(dirname(cli.run(['path']).out.trim()), 'state/spool')
    const end = () => {
      mkdirSync(spool, { recursive: true })
      const raw = JSON.stringify({ session_id: conversation, transcript_path: log })
      const turn = { v: 1, agent: 'claude-code', event: 'turn-end', conversation, raw }
      writeFileSync(join(spool, '000000000-1.json'), JSON.stringify(turn))
      cli.run(['jobs', 'run', '--job', 'turns'])
      return explained(id).acted_on
    }
    expect([end(), end()]).toEqual([1, 1])
    expect(cli.run(['explain', id]).out).toMatch(/acted on +in 1 conversation/)
  })
})
