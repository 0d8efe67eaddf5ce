import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLock } from '../../src/base/files/lock.ts'
import { contentHash } from '../../src/base/values/hash.ts'
import { readHookRuns } from '../../src/connect/events/hook-runs.ts'
import { useCli } from '../cli/use-cli.ts'
import { watchLoading } from '../loaded-files.ts'
import { HOOK, prompt, runHookProgram, start, startHookProgram } from './run-hook.ts'

const cli = useCli({ models: true })
const FACT =
  'Integration tests use a real database, never mocks, because a mocked suite hid a broken migration'
const FITS = 'write integration tests for the database migration'
const UNRELATED = 'choose a colour for the birthday balloons'

const add = (text = FACT, ...more: string[]) => cli.add(text, '--type', 'feedback', ...more)
const state = () => join(dirname(cli.memory), 'state')

describe('the prompt hook', () => {
  it('gives a matching prompt its memory, and an unrelated one nothing', () => {
    add()
    const fits = runHookProgram(cli.place, prompt(FITS))
    expect(fits.text).toContain('never mocks')
    expect(fits).toMatchObject({ code: 0, err: '' })
    expect(runHookProgram(cli.place, prompt(UNRELATED))).toMatchObject({ code: 0, out: '', err: '' })
  })

  it('says nothing of a settings file that is broken, and continues without it', () => {
    add()
    writeFileSync(join(cli.place.home, 'settings.json'), '{ "recall": ')
    mkdirSync(join(cli.place.home, 'config'))
    writeFileSync(join(cli.place.home, 'config/memory.yaml'), 'recall: [')
    const { code, err, text } = runHookProgram(cli.place, prompt(FITS))
    expect([code, err, text]).toEqual([0, '', expect.stringContaining('never mocks')])
    expect(text).not.toContain('settings.json')
  })

  it('shows a memory once per conversation, and again after a compaction or a clear', () => {
    add()
    expect(runHookProgram(cli.place, prompt(FITS)).text).toContain('never mocks')
    expect(runHookProgram(cli.place, prompt(FITS)).out).toBe('')
    expect(runHookProgram(cli.place, prompt(FITS, 's2')).text).toContain('never mocks')
    runHookProgram(cli.place, start('compact'))
    expect(runHookProgram(cli.place, prompt(FITS)).text).toContain('never mocks')
    runHookProgram(cli.place, start('clear'))
    expect(runHookProgram(cli.place, prompt(FITS)).text).toContain('never mocks')
    runHookProgram(cli.place, start('resume'))
    expect(runHookProgram(cli.place, prompt(FITS)).out).toBe('')
  })

  it('leaves a conversation without memories that was told so, until it is told otherwise', () => {
    add()
    const ask = (text: string) => runHookProgram(cli.place, prompt(text)).text ?? ''
    expect(ask(`忽略记忆，在这次对话中：${FITS}`)).toBe('')
    expect(ask(FITS)).toBe('')
    expect(ask(`use memory again: ${FITS}`)).toContain('never mocks')
    expect(runHookProgram(cli.place, prompt('ignore memory in this conversation', 's2')).out).toBe('')
    expect(runHookProgram(cli.place, prompt(FITS, 's2')).out).toBe('')
    expect(runHookProgram(cli.place, prompt(FITS, 's3')).text).toContain('never mocks')
  })

  it('gives Gemini CLI the index behind the first message, and again where its log has lost it', () => {
    add()
    const gemini = { agent: 'gemini' }
    const ask = { ...prompt(FITS), hook_event_name: 'BeforeAgent' }
    const transcript_path = join(cli.place.root, 'session.jsonl')
    let starts = 0
    const resume = () => {
      const event = { ...start('resume'), transcript_path, timestamp: `t${starts++}` }
      return runHookProgram(cli.place, event, gemini)
    }
    // In front of the message it would take along what was typed, when the conversation is resumed.
    expect(runHookProgram(cli.place, start('startup'), gemini).out).toBe('')
    const { text } = runHookProgram(cli.place, ask, gemini)
    expect(text).toMatch(/^This project has a memory[\s\S]*Integration tests[\s\S]*never mocks/)
    expect(text).not.toContain('system-reminder')
    expect(runHookProgram(cli.place, ask, gemini).out).toBe('')

    const log = [
      { sessionId: 's1', projectHash: 'p' },
      { id: 'u1', type: 'user', content: [{ text: FITS }, { text: `<hook_context>${text}</hook_context>` }] },
    ]
    writeFileSync(transcript_path, log.map((line) => JSON.stringify(line)).join('\n'))
    expect([resume().out, runHookProgram(cli.place, ask, gemini).out]).toEqual(['', ''])
    const messages = [{ id: 'u2', type: 'user', content: '<state_snapshot>short</state_snapshot>' }]
    writeFileSync(transcript_path, `\n${JSON.stringify({ $set: { messages } })}\n`, { flag: 'a' })
    expect(resume().out).toBe('')
    expect(runHookProgram(cli.place, ask, gemini).text).toBe(text)
    // What cannot be read may have lost it.
    writeFileSync(transcript_path, 'garbage')
    expect([resume().out, runHookProgram(cli.place, ask, gemini).text]).toEqual(['', text])
  })

  it('finds what Gemini CLI resumes in the log of an earlier start', () => {
    add()
    const gemini = { agent: 'gemini' }
    const ask = { ...prompt(FITS), hook_event_name: 'BeforeAgent' }
    const log = (minute: number) => join(cli.place.root, `session-2026-11-18T07-${minute}-s1.jsonl`)
    const header = { sessionId: 's1', projectHash: 'p' }
    const context = { id: 'c1', type: 'user', content: [{ text: '<session_context>here</session_context>' }] }
    const started = [header, { $set: { messages: [context] } }]
    const write = (path: string, lines: object[], flag = 'w') =>
      writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { flag })
    const { text } = runHookProgram(cli.place, ask, gemini)
    const said = {
      id: 'u1',
      type: 'user',
      content: [{ text: FITS }, { text: `<hook_context>${text}</hook_context>` }],
    }
    const resume = (minute: number, timestamp: string) => {
      write(log(minute), started, 'a')
      const event = { ...start('resume'), transcript_path: log(minute), timestamp }
      return [runHookProgram(cli.place, event, gemini).out, runHookProgram(cli.place, ask, gemini).out]
    }
    write(log(29), [...started, said])
    expect(resume(29, 'in the same minute')).toEqual(['', ''])
    expect(resume(30, 'in the next')).toEqual(['', ''])
    const summary = { id: 'u2', type: 'user', content: '<state_snapshot>short</state_snapshot>' }
    write(log(29), [{ $set: { messages: [context, summary] } }], 'a')
    expect(resume(31, 'compressed')).toEqual(['', expect.stringContaining('never mocks')])
  })

  it('leaves out what the agent has read itself, but not what a sub-agent has', () => {
    const { file } = add()
    const file_path = join(cli.memory, file)
    const read = { hook_event_name: 'PostToolUse', tool_name: 'Read', tool_input: { file_path } }
    expect(runHookProgram(cli.place, { ...read, session_id: 's1', agent_id: 'a1' }).out).toBe('')
    expect(runHookProgram(cli.place, prompt(FITS)).text).toContain('never mocks')
    expect(runHookProgram(cli.place, { ...read, session_id: 's2' }).out).toBe('')
    expect(runHookProgram(cli.place, prompt(FITS, 's2')).out).toBe('')
  })

  it('skips slash commands and what other programs put into a prompt', () => {
    add()
    expect(runHookProgram(cli.place, prompt(`/review ${FITS}`)).out).toBe('')
    expect(runHookProgram(cli.place, prompt(`<hook_context>${FITS}</hook_context>\n${UNRELATED}`)).out).toBe(
      '',
    )
  })

  it('stays within 9,500 characters, whole memories first', () => {
    const memory = cli.memory
    mkdirSync(memory, { recursive: true })
    const detail = (n: number) => `Step ${n} of the database migration needs integration tests. `.repeat(60)
    for (let n = 0; n < 40; n++) {
      const text =
        n < 5 ? `Integration tests for database migration ${n}\n\n${detail(n)}` : `Filler about garden ${n}\n`
      writeFileSync(join(memory, `topic_${n}.md`), text)
    }
    const { out } = runHookProgram(cli.place, prompt(FITS))
    const { additionalContext } = JSON.parse(out).hookSpecificOutput
    expect(additionalContext.length).toBeGreaterThan(2_000)
    expect(additionalContext.length).toBeLessThanOrEqual(9_500)
    expect(additionalContext).toContain('not shown here')
  })

  it('shows no key from a path that a memory names or from a file’s name', () => {
    const key = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
    const memory = cli.memory
    mkdirSync(memory, { recursive: true })
    mkdirSync(join(cli.place.project, 'src'))
    writeFileSync(join(memory, `${key}.md`), `${FACT}: see src/${key}/conf.json and \`${key}\`\n`)
    const { text, out } = runHookProgram(cli.place, prompt(FITS))
    expect(text).toContain('never mocks')
    expect(out).not.toContain(key)
  })

  it('shows memories again where the record of what was shown is damaged', () => {
    add()
    expect(runHookProgram(cli.place, prompt(FITS)).text).toContain('never mocks')
    const [record] = readdirSync(join(state(), 'shown'))
    writeFileSync(join(state(), 'shown', record!), '{"v":1}')
    expect(runHookProgram(cli.place, prompt(FITS)).text).toContain('never mocks')
    expect(runHookProgram(cli.place, prompt(FITS)).out).toBe('')
  })

  it.each([['codex'], ['gemini'], ['opencode']])('speaks to %s', (agent) => {
    add()
    const name = agent === 'gemini' ? 'BeforeAgent' : 'UserPromptSubmit'
    const { out, text } = runHookProgram(cli.place, { ...prompt(FITS), hook_event_name: name }, { agent })
    expect(text).toContain('never mocks')
    if (agent !== 'opencode') expect(JSON.parse(out).hookSpecificOutput.hookEventName).toBe(name)
  })
})

