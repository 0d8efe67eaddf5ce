// The main job in half a minute: a throw-away project, a few memories in two languages, a prompt, what would be
// injected and why. Uses the real command line; leaves nothing behind.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spoolTurn } from '../dist/learn/spool.js'

const command = fileURLToPath(new URL('../dist/bin/memdir.js', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'memdir-demo-'))
const project = join(root, 'shop')
// Search data is made in step 3 for all to see, instead of by a worker in the background that would outlive the demo.
const env = {
  ...process.env,
  HOME: join(root, 'user'),
  MEMDIR_HOME: join(root, 'home'),
  MEMDIR_BACKGROUND: '0',
  LANG: 'en_US.UTF-8',
  LC_ALL: '',
}

const say = (text) =>
  console.log(
    `\n\u001b[1m${text}\u001b[22m`.replace(/\u001b\[\d+m/g, (code) => (process.stdout.isTTY ? code : '')),
  )

/** Single quotes: whoever copies the line into a shell must not run what stands in backticks. */
const quote = (word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

function memdir(...args) {
  console.log(`$ memdir ${args.map(quote).join(' ')}`)
  const done = spawnSync(process.execPath, [command, ...args], { cwd: project, env, stdio: 'inherit' })
  if (done.status !== 0) throw new Error(`memdir ${args[0]} ended with ${done.status ?? done.signal}`)
}

/** As Claude Code logs it and its hook reports the end of a turn. */
function converse() {
  const session_id = 'demo-conversation'
  const path = join(root, 'user', '.claude', 'projects', 'shop', `${session_id}.jsonl`)
  const said = [
    ['user', 'The build is red, please have a look.'],
    ['assistant', 'A type error; it is mended.'],
    ['user', 'Thanks! From now on, always run pnpm test before you commit.'],
    ['assistant', 'Understood.'],
    ['user', '我更喜欢简短的回答。'],
    ['assistant', '好的。'],
  ]
  const lines = said.map(([type, content], at) => {
    const message = { role: type, content: type === 'user' ? content : [{ type: 'text', text: content }] }
    const timestamp = new Date(Date.now() + at * 1_000).toISOString()
    console.log(`  ${type === 'user' ? 'you  ' : 'agent'}  ${content}`)
    return JSON.stringify({ type, uuid: `m${at}`, sessionId: session_id, timestamp, message })
  })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${lines.join('\n')}\n`)
  // What the hook does at the end of a turn; the worker that it would start is the next line, for all to see.
  const memory = spawnSync(process.execPath, [command, 'path'], { cwd: project, env, encoding: 'utf8' })
  const state = join(memory.stdout.trim(), '..', 'state')
  const raw = JSON.stringify({ transcript_path: path })
  return spoolTurn(state, { agent: 'claude-code', event: 'turn-end', conversation: session_id, raw })
}

/** As Claude Code's plugin asks before a call: first a shell that knows the words of all triggers, then the hook. */
function call(commandLine) {
  console.log(`$ ${commandLine}`)
  const script = fileURLToPath(new URL('../plugins/memdir/calls.sh', import.meta.url))
  const event = { session_id: 'demo-calls', cwd: project, tool_name: 'Bash' }
  const hook = (args, more) => {
    const input = JSON.stringify({ ...event, ...more })
    const [program, ...rest] = args
    return spawnSync(program, rest, {
      cwd: project,
      env: { ...env, CLAUDE_PROJECT_DIR: project },
      input,
      encoding: 'utf8',
    })
  }
  hook([process.execPath, join(dirname(command), 'hook.js')], {
    hook_event_name: 'SessionStart',
    source: 'resume',
  })
  const asked = { hook_event_name: 'PreToolUse', tool_input: { command: commandLine } }
  const { stdout } = hook(['sh', script], asked)
  const told = stdout === '' ? undefined : JSON.parse(stdout).hookSpecificOutput.additionalContext
  console.log(told?.replace(/^/gm, '  ') ?? '  (nothing is said)')
}

/** With triggers, as a person writes them into the file. */
function rule() {
  const memory = spawnSync(process.execPath, [command, 'path'], { cwd: project, env, encoding: 'utf8' })
  const text = `---
name: Package manager
type: feedback
source:
  origin: user
on:
  - run: npm install*
---
We use pnpm, never npm: the lockfile broke twice.
`
  writeFileSync(join(memory.stdout.trim(), 'package-manager.md'), text)
  console.log(text.trim().replace(/^/gm, '  '))
}

try {
  mkdirSync(join(project, 'src'), { recursive: true })
  writeFileSync(join(project, 'src/checkout.ts'), 'export function totalWithTax() {}\n')
  say('1. Tell it a few things, as you would in passing (English and Chinese)')
  memdir(
    'add',
    'Integration tests use a real PostgreSQL, never mocks: a mocked suite once hid a broken migration.',
    '--type',
    'feedback',
    '-i',
    '5',
  )
  memdir('add', '我是后端工程师，前端不熟，解释前端问题时请多打比方。', '--type', 'user')
  memdir(
    'add',
    'The checkout rounds tax per line in `totalWithTax` (src/checkout.ts), because finance reconciles per line. The old src/tax.ts did it per order.',
    '--type',
    'project',
  )
  memdir('add', '线上告警看 Grafana 的 api-latency 面板，值班的人盯的是这个。', '--type', 'reference')
  memdir('add', 'Mina owns billing until 2027-05-31; ask her before touching invoices.', '--type', 'project')
  say('2. They are plain files, with an index that agents load')
  memdir('index')
  say(
    '3. Search data is derived from them (normally in the background; the first time also converts the models)',
  )
  memdir('reindex')
  say('4. A prompt arrives: this is exactly what would be injected, and why')
  memdir('recall', '--prompt', 'How should I write the integration tests for the orders table?', '--explain')
  memdir('recall', '--prompt', 'why is tax rounded like this in the checkout?', '--explain')
  memdir('recall', '--prompt', '值班时线上延迟应该看哪个面板？', '--explain')
  say('5. Nothing fits: nothing is injected')
  memdir('recall', '--prompt', 'translate this poem about autumn leaves into French', '--explain')
  say('6. A conversation with an agent goes in; memories and candidates come out')
  await converse()
  memdir('jobs', 'run', '--job', 'turns')
  memdir('inbox')
  memdir('reindex')
  say('7. The next prompt, in another conversation, is given what was said')
  memdir('recall', '--prompt', 'What do I have to do before I commit?', '--explain')
  say('8. A rule that says at which calls of an agent it matters is brought up there')
  rule()
  memdir('config', 'set', 'recall.actions', 'true')
  call('cd web && npm install zod')
  call('npm view zod versions')
  say('9. Every change can be seen and taken back')
  memdir('log')
  memdir('undo')
} finally {
  rmSync(root, { recursive: true, force: true })
}
say('Done. The throw-away project is gone; nothing was left on this machine.')
