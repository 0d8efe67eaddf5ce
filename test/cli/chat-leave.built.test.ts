// Leaving `memdir chat` while something that was learnt is still being saved.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ended } from './run-memdir.ts'
import { hasTerminal, listen, useChat } from './use-chat.ts'

const chat = useChat()
const SAID = 'Please remember: we squash everything before it goes in.'

/** The model answers at once, and takes its time over what it was told. */
const serveSlowly = () =>
  chat.serve((_, number) => (number === 1 ? 'Sure.' : { say: [{ text: 'Nothing.' }], delayMs: 120_000 }), {
    extraction: { byModel: true },
  })

const memories = () => chat.cli.json(['list']).data.memories as { file: string }[]

function spooled(): string[] {
  const projects = join(chat.cli.place.home, 'projects')
  return readdirSync(projects).flatMap((name) => {
    const spool = join(projects, name, 'state', 'spool')
    return existsSync(spool) ? readdirSync(spool).filter((file) => file.endsWith('.json')) : []
  })
}

/** As a worker does it later, by rules alone. */
function workLater(): void {
  const path = join(chat.cli.place.home, 'settings.json')
  const settings = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...settings, extraction: { byModel: false } }))
  expect(chat.cli.run(['jobs', 'run', '--job', 'turns']).code).toBe(0)
}

describe('what was learnt', () => {
  it('is waited for with one line; a signal leaves at once, and nothing is lost', async () => {
    await serveSlowly()
    const child = chat.start(['chat'])
    const said = listen(child)
    const end = ended(child)
    child.stdin!.end(`${SAID}\n`)
    await said('Saving what was learnt')
    expect(memories()).toEqual([])
    expect(spooled()).toHaveLength(1)
    const before = performance.now()
    child.kill('SIGINT')
    const { err } = await end
    expect(performance.now() - before).toBeLessThan(5_000)
    expect(err.match(/Saving what was learnt/g)).toHaveLength(1)
    expect(spooled()).toHaveLength(1)
    workLater()
    expect(memories()).toHaveLength(1)
    expect(spooled()).toEqual([])
    // Once more changes nothing: what was taken in is known.
    workLater()
    expect(memories()).toHaveLength(1)
  })

  it('is not lost when the process is killed while it waits', async () => {
    await serveSlowly()
    const child = chat.start(['chat'])
    const said = listen(child)
    const end = ended(child)
    child.stdin!.end(`${SAID}\n`)
    await said('Saving what was learnt')
    child.kill('SIGKILL')
    await end
    workLater()
    expect(memories()).toHaveLength(1)
  })

  it.runIf(hasTerminal)('is left behind by Ctrl-C in a terminal, after /exit as after Ctrl-D', async () => {
    await serveSlowly()
    const { end, said, type } = chat.terminal([], { TERM: 'xterm', LANG: 'zh_CN.UTF-8' })
    await said('› ')
    type(`${SAID}\r`)
    await said('Sure.')
    await said('› ')
    type('/exit\r')
    await said('正在保存所学内容')
    const before = performance.now()
    type('\u0003')
    expect((await end).code).toBe(0)
    expect(performance.now() - before).toBeLessThan(5_000)
    workLater()
    expect(memories()).toHaveLength(1)
  })

  it('that is saved in a moment needs no words and leaves nothing to do', async () => {
    await chat.serve(['Sure.'])
    const { err } = await chat.chat([], `${SAID}\n`)
    expect(err).not.toContain('Saving what was learnt')
    expect(memories()).toHaveLength(1)
    expect(spooled()).toEqual([])
  })
})

describe('chat -p', () => {
  it.each([
    [true, 1],
    [false, 0],
  ])('learns as extraction.withoutTerminal says: %s', async (withoutTerminal, count) => {
    await chat.serve(['Sure.'], { extraction: { byModel: false, withoutTerminal } })
    await chat.chat(['-p', SAID])
    expect(memories()).toHaveLength(count)
  })

  it('says what it has learnt: in the document, and in words beside the answer', async () => {
    await chat.serve(['Sure.', 'Sure.', 'Sure.'])
    const { data } = JSON.parse((await chat.chat(['-p', SAID, '--json'])).out)
    expect(data.saved).toEqual(memories().map(({ file }) => file))
    expect(data.saved).toHaveLength(1)
    const streamed = await chat.chat([
      '-p',
      'From now on, never use semicolons.',
      '--output-format',
      'stream-json',
    ])
    expect(JSON.parse(streamed.out.trimEnd().split('\n').at(-1)!).data.saved).toHaveLength(1)
    const { out, err } = await chat.chat(['-p', 'Remember: the gate code word is maple7.'])
    expect(out).toBe('Sure.\n')
    expect(err).toContain('✓ ')
    expect(err).toContain('.md')
  })
})