describe('a disk that does not answer', () => {
  it('is not asked again for a while once it was found silent, until a start finds that it answers', () => {
    add()
    const env = { TMPDIR: cli.place.root }
    noteSilentIn(cli.place.root)
    expect(runHookProgram(cli.place, prompt(FITS), { env })).toMatchObject({ code: 0, out: '', err: '' })
    expect(runHookProgram(cli.place, start('startup'), { env }).text).toContain('Integration tests')
    expect(runHookProgram(cli.place, prompt(FITS), { env }).text).toContain('never mocks')
  })

  it('is asked again after two minutes', () => {
    add()
    const env = { TMPDIR: cli.place.root }
    const long = new Date(Date.now() - 121_000)
    utimesSync(noteSilentIn(cli.place.root), long, long)
    expect(runHookProgram(cli.place, prompt(FITS), { env }).text).toContain('never mocks')
  })

  /** As the start hook notes it. */
  function noteSilentIn(directory: string): string {
    const note = join(directory, `memdir-silent-${contentHash(cli.place.home).slice(0, 24)}`)
    writeFileSync(note, '')
    return note
  }
})

describe('the start hook', () => {
  it('gives the index at the start and after a compaction, not on resume', () => {
    add()
    for (const source of ['startup', 'compact', 'clear'])
      expect(runHookProgram(cli.place, start(source)).text).toContain('Integration tests use a real database')
    expect(runHookProgram(cli.place, start('resume')).out).toBe('')
  })

  it('says nothing where there is no memory yet', () => {
    expect(runHookProgram(cli.place, start('startup'))).toMatchObject({ code: 0, out: '', err: '' })
  })

  it('cuts a long index at whole lines and says how much is left', () => {
    const memory = cli.memory
    mkdirSync(memory, { recursive: true })
    const lines = Array.from(
      { length: 190 },
      (_, n) => `- [Topic ${n}](topic_${n}.md) — ${'detail '.repeat(12)}`,
    )
    writeFileSync(join(memory, 'MEMORY.md'), `${lines.join('\n')}\n`)
    const { text } = runHookProgram(cli.place, start('startup'))
    expect(text.length).toBeLessThanOrEqual(9_500)
    expect(text).toMatch(/\(\d+ more lines are not shown/)
  })

  it('leaves the index to Claude Code where the directory is shared with it', () => {
    mkdirSync(join(cli.place.root, 'user', '.claude'), { recursive: true })
    expect(cli.run(['init', 'claude-code', '--yes']).code).toBe(0)
    add()
    expect(runHookProgram(cli.place, start('startup')).out).toBe('')
    expect(
      runHookProgram(cli.place, { ...start('startup'), turn_id: 't' }, { agent: 'codex' }).text,
    ).toContain('real database')
    expect(runHookProgram(cli.place, prompt(FITS)).text).toContain('never mocks')
  })
})

describe('the end of a turn', () => {
  it.each(['Stop', 'PreCompact', 'SessionEnd'])(
    '%s prints nothing; the turn is worked off after the hook has ended',
    async (name) => {
      add()
      // More than a pipe takes without a reader.
      const said = 'done '.repeat(50_000)
      const stop = { hook_event_name: name, session_id: 's1', last_assistant_message: said }
      const temporary = join(cli.place.root, 'tmp')
      mkdirSync(temporary)
      const env = { MEMDIR_BACKGROUND: '1', TMPDIR: temporary }
      expect(runHookProgram(cli.place, stop, { env })).toMatchObject({ code: 0, out: '', err: '' })
      expect(readdirSync(temporary).filter((file) => file.startsWith('.memdir-'))).toEqual([])
      const turns = () =>
        (cli.json(['jobs']).data.jobs as { did: { turns?: number } }[]).reduce(
          (sum, job) => sum + (job.did.turns ?? 0),
          0,
        )
      await expect.poll(turns, { timeout: 25_000, interval: 100 }).toBe(1)
      // What runs when the test ends would write into the home that is removed.
      await expect
        .poll(() => readLock(join(state(), 'locks'), 'worker').takeable, { timeout: 25_000 })
        .toBe(true)
      expect(readdirSync(join(state(), 'spool'))).toEqual([])
    },
  )

  it('spools nothing where background work is switched off', async () => {
    add()
    runHookProgram(
      cli.place,
      { hook_event_name: 'Stop', session_id: 's1' },
      { env: { MEMDIR_BACKGROUND: '0' } },
    )
    const outcomes = () => readHookRuns(state()).map(({ outcome }) => outcome)
    await expect.poll(outcomes, { timeout: 10_000 }).toEqual(['background work is off'])
    expect(existsSync(join(state(), 'spool')) ? readdirSync(join(state(), 'spool')) : []).toEqual([])
  })
})

describe('whatever happens, exit code 0 and silence', () => {
  const quiet = { code: 0, out: '', err: '' }

  it('a log of errors holds no secret of the event that broke it', () => {
    const log = join(cli.place.root, 'hook.log')
    const key = `${'AK'}IA${'2E7UJQ4RT5YZ3VB6'}`
    expect(runHookProgram(cli.place, key, { env: { MEMDIR_HOOK_LOG: log } })).toMatchObject(quiet)
    const text = readFileSync(log, 'utf8')
    expect(text).toContain('not valid JSON')
    expect(text).not.toContain(key)
  })

  it('and where it failed, doctor can say why', async () => {
    add()
    const spool = join(state(), 'spool')
    rmSync(spool, { recursive: true, force: true })
    writeFileSync(spool, '')
    expect(runHookProgram(cli.place, { hook_event_name: 'Stop', session_id: 's1' })).toMatchObject(quiet)
    // Nobody waits for the end of a turn: another process does it.
    await expect
      .poll(() => readHookRuns(state()), { timeout: 10_000 })
      .toMatchObject([{ event: 'turn-end', failed: true, outcome: expect.stringMatching(/EEXIST|ENOTDIR/) }])
  })

  it('but the person is told once in a conversation that memories cannot be attached', () => {
    add()
    rmSync(join(state(), 'cache'), { recursive: true, force: true })
    rmSync(cli.memory, { recursive: true })
    writeFileSync(cli.memory, 'not a directory')
    const told = (event: object) => {
      const { code, out } = runHookProgram(cli.place, event)
      return [code, out === '' ? '' : JSON.parse(out).systemMessage]
    }
    expect(told(prompt(FITS))).toEqual([0, expect.stringContaining('memdir doctor')])
    expect(told(prompt(FITS))).toEqual([0, ''])
    expect(told(prompt(FITS, 's2'))).toEqual([0, expect.stringContaining('memdir doctor')])
  })

  it('nonsense, nothing, unknown events', () => {
    for (const input of ['', '{', 'null', '[]', '{"hook_event_name":"New"}', `"${'x'.repeat(100)}"`])
      expect(startHookProgram(cli.place, input)).toMatchObject(quiet)
  })

  it('memory that is off, and calls from within memdir’s own work', () => {
    add()
    expect(
      runHookProgram(cli.place, prompt(FITS), { env: { MEMDIR_DISABLE_AUTO_MEMORY: '1' } }),
    ).toMatchObject(quiet)
    const guarded = { env: { MEMDIR_GUARD: '1' } }
    for (const run of [runHookProgram, startHookProgram])
      expect(run(cli.place, prompt(FITS), guarded)).toMatchObject(quiet)
  })

  it('a memory directory, a state directory or a config home that is no directory', () => {
    add()
    const memory = cli.memory
    rmSync(memory, { recursive: true })
    writeFileSync(memory, 'not a directory')
    expect(runHookProgram(cli.place, prompt(FITS))).toMatchObject({ code: 0, text: '', err: '' })
    expect(runHookProgram(cli.place, start('startup'))).toMatchObject(quiet)
    rmSync(dirname(memory), { recursive: true })
    writeFileSync(dirname(memory), 'not a directory')
    expect(runHookProgram(cli.place, { hook_event_name: 'Stop', session_id: 's1' })).toMatchObject(quiet)
    rmSync(cli.place.home, { recursive: true })
    writeFileSync(cli.place.home, 'not a directory')
    expect(runHookProgram(cli.place, prompt(FITS))).toMatchObject(quiet)
  })

  it('a broken catalog, and broken settings', () => {
    add()
    runHookProgram(cli.place, prompt(FITS))
    for (const name of readdirSync(join(state(), 'cache'))) {
      const path = join(state(), 'cache', name)
      rmSync(path, { recursive: true, force: true })
      writeFileSync(path, 'garbage')
    }
    writeFileSync(join(cli.place.home, 'settings.json'), '{')
    expect(runHookProgram(cli.place, prompt(FITS, 's9'))).toMatchObject({ code: 0, err: '' })
  })

  it('pipes and endless devices in the working tree', () => {
    add(`${FACT}: \`make nightly\`, \`npm run nightly\`, \`just nightly\`, \`nightlyBuild()\``)
    const at = (name: string) => join(cli.place.project, name)
    for (const name of ['Makefile', 'code.ts']) expect(spawnSync('mkfifo', [at(name)]).status).toBe(0)
    for (const name of ['package.json', 'justfile', 'more.ts']) symlinkSync('/dev/zero', at(name))
    const { code, text } = runHookProgram(cli.place, prompt(FITS))
    expect(code).toBe(0)
    expect(text).toContain('never mocks')
  })

  it('a client that never closes standard input: answers when the event is whole', async () => {
    add()
    const child = spawn(process.execPath, [HOOK], {
      cwd: cli.place.project,
      env: { ...cli.place.env, MEMDIR_HOOK_SLOWER: '20' },
    })
    const text = JSON.stringify({ ...prompt(FITS), cwd: cli.place.project, nested: {} })
    const out: Buffer[] = []
    child.stdout.on('data', (chunk) => out.push(chunk))
    // In two parts, the first of which ends as a whole one would.
    child.stdin.write(text.slice(0, -1))
    await new Promise((done) => setTimeout(done, 300))
    child.stdin.write(text.slice(-1))
    expect(await new Promise((done) => child.on('exit', done))).toBe(0)
    expect(Buffer.concat(out).toString()).toContain('never mocks')
  })

  it('a client that goes away without a word', async () => {
    const child = spawn(process.execPath, [HOOK], { env: cli.place.env, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.end()
    expect(await new Promise((done) => child.on('exit', done))).toBe(0)
  })

  it('a file call that is never answered: waits for the client’s time-out, which ends it at once', async () => {
    add()
    // A pipe that nobody writes to: opening it blocks, as a disk does that went away.
    const settings = join(cli.place.home, 'settings.json')
    rmSync(settings, { force: true })
    expect(spawnSync('mkfifo', [settings]).status).toBe(0)
    const done = spawnSync(process.execPath, [HOOK], {
      cwd: cli.place.project,
      env: cli.place.env,
      input: JSON.stringify({ ...prompt(FITS), cwd: cli.place.project }),
      encoding: 'utf8',
      timeout: 1_500,
    })
    expect([done.signal, done.stdout, done.stderr]).toEqual(['SIGTERM', '', ''])
    rmSync(settings)
    expect(runHookProgram(cli.place, prompt(FITS)).text).toContain('never mocks')
  })

  it('a provider that never answers: ends by its own deadline, without the memory', async () => {
    const { createServer } = await import('node:http')
    const server = createServer(() => {})
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done)
    })
    const port = (server.address() as { port: number }).port
    add()
    const settings = { storage: { embeddingUrl: `http://127.0.0.1:${port}/v1`, embeddingModel: 'x' } }
    writeFileSync(join(cli.place.home, 'settings.json'), JSON.stringify(settings))
    const started = Date.now()
    const child = spawn(process.execPath, [HOOK], { env: cli.place.env, cwd: cli.place.project })
    child.stdin.end(JSON.stringify({ ...prompt(FITS), cwd: cli.place.project }))
    const code = await new Promise((done) => child.on('exit', done))
    expect(code).toBe(0)
    expect(Date.now() - started).toBeLessThan(10_000)
    server.closeAllConnections()
    server.close()
  })
})

