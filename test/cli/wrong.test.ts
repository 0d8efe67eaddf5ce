// Use is feedback: what was called wrong needs more evidence, what an agent acts on counts as used; through the command.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claudeSlug } from '../../src/clients/claude-memory.ts'
import { useChat } from './use-chat.ts'

const { cli, serve, chat } = useChat()
const AGENT = { env: { CLAUDECODE: '1' } }
const DEPLOY = 'Deploys go out with scripts/ship.sh on host marlin-3'
const ASK = 'how do we deploy to the host?'
const add = (text = DEPLOY, options = {}) =>
  (cli.json(['add', text], options).data as { memory: { id: string } }).memory.id
const recalled = () =>
  cli.json(['recall', ASK]).data as { memories: { similarity: number }[]; left_out: { reason: string }[] }
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
    for (let n = 0; n < 3; n++) cli.run(['wrong', id, '--reason', 'we use a pipeline now'], AGENT)
    expect(explained(id)).toMatchObject({ called_wrong: 3, raised: expect.closeTo(0.3) })
    if (before < 0.9) {
      expect(recalled().memories).toEqual([])
      expect(cli.run(['recall', ASK]).err).toContain('was called wrong')
    }
    expect(cli.run(['explain', id]).out).toContain('we use a pipeline now')
    const own = add('The tracker of the shop is the board SHOP-7')
    expect(cli.run(['wrong', own], AGENT).out).toContain('it stands until they correct it')
    expect(explained(own)).toMatchObject({ called_wrong: 1, raised: 0 })
    expect(cli.run(['wrong', own]).out).toContain('has to fit better by 0.2')
    expect(cli.run(['wrong', own, '--lang', 'zh']).out).toContain('须多 0.3 的契合度')
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
    cli.run(['config', 'set', 'recall.maxMemories', '5'])
    const deploy = 'how do we deploy with scripts to the host marlin and ship?'
    const fits = (cli.json(['recall', deploy]).data as { memories: unknown[] }).memories.length === 1
    await serve(() => 'Run scripts/ship.sh on marlin-3.')
    await chat(['-p', deploy])
    expect(explained(id)).toMatchObject(
      fits ? { acted_on: 1, called_wrong: 1 } : { acted_on: 0, called_wrong: 2 },
    )
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
