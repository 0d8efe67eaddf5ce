// `memdir chat` with and without a terminal.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replyWithTools } from '../support/published/reply.ts'
import { ended } from './run-memdir.ts'
import { hasTerminal, listen, textOf, useChat } from './use-chat.ts'

const talk = useChat()

describe('memdir chat -p', () => {
  it('answers once, in text or as one document, and keeps the conversation', async () => {
    await talk.serve(['Forty-two.', 'Forty-three.'])
    expect(await talk.chat(['-p', 'What is it?'])).toEqual({ code: 0, out: 'Forty-two.\n', err: '' })
    const { code, out } = await talk.chat(['-p', '-', '--output-format', 'json'], 'And now?\n')
    const { ok, data } = JSON.parse(out)
    expect([code, ok]).toEqual([0, true])
    expect(data).toMatchObject({
      answer: 'Forty-three.',
      reason: 'done',
      requests: 1,
      model: 'openai-compatible/local',
      cost: 0,
    })
    expect(talk.sessions()).toHaveLength(2)
    expect(readFileSync(data.transcript, 'utf8')).toContain('And now?')
  })

  it('is refused over a cap before anything is sent, and counts with its sub-agents below it', async () => {
    const caps = { perDay: { tokens: 0 } }
    const server = await talk.serve(['Never said.'], { spend: { caps } })
    const refused = await talk.chat(['-p', 'Hello?', '--output-format', 'json'])
    expect([refused.code, server.requests.length]).toEqual([1, 0])
    expect(refused.out).toContain('cap')
    await talk.server.close()
    const delegate = replyWithTools({
      tool: 'Agent',
      input: { subagent_type: 'general-purpose', prompt: 'Look.' },
    })
    await talk.serve([delegate, 'Looked.', 'Done.'])
    await talk.chat(['-p', 'Delegate it.'])
    const { groups } = talk.cli.json(['cost']).data as { groups: { name: string; calls: number }[] }
    expect(Object.fromEntries(groups.map(({ name, calls }) => [name, calls]))).toEqual({
      chat: 2,
      subagent: 1,
    })
  })

  it('gives the model rules, instructions, the index and what is recalled', async () => {
    await talk.serve(['Understood.'])
    writeFileSync(join(talk.cli.place.project, 'CLAUDE.md'), 'Prices are in cents.\n')
    talk.cli.add('The orders table is tested with a real database', '--name', 'Orders tests')
    const { data } = JSON.parse(
      (await talk.chat(['-p', 'How do we test the orders table with the database?', '--json'])).out,
    )
    const [system, first] = talk.messagesOf(0).map(textOf)
    expect(system).toContain('MEMORY.md')
    expect(first).toContain('Prices are in cents.')
    expect(first).toContain('Orders tests')
    expect(first!.lastIndexOf('tested with a real database')).toBeGreaterThan(
      first!.indexOf('How do we test'),
    )
    expect(data.notices).toEqual([expect.stringMatching(/^Recalled: .*\.md$/)])
  })

  it('reads, and is denied what nobody can be asked about; accepts edits where told', async () => {
    const write = replyWithTools({ tool: 'Write', input: { file_path: 'new.txt', content: 'x\n' } })
    await talk.serve([write, 'Not allowed.', write, 'Written.'])
    const denied = JSON.parse((await talk.chat(['-p', 'Write it.', '--json'])).out)
    expect(denied.data.tools).toMatchObject([{ name: 'Write', ok: false }])
    expect(existsSync(join(talk.cli.place.project, 'new.txt'))).toBe(false)
    const { out, err } = await talk.chat(['-p', 'Write it.', '--mode', 'accept-edits'])
    expect(out).toBe('Written.\n')
    expect(err).toContain('● Write new.txt')
    expect(readFileSync(join(talk.cli.place.project, 'new.txt'), 'utf8')).toBe('x\n')
  })

  it('writes memories without being asked, through the memory’s own writer', async () => {
    const memory = talk.cli.memory
    const content = '---\nname: Tabs\ndescription: indent with tabs\ntype: feedback\n---\nUse tabs.\n'
    await talk.serve([
      replyWithTools({ tool: 'Write', input: { file_path: join(memory, 'tabs.md'), content } }),
      'Noted.',
    ])
    expect(JSON.parse((await talk.chat(['-p', 'Use tabs.', '--json'])).out).data.saved).toEqual(['tabs.md'])
    expect(talk.cli.json(['log']).data.changes[0]).toMatchObject({ actor: 'memdir-chat' })
  })

  it('stops after the requests it was given, and says so', async () => {
    await talk.serve(() => replyWithTools({ tool: 'Glob', input: { pattern: '*' } }))
    const { code, out } = await talk.chat(['-p', 'Look.', '--max-turns', '2', '--output-format', 'json'])
    expect([code, JSON.parse(out).data]).toMatchObject([3, { reason: 'max_turns', requests: 2 }])
  })

  it('reports a failure of the provider as one line or one document', async () => {
    await talk.serve(() => ({ fail: 'unauthorised' }))
    const result = await talk.chat(['-p', 'Hello'])
    expect([result.code, result.out]).toEqual([1, ''])
    expect(result.err).toContain('Check the API key')
    const { code, out } = await talk.chat(['-p', 'Hello', '--output-format', 'json'])
    expect([code, JSON.parse(out)]).toMatchObject([1, { ok: false, error: { code: 'provider' } }])
  })

  it('says in three lines how to get a model, a local one first', async () => {
    const { code, out, err } = await talk.chat(['-p', 'Hello'])
    expect([code, out]).toEqual([1, ''])
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringContaining('npm install ollama'),
      expect.stringMatching(/llama\.cpp.*npm install openai/),
      expect.stringMatching(/ANTHROPIC_API_KEY.*npm install @anthropic-ai\/sdk/),
    ])
    const keyless = await talk.chat(['-p', 'Hello', '--model', 'openai/gpt-5'])
    expect(keyless.err).toContain('OPENAI_API_KEY')
    const document = JSON.parse((await talk.chat(['-p', 'Hello', '--json'])).out)
    expect(document).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  })

  it('-p runs /commands itself, reports an error once, and says which include was left out', async () => {
    await talk.serve(['Hello.', { fail: 'invalid' }])
    const help = await talk.chat(['-p', '/help'])
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('/remember TEXT')])
    expect((await talk.chat(['-p', '/nonsense'])).err).toContain('unknown command /nonsense')
    expect((await talk.chat(['-p', '/help', '--output-format', 'json'])).code).toBe(2)
    expect(talk.server.requests).toHaveLength(0)
    const outside = talk.cli.below('outside.md')
    writeFileSync(outside, 'Speak Latin.\n')
    writeFileSync(join(talk.cli.place.project, 'AGENTS.md'), `@${outside}\n`)
    writeFileSync(join(talk.cli.place.project, 'CLAUDE.md'), `@${outside}\n`)
    const { err, out } = await talk.chat(['-p', 'Hello'])
    expect(out).toBe('Hello.\n')
    expect(err).toMatch(/need your approval.*outside\.md\)/)
    expect(talk.toldIn(0)).not.toContain('Latin')
    const failed = await talk.chat(['-p', 'Hello'])
    expect([failed.code, failed.err.match(/did not accept the request/g)]).toEqual([1, expect.any(Array)])
    expect(failed.err.match(/did not accept the request/g)).toHaveLength(1)
  })

  it('ends at SIGINT with a history that can be continued', async () => {
    await talk.serve([
      {
        say: [{ text: 'A very long answer that never comes to its end. '.repeat(20) }],
        slow: { bytes: 200, pauseMs: 50 },
      },
      'Where were we?',
    ])
    const child = talk.start(['chat', '-p', 'Talk.'])
    child.stdin!.end()
    const end = ended(child)
    await expect.poll(() => talk.server.requests.length, { timeout: 10_000 }).toBe(1)
    child.kill('SIGINT')
    expect((await end).code).toBe(130)
    expect((await talk.chat(['--continue', '-p', 'Go on.'])).out).toBe('Where were we?\n')
    expect(talk.messagesOf(1).map(textOf).join('\n')).toContain('Talk.')
    expect(talk.server.refused).toEqual([])
  })
})

