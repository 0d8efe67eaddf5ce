// Agents as a person starts them, in a terminal (tmux): where that differs from one message on the command line.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FITS, INTRO, MARKER, store, times } from './facts.mjs'

const WAIT_MS = 60_000
const NOTICE = '1 memory attached (Harbour lights at night)'

export async function checkTerminal(lab, report) {
  const { client } = lab
  const check = CHECKS[client.title ?? client.name]
  if (!check) return
  if (spawnSync('tmux', ['-V']).status !== 0)
    return report('in a terminal', 'skip', 'tmux is not installed: apt-get install tmux')
  lab.memdir('init', client.name, ...(client.init ?? []), '--yes')
  store(lab)
  lab.memdir('config', 'set', 'recall.notice', 'true')
  const terminal = openTerminal(lab)
  try {
    await check(lab, terminal, report)
  } finally {
    terminal.close()
  }
}

const CHECKS = {
  async 'claude-code'(lab, terminal, report) {
    const path = join(lab.home, '.claude.json')
    const data = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
    const answered = { hasCompletedOnboarding: true, theme: 'dark' }
    const key = { approved: [lab.env.ANTHROPIC_API_KEY.slice(-20)], rejected: [] }
    const trusted = { [lab.project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } }
    writeFileSync(
      path,
      JSON.stringify({ ...data, ...answered, customApiKeyResponses: key, projects: trusted }),
    )
    terminal.start([])
    await terminal.until(/❯/)
    await terminal.type(FITS)
    const answer = await terminal.until(/● OK\./)
    report('in its window a prompt is given its memory', last(lab, MARKER) === 1, answer)
    report('and the person is told which', answer.whole.includes(NOTICE), answer)
    await terminal.type('/exit')
    await terminal.ended()
    rmSync(lab.bin, { recursive: true })
    terminal.start([])
    await toldOnce(terminal, report, /❯/, /● OK\./)
  },
  async codex(lab, terminal, report) {
    terminal.start([])
    const asked = await terminal.until(/Hooks need review/)
    report('in its window it asks whether the hooks are trusted', asked.found, asked)
    await terminal.press('2')
    await terminal.press('Enter')
    await terminal.until(/Ask Codex/)
    await terminal.type(FITS)
    const answer = await terminal.until(/• OK\.|^\s*OK\./m)
    const counted = `index ${last(lab, INTRO)}, memory ${last(lab, MARKER)}`
    report(`trusted, they add the index and the memory: ${counted}`, counted === 'index 1, memory 1', answer)
    report('and the person is told which memory', answer.whole.includes(NOTICE), answer)
    await terminal.type('/quit')
    await terminal.ended()
    rmSync(lab.bin, { recursive: true })
    terminal.start([])
    await toldOnce(terminal, report, /Ask Codex/, /• OK\.|^\s*OK\./m)
  },
}

/** memdir has gone: said once, and the conversation goes on. */
async function toldOnce(terminal, report, ready, answered) {
  await terminal.until(ready)
  await terminal.type(FITS)
  await terminal.until(answered)
  await terminal.type('and once more, please')
  const after = await terminal.until(/once more, please[\s\S]*OK\./)
  const told = times(after.whole, 'memdir is not installed')
  report(`in its window the person is told once that memdir is missing (${told})`, told === 1, after)
}

/** How often the last request of the conversation has this. */
function last({ model, client, root }, part) {
  const own = model.requests.filter((request) => client.isMain(request) && request.raw.includes(root))
  return times(own.at(-1)?.raw ?? '', part)
}

function openTerminal(lab) {
  const name = `memdir-${process.pid}-${lab.client.name}`
  const tmux = (...args) => spawnSync('tmux', ['-L', name, ...args], { encoding: 'utf8' }).stdout ?? ''
  const pause = (ms) => new Promise((wake) => setTimeout(wake, ms))
  const screen = () => tmux('capture-pane', '-p', '-t', name)
  const whole = () => tmux('capture-pane', '-p', '-J', '-S', '-', '-t', name)
  const quoted = (text) => `'${String(text).replaceAll("'", "'\\''")}'`
  return {
    start(args) {
      const variables = Object.entries({ ...lab.env, TERM: 'xterm-256color' })
      const env = variables.map(([key, value]) => `${key}=${quoted(value)}`).join(' ')
      const command = [lab.client.bin, ...args].map(quoted).join(' ')
      tmux(
        'new-session',
        '-d',
        '-s',
        name,
        '-x',
        '140',
        '-y',
        '50',
        '-c',
        lab.project,
        `env -i ${env} ${command}`,
      )
    },
    async press(key) {
      tmux('send-keys', '-t', name, key)
      await pause(1_500)
    },
    async type(text) {
      tmux('send-keys', '-t', name, '-l', text)
      await pause(1_500)
      await this.press('Enter')
    },
    /** What is on the screen, once it has this or after a minute. */
    async until(pattern) {
      for (const end = Date.now() + WAIT_MS; Date.now() < end; await pause(500))
        if (pattern.test(screen())) return { found: true, output: screen(), whole: whole() }
      return { found: false, output: screen(), whole: whole() }
    },
    async ended() {
      for (const end = Date.now() + WAIT_MS; Date.now() < end; await pause(500))
        if (spawnSync('tmux', ['-L', name, 'has-session', '-t', name]).status !== 0) return
    },
    close: () => void tmux('kill-server'),
  }
}