it('never writes down the environment of a hook', () => {
  add()
  const env = { SOME_TOKEN: 'do-not-keep-0815', CLAUDE_CODE_SESSION_ID: 'x' }
  runHookProgram(cli.place, prompt(FITS), { env })
  runHookProgram(
    cli.place,
    { hook_event_name: 'Stop', session_id: 's1' },
    { env: { ...env, MEMDIR_HOOK_LOG: cli.below('log') } },
  )
  const found = spawnSync('grep', ['-r', 'do-not-keep-0815', cli.place.root], { encoding: 'utf8' })
  expect(found.stdout).toBe('')
})

it('loads neither a schema library nor MCP nor any SDK, and few files', () => {
  add()
  // The first search makes the search data.
  runHookProgram(cli.place, prompt(FITS, 'warm'))
  const { argv, loaded } = watchLoading(cli.place.root)
  const done = spawnSync(process.execPath, [...argv, HOOK], {
    cwd: cli.place.project,
    env: { ...cli.place.env, MEMDIR_HOOK_SLOWER: '20' },
    input: JSON.stringify({ ...prompt(FITS), cwd: cli.place.project }),
    encoding: 'utf8',
  })
  expect(done.stdout).toContain('never mocks')
  const { own, packages, node } = loaded()
  expect(own).toEqual([
    'base.js',
    'clients.js',
    'core.js',
    'embed.js',
    'hook-program.js',
    'hook.js',
    'search.js',
  ])
  expect(packages).toEqual([])
  // What node:v8 brings along.
  const streams = ['stream', 'stream/promises', 'string_decoder']
  expect(node).toEqual([...(process.platform === 'linux' ? [] : ['os']), ...streams])
})