describe('memdir chat', () => {
  it('/memory lists instruction files with level, size and state, before the memories, in both languages', async () => {
    await talk.serve([])
    const { project, root, env } = talk.cli.place
    const write = (path: string, text: string) => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      return path
    }
    const outside = write(join(root, 'elsewhere.md'), 'x')
    write(join(env.HOME!, '.claude', 'CLAUDE.md'), 'Mine.')
    write(join(project, 'CLAUDE.md'), `Rules. @./more.md @${outside}`)
    write(join(project, 'more.md'), 'x'.repeat(40_001))
    write(join(project, '.claude', 'rules', 'ts.md'), '---\npaths: "*.ts"\n---\nFor TypeScript.')
    talk.cli.add('Releases go out on Tuesdays')
    const { out } = await talk.chat([], '/memory\n')
    const lines = out.split('\n').map((line) => line.trim())
    expect(lines.slice(0, 6)).toEqual([
      'Instructions, later ones weigh more:',
      '1. ~/.claude/CLAUDE.md  yours · 5 characters',
      expect.stringMatching(/^2\. CLAUDE\.md {2}project · \d+ characters$/),
      '3. more.md  project · 40,001 characters · included by CLAUDE.md · long: it costs tokens in every conversation',
      expect.stringMatching(
        /^4\. \.claude\/rules\/ts\.md {2}project · \d+ characters · comes with the files/,
      ),
      expect.stringMatching(
        /^5\. .*elsewhere\.md {2}– · included by CLAUDE\.md · waits for your approval: memdir trust$/,
      ),
    ])
    expect(out).toContain('Releases go out on Tuesdays')
    expect((await talk.chat([], '/memory\n', { LANG: 'zh_CN.UTF-8' })).out).toContain('个人 · 5 字符')
  })

  it('/memory shows what was superseded', async () => {
    await talk.serve([])
    const { id } = talk.cli.add('The API listens on port 8080')
    const lines = ['/remember The API now listens on port 9090', '/memory', `/memory ${id}`, '/exit']
    const { out } = await talk.chat([], `${lines.join('\n')}\n`)
    expect(out.match(/\[superseded by \w+\]/g)).toHaveLength(2)
  })

  it('takes piped lines as messages and runs /commands', async () => {
    await talk.serve(['Hello Ada.', 'Fresh start.'])
    const lines = [
      'I am Ada.',
      '/remember Releases go out on Tuesdays',
      '/memory',
      '/recall when do releases go out on Tuesdays',
      '/context',
      '/cost',
      '/mode plan',
      '/clear',
      'Who am I?',
      '/nonsense',
      '/help',
      '/exit',
      'never said',
    ]
    const { code, out, err } = await talk.chat([], `${lines.join('\n')}\n`)
    expect(code).toBe(0)
    for (const words of [
      'Hello Ada.',
      'Remembered: Releases go out on Tuesdays',
      'tools',
      'This conversation: ',
      'plan: changes nothing but the plan',
      'Cleared.',
      'Fresh start.',
      '/remember TEXT',
    ])
      expect(out).toContain(words)
    expect(out.match(/Releases go out on Tuesdays/g)!.length).toBeGreaterThanOrEqual(3)
    expect(err).toContain('unknown command /nonsense. /help lists the commands.')
    expect(talk.server.requests).toHaveLength(2)
    expect(talk.messagesOf(1).map(textOf).join('\n')).not.toContain('I am Ada.')
  })

  it('resumes by id, from the command line and inside', async () => {
    await talk.serve(['Hello Ada.', 'You are Ada.', 'Still Ada.'])
    const { data } = JSON.parse((await talk.chat(['-p', 'I am Ada.', '--json'])).out)
    await talk.chat(['--resume', data.conversation.slice(0, 6), '-p', 'Who am I?'])
    expect(talk.messagesOf(1).map(textOf).join('\n')).toContain('I am Ada.')
    const { out } = await talk.chat([], `/resume\n/resume ${data.conversation}\nWho am I now?\n`)
    expect(out).toContain('I am Ada.')
    expect(talk.messagesOf(2).map(textOf).join('\n')).toContain('You are Ada.')
    expect(talk.sessions()).toHaveLength(1)
    expect((await talk.chat(['--resume', 'zzzz', '-p', 'x'])).err).toContain(
      'there is no conversation "zzzz"',
    )
  })

  it('stops an answer at SIGINT and continues with the next line', async () => {
    await talk.serve([
      { say: [{ text: 'Word by word. '.repeat(200) }], slow: { bytes: 300, pauseMs: 40 } },
      'Second answer.',
    ])
    const child = talk.start(['chat'])
    const end = ended(child)
    const said = listen(child)
    child.stdin!.write('Talk.\n')
    await said('Word by word')
    child.kill('SIGINT')
    await said('Stopped')
    child.stdin!.end('Go on.\n')
    const { code, out } = await end
    expect([code, out]).toEqual([0, expect.stringContaining('Second answer.')])
    expect(talk.messagesOf(1).map(textOf).join('\n')).toContain('The user stopped the agent here')
    expect(talk.server.refused).toEqual([])
  })
})

describe.runIf(hasTerminal)('in a terminal', () => {
  it('asks before it changes something, stops at Ctrl-C, and leaves at the second', async () => {
    await talk.serve([
      replyWithTools({ tool: 'Bash', input: { command: 'echo hi > made.txt' } }),
      'Made.',
      { say: [{ text: 'Word by word. '.repeat(300) }], slow: { bytes: 300, pauseMs: 40 } },
    ])
    const { end, said, type } = talk.terminal()
    await said('› ')
    type('Make it.\n')
    await said('y once')
    type('y\n')
    await said('Made.')
    expect(readFileSync(join(talk.cli.place.project, 'made.txt'), 'utf8')).toBe('hi\n')
    type('Talk.\n')
    await said('Word by word')
    type('\u0003')
    await said('Stopped')
    await said('› ')
    type('\u0003')
    expect((await end).code).toBe(130)
    expect(talk.server.refused).toEqual([])
  })
})
