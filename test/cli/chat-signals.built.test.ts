// What becomes of a conversation whose process is told to end, or whose window is closed: nothing that it has started
// goes on, nothing that was said is lost.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replyWithTools } from '../support/published/reply.ts'
import { ended } from './run-memdir.ts'
import { hasTerminal, useChat } from './use-chat.ts'

const talk = useChat()
const inLinuxTerminal = hasTerminal && process.platform === 'linux'
const SIGNALS = [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const

const SAID = 'Remember: the gate code word is maple7.'
const slowly = { say: [{ text: 'A long answer. '.repeat(400) }], slow: { bytes: 100, pauseMs: 50 } }
const memories = () => talk.cli.json(['list']).data.memories as { file: string }[]

/** A command that says who it is, and would go on for minutes: what it has started, too. */
const lasting = replyWithTools({
  tool: 'Bash',
  input: { command: 'sleep 300 & echo $$ $! > pids; sleep 300' },
})

async function shellPids(): Promise<number[]> {
  const path = join(talk.cli.place.project, 'pids')
  await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8'), LONG).toMatch(/\d+ \d+\n/)
  return readFileSync(path, 'utf8').trim().split(' ').map(Number)
}

const LONG = { timeout: 20_000 }

const alive = (pids: readonly number[]) => pids.filter(isAlive)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // One that nobody has waited for is none any more.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('a command that runs ends with the conversation', () => {
  it.each(SIGNALS)('chat -p, %s', async (signal, code) => {
    await talk.serve([lasting, 'Done.'])
    const child = talk.start(['chat', '--allowed-tools', 'Bash', '-p', 'Go.'])
    child.stdin!.end()
    const end = ended(child)
    const pids = await shellPids()
    child.kill(signal)
    expect((await end).code).toBe(code)
    await expect.poll(() => alive(pids), LONG).toEqual([])
  })

  it.runIf(inLinuxTerminal)('in a terminal whose window is closed', async () => {
    await talk.serve([lasting, 'Done.'])
    const terminal = talk.terminal(['--allowed-tools', 'Bash'])
    await terminal.said('› ')
    const pid = terminal.pid()
    terminal.type('Go.\r')
    const pids = await shellPids()
    terminal.hangUp()
    await expect.poll(() => alive([pid, ...pids]), LONG).toEqual([])
  })
})

describe.runIf(inLinuxTerminal)('what was said is learnt', () => {
  it.each(SIGNALS)('%s in the middle of an answer', async (signal, code) => {
    await talk.serve([slowly])
    const terminal = talk.terminal()
    await terminal.said('› ')
    const pid = terminal.pid()
    terminal.type(`${SAID}\r`)
    await terminal.said('A long answer.')
    const before = performance.now()
    process.kill(pid, signal)
    expect((await terminal.end).code).toBe(code)
    expect(performance.now() - before).toBeLessThan(5_000)
    talk.cli.run(['jobs', 'run', '--job', 'turns'])
    expect(memories()).toHaveLength(1)
    const [log] = talk.sessions().filter((path) => path.endsWith('.jsonl'))
    expect(readFileSync(log!, 'utf8')).toContain('[The user stopped the agent here.]')
  })

  it('the window is closed in the middle of an answer', async () => {
    await talk.serve([slowly])
    const terminal = talk.terminal()
    await terminal.said('› ')
    const pid = terminal.pid()
    terminal.type(`${SAID}\r`)
    await terminal.said('A long answer.')
    terminal.hangUp()
    await expect.poll(() => alive([pid]), LONG).toEqual([])
    talk.cli.run(['jobs', 'run', '--job', 'turns'])
    expect(memories()).toHaveLength(1)
  })

  it.each(SIGNALS)('%s at the prompt leaves', async (signal, code) => {
    await talk.serve([])
    const terminal = talk.terminal()
    await terminal.said('› ')
    process.kill(terminal.pid(), signal)
    expect((await terminal.end).code).toBe(code)
  })
})
