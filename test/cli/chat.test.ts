// `memdir chat` as a process of its own, against a provider on 127.0.0.1.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openaiProtocol } from '../../src/testing/openai-protocol.ts'
import { type ProviderServer, type Script, startProviderServer } from '../../src/testing/provider-server.ts'
import { callTools } from '../../src/testing/reply.ts'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
let server: ProviderServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function serve(script: Script): Promise<ProviderServer> {
  server = await startProviderServer(openaiProtocol, script)
  mkdirSync(cli.place.home, { recursive: true })
  const models = { main: 'openai-compatible/local', baseUrl: `${server.url}/v1` }
  writeFileSync(join(cli.place.home, 'settings.json'), JSON.stringify({ models }))
  return server
}

interface Ended {
  code: number | null
  out: string
  err: string
}

function start(args: string[], command = [process.execPath, COMMAND]): ChildProcess {
  const [file, ...before] = command
  return spawn(file!, [...before, ...args], {
    cwd: cli.place.project,
    env: { ...cli.place.env, TERM: 'dumb' },
    stdio: 'pipe',
  })
}

function ended(child: ChildProcess): Promise<Ended> {
  const text = { out: '', err: '' }
  child.stdout!.on('data', (chunk) => {
    text.out += chunk
  })
  child.stderr!.on('data', (chunk) => {
    text.err += chunk
  })
  return new Promise((done) => child.on('close', (code) => done({ code, ...text })))
}

function chat(args: string[], input = ''): Promise<Ended> {
  const child = start(['chat', ...args])
  child.stdin!.end(input)
  return ended(child)
}

/** Waits until the process has said this, after what was waited for before. */
function listen(child: ChildProcess): (words: string) => Promise<void> {
  let all = ''
  let heard = 0
  let over = false
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      all += chunk.toString()
    })
  child.on('close', () => {
    over = true
  })
  return async (words) => {
    for (let at = -1; at < 0; ) {
      at = all.indexOf(words, heard)
      if (at >= 0) heard = at + words.length
      else if (over) throw new Error(`it ended without saying ${words}: ${all}`)
      else await new Promise((wake) => setTimeout(wake, 10))
    }
  }
}

interface Sent {
  role: string
  content: string | { text: string }[] | null
}
const messagesOf = (at: number) => server!.requests[at]!.body.messages as Sent[]
const textOf = ({ content }: Sent) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('\n')
const sessions = () => {
  const projects = join(cli.place.home, 'projects')
  const all = existsSync(projects) ? readdirSync(projects) : []
  return all.flatMap((project) => {
    const place = join(projects, project, 'sessions')
    return existsSync(place) ? readdirSync(place).map((name) => join(place, name)) : []
  })
}

describe('memdir chat -p', () => {
  it('answers once, in text or as one document, and keeps the conversation', async () => {
    await serve(['Forty-two.', 'Forty-three.'])
    expect(await chat(['-p', 'What is it?'])).toEqual({ code: 0, out: 'Forty-two.\n', err: '' })
    const { code, out } = await chat(['-p', '-', '--output', 'json'], 'And now?\n')
    const { ok, data } = JSON.parse(out)
    expect([code, ok]).toEqual([0, true])
    expect(data).toMatchObject({
      answer: 'Forty-three.',
      reason: 'done',
      requests: 1,
      model: 'openai-compatible/local',
      cost: 0,
    })
    expect(sessions()).toHaveLength(2)
    expect(readFileSync(data.transcript, 'utf8')).toContain('And now?')
  })

  it('gives the model rules, instructions, the index and what is recalled', async () => {
    await serve(['Understood.'])
    writeFileSync(join(cli.place.project, 'CLAUDE.md'), 'Prices are in cents.\n')
    cli.add('The orders table is tested with a real database', '--name', 'Orders tests')
    const { data } = JSON.parse(
      (await chat(['-p', 'How do we test the orders table with the database?', '--json'])).out,
    )
    const [system, first] = messagesOf(0).map(textOf)
    expect(system).toContain('MEMORY.md')
    expect(first).toContain('Prices are in cents.')
    expect(first).toContain('Orders tests')
    expect(first!.lastIndexOf('tested with a real database')).toBeGreaterThan(
      first!.indexOf('How do we test'),
    )
    expect(data.notices).toEqual([expect.stringMatching(/^Recalled .*\.md$/)])
  })

  it('reads, and is denied what nobody can be asked about; accepts edits where told', async () => {
    const write = callTools({ tool: 'Write', input: { file_path: 'new.txt', content: 'x\n' } })
    await serve([write, 'Not allowed.', write, 'Written.'])
    const denied = JSON.parse((await chat(['-p', 'Write it.', '--json'])).out)
    expect(denied.data.tools).toMatchObject([{ name: 'Write', ok: false }])
    expect(existsSync(join(cli.place.project, 'new.txt'))).toBe(false)
    const { out, err } = await chat(['-p', 'Write it.', '--mode', 'accept-edits'])
    expect(out).toBe('Written.\n')
    expect(err).toContain('● Write new.txt')
    expect(readFileSync(join(cli.place.project, 'new.txt'), 'utf8')).toBe('x\n')
  })

  it('writes memories without being asked, through the memory’s own writer', async () => {
    const memory = cli.json(['path']).data.path as string
    const content = '---\nname: Tabs\ndescription: indent with tabs\ntype: feedback\n---\nUse tabs.\n'
    await serve([
      callTools({ tool: 'Write', input: { file_path: join(memory, 'tabs.md'), content } }),
      'Noted.',
    ])
    expect(JSON.parse((await chat(['-p', 'Use tabs.', '--json'])).out).data.saved).toEqual(['tabs.md'])
    expect(cli.json(['log']).data.changes[0]).toMatchObject({ actor: 'memdir-chat' })
  })

  it('stops after the requests it was given, and says so', async () => {
    await serve(() => callTools({ tool: 'Glob', input: { pattern: '*' } }))
    const { code, out } = await chat(['-p', 'Look.', '--max-turns', '2', '--output', 'json'])
    expect([code, JSON.parse(out).data]).toMatchObject([1, { reason: 'max_turns', requests: 2 }])
  })

  it('tells a failure of the provider as one line or one document', async () => {
    await serve(() => ({ fail: 'unauthorised' }))
    const told = await chat(['-p', 'Hello'])
    expect([told.code, told.out]).toEqual([1, ''])
    expect(told.err).toContain('Check the API key')
    const { code, out } = await chat(['-p', 'Hello', '--output', 'json'])
    expect([code, JSON.parse(out)]).toMatchObject([1, { ok: false, error: { code: 'provider' } }])
  })

  it('says in three lines how to get a model, a local one first', async () => {
    const { code, out, err } = await chat(['-p', 'Hello'])
    expect([code, out]).toEqual([1, ''])
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringContaining('ollama'),
      expect.stringContaining('llama.cpp'),
      expect.stringContaining('ANTHROPIC_API_KEY'),
    ])
    const document = JSON.parse((await chat(['-p', 'Hello', '--json'])).out)
    expect(document).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  })

  it('ends at SIGINT with a history that can go on', async () => {
    await serve([
      {
        say: [{ text: 'A very long answer that never comes to its end. '.repeat(20) }],
        slow: { bytes: 200, pauseMs: 50 },
      },
      'Where were we?',
    ])
    const child = start(['chat', '-p', 'Talk.'])
    child.stdin!.end()
    const end = ended(child)
    await expect.poll(() => server!.requests.length, { timeout: 10_000 }).toBe(1)
    child.kill('SIGINT')
    expect((await end).code).toBe(130)
    expect((await chat(['--resume', '-p', 'Go on.'])).out).toBe('Where were we?\n')
    expect(messagesOf(1).map(textOf).join('\n')).toContain('Talk.')
    expect(server!.refused).toEqual([])
  })
})

describe('memdir chat', () => {
  it('takes piped lines as messages and runs /commands', async () => {
    await serve(['Hello Ada.', 'Fresh start.'])
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
    const { code, out, err } = await chat([], `${lines.join('\n')}\n`)
    expect(code).toBe(0)
    for (const words of [
      'Hello Ada.',
      'Remembered: Releases go out on Tuesdays',
      'tools',
      'This conversation: ',
      'plan: only reads',
      'Cleared.',
      'Fresh start.',
      '/remember TEXT',
    ])
      expect(out).toContain(words)
    expect(out.match(/Releases go out on Tuesdays/g)!.length).toBeGreaterThanOrEqual(3)
    expect(err).toContain('there is no /nonsense')
    expect(server!.requests).toHaveLength(2)
    expect(messagesOf(1).map(textOf).join('\n')).not.toContain('I am Ada.')
  })

  it('resumes by id, from the command line and inside', async () => {
    await serve(['Hello Ada.', 'You are Ada.', 'Still Ada.'])
    const { data } = JSON.parse((await chat(['-p', 'I am Ada.', '--json'])).out)
    await chat(['--resume', data.conversation.slice(0, 6), '-p', 'Who am I?'])
    expect(messagesOf(1).map(textOf).join('\n')).toContain('I am Ada.')
    const { out } = await chat([], `/resume\n/resume ${data.conversation}\nWho am I now?\n`)
    expect(out).toContain('I am Ada.')
    expect(messagesOf(2).map(textOf).join('\n')).toContain('You are Ada.')
    expect(sessions()).toHaveLength(1)
    expect((await chat(['--resume', 'zzzz', '-p', 'x'])).err).toContain('there is no conversation "zzzz"')
  })

  it('stops an answer at SIGINT and goes on with the next line', async () => {
    await serve([
      { say: [{ text: 'Word by word. '.repeat(200) }], slow: { bytes: 300, pauseMs: 40 } },
      'Second answer.',
    ])
    const child = start(['chat'])
    const end = ended(child)
    const said = listen(child)
    child.stdin!.write('Talk.\n')
    await said('Word by word')
    child.kill('SIGINT')
    await said('Stopped')
    child.stdin!.end('Go on.\n')
    const { code, out } = await end
    expect([code, out]).toEqual([0, expect.stringContaining('Second answer.')])
    expect(messagesOf(1).map(textOf).join('\n')).toContain('The user stopped the agent here')
    expect(server!.refused).toEqual([])
  })
})

const hasScript = spawnSync('script', ['--version']).status === 0

describe.runIf(hasScript)('in a terminal', () => {
  it('asks before it changes something, stops at Ctrl-C, and leaves at the second', async () => {
    await serve([
      callTools({ tool: 'Bash', input: { command: 'echo hi > made.txt' } }),
      'Made.',
      { say: [{ text: 'Word by word. '.repeat(300) }], slow: { bytes: 300, pauseMs: 40 } },
    ])
    const line = `'${process.execPath}' '${COMMAND}' chat`
    const child = start(['-qec', line, '/dev/null'], ['script'])
    const end = ended(child)
    const said = listen(child)
    await said('› ')
    child.stdin!.write('Make it.\n')
    await said('y once')
    child.stdin!.write('y\n')
    await said('Made.')
    expect(readFileSync(join(cli.place.project, 'made.txt'), 'utf8')).toBe('hi\n')
    child.stdin!.write('Talk.\n')
    await said('Word by word')
    child.stdin!.write('\u0003')
    await said('Stopped')
    await said('› ')
    child.stdin!.write('\u0003')
    expect((await end).code).toBe(130)
    expect(server!.refused).toEqual([])
  })
})
