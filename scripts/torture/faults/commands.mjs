// Every command that writes, as it is run under fault injection.
//
//   seed         what is there before all of them
//   prepare      commands that come before it
//   args, input  the command itself; `program` where it is not `memdir`; `more`: arguments that the store tells
//   whole        all of its changes or none, once somebody has written again
//   answers      false: its exit code and output promise nothing (a hook is silent by contract)
//   again        it can simply be run again after a fault, and then all is done (where it is not whole by itself)
//   leaves       where a temporary file may stay: a directory half made, which the person removes
//   erased       a text that is where it was before, or nowhere below the root
import { join } from 'node:path'
import { waitingHashes } from '../hostile/check-trust.mjs'
import { HOOK, memdirJson } from '../lib/processes.mjs'
import { ERASED } from './store.mjs'

const AGENTS = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor', 'vscode']
const ALPHA = 'feedback_alpha.md'
const BETA = 'note_beta.md'
const GAMMA = 'feedback_gamma.md'
const DELTA = 'note_delta.md'

const whole = (name, args, more = {}) => ({ name, args, whole: true, ...more })
const each = (name, args, more = {}) => ({ name, args, whole: false, again: true, ...more })
const IMPORT = ['import', '../import', '--trust']
const WAITING = ['import', '../import']
const WRONG = ['wrong', BETA, '--instead', 'Deploys go out on Mondays after the review']
const [LAMP, TEA] = ['lamp1234', 'tea56789']
const ACCEPT = ['inbox', 'accept', LAMP, TEA]
const REFUSE = ['inbox', 'refuse', LAMP, TEA]
const DAILY_LOG = ['config', 'set', 'dailyLog.enabled', 'true']

const hook = (name, event, more = {}) => ({
  name: `hook ${name}`,
  program: HOOK,
  args: ['claude-code'],
  input: ({ project }) => JSON.stringify({ session_id: 'torture', cwd: project, ...event }),
  whole: false,
  answers: false,
  ...more,
})

const rpc = (id, method, params) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
const hello = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'torture', version: '1' },
}
/** The server ends when its input does, so the input stays open until the answer is there. */
const mcp = (tool, given) => ({
  name: `mcp ${tool}`,
  args: ['mcp'],
  input: () =>
    rpc(1, 'initialize', hello) +
    `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n` +
    rpc(2, 'tools/call', { name: tool, arguments: given }),
  until: /"id":2[,}]/,
  acknowledged: (out) => /"id":2[,}]/.test(out) && !/"isError":true|"error":/.test(out),
  whole: true,
})

export const COMMANDS = [
  whole('add', ['add', 'The kitchen closes at nine', '--name', 'Kitchen']),
  whole('edit', ['edit', BETA, '--content', 'Deploys go out on Fridays']),
  whole('edit --set', ['edit', BETA, '--set', 'importance=5', '--set', 'tags=ci,release']),
  whole('tag', ['tag', BETA, '+ci']),
  whole('rm', ['rm', BETA, '--yes']),
  whole('rm A B', ['rm', ALPHA, BETA, '--yes']),
  whole('undo', ['undo', '--yes'], { prepare: [['rm', BETA, '--yes']] }),
  whole('undo of an undo', ['undo', '--yes'], {
    prepare: [
      ['rm', BETA, '--yes'],
      ['undo', '--yes'],
    ],
    more: newestChange,
  }),
  whole('undo of an import', ['undo', '--yes'], { prepare: [IMPORT] }),
  whole('merge', ['merge', ALPHA, GAMMA, '--yes']),
  whole('import', IMPORT),
  whole('import that waits', WAITING),
  whole('import of an export', ['import', '../other.json', '--replace'], {
    prepare: [
      ['export', '../other.json'],
      ['edit', ALPHA, '--content', 'Another text'],
      ['rm', BETA, DELTA, '--yes'],
    ],
  }),
  whole('memory add', ['memory', '--action', 'add', '--content', 'The kitchen closes at nine']),
  whole('memory delete', ['memory', '--action', 'delete', '--id', BETA]),
  mcp('remember', { content: 'The kitchen closes at nine', name: 'Kitchen' }),
  mcp('update', { id: BETA, content: 'Deploys go out on Fridays' }),
  mcp('forget', { id: BETA }),
  whole('purge', ['purge', DELTA, '--yes'], { erased: ERASED }),
  whole('purge after rm', ['purge', DELTA, '--yes'], { prepare: [['rm', DELTA, '--yes']], erased: ERASED }),
  whole('cleanup', ['cleanup', '--yes']),
  whole('inbox accept', ['inbox', 'accept', '--all', '--group', 'imports', '--yes'], {
    prepare: [WAITING],
  }),
  whole('inbox refuse', ['inbox', 'refuse', '--all', '--yes'], { prepare: [WAITING] }),
  whole('wrong --instead', WRONG),
  whole('undo of wrong --instead', ['undo', '--yes'], { prepare: [WRONG] }),
  whole('inbox accept A B', ACCEPT, { seed: candidates }),
  whole('undo of inbox accept A B', ['undo', '--yes'], { seed: candidates, prepare: [ACCEPT] }),
  whole('inbox refuse A B', REFUSE, { seed: candidates }),
  whole('undo of inbox refuse A B', ['undo', '--yes'], { seed: candidates, prepare: [REFUSE] }),
  whole('log-note', ['log-note', 'The kitchen closes at nine'], { prepare: [DAILY_LOG] }),
  each('dream --logs', ['dream', '--logs'], {
    prepare: [DAILY_LOG, ['log-note', 'From now on, always write commit messages in English.']],
  }),
  // A group of the history for each of its changes.
  each('dream', ['dream']),
  whole('doctor --fix', ['doctor', '--fix'], { prepare: [], spoil: spoilIndex }),
  each('export', ['export', '../out.json']),
  each('export as Markdown', ['export', '../out', '--format', 'markdown'], {
    again: false,
    leaves: /^out\//,
  }),
  each('config set', ['config', 'set', 'recall.maxMemories', '3']),
  each('config set --local', ['config', 'set', 'recall.maxMemories', '3', '--local']),
  each('config unset', ['config', 'unset', 'recall.maxMemories'], {
    prepare: [['config', 'set', 'recall.maxMemories', '3']],
  }),
  each('off', ['off']),
  each('projects link', ['projects', 'link', '../project', '-C', '../user']),
  // Moved, it is not where it was: a second time there is nothing to move.
  each('projects move', ['projects', 'move', '../project', '../user'], { again: false }),
  each('reindex', ['reindex']),
  each('reindex --all', ['reindex', '--all']),
  each('jobs run', ['jobs', 'run']),
  each('init', ['init', '-C', '../user']),
  ...AGENTS.map((agent) => each(`init ${agent}`, ['init', agent, '--yes'])),
  ...AGENTS.map((agent) =>
    each(`init ${agent} --undo`, ['init', agent, '--undo', '--yes'], { prepare: [['init', agent, '--yes']] }),
  ),
  each('uninstall', ['uninstall', '--yes'], { prepare: [['init', 'codex', '--yes']] }),
  hook('start', { hook_event_name: 'SessionStart', source: 'startup' }),
  hook('prompt', {
    hook_event_name: 'UserPromptSubmit',
    prompt: 'When do the deploys go out after the review?',
  }),
  hook('stop', { hook_event_name: 'Stop', stop_hook_active: false }),
  each('chat', ['chat', '-p', 'Remember that the kitchen closes at nine'], { provider: true }),
  each('trust', ['trust'], { spoil: untrusted, more: acceptWaiting, again: false, since: 'trust' }),
]

function candidates({ memory }, { mkdirSync, writeFileSync }) {
  const directory = join(memory, '../state/candidates')
  mkdirSync(directory, { recursive: true })
  const texts = { [LAMP]: 'I prefer the lamp in the corner', [TEA]: 'I like green tea in the morning' }
  for (const [id, quote] of Object.entries(texts)) {
    const said = { conversation: 'c1', message: 'm1', time: '2026-04-06T09:00:00Z', quote }
    const proposal = { content: quote, quote, tier: 'candidate', reason: 'preference', importance: 3 }
    const candidate = { v: 1, id, proposal, origin: 'user', said: [said] }
    writeFileSync(join(directory, `${id}.json`), JSON.stringify(candidate))
  }
}

function spoilIndex({ memory }, { writeFileSync }) {
  writeFileSync(join(memory, 'MEMORY.md'), '- [Nothing](nothing.md) — is here\n')
}

function untrusted({ project }, { mkdirSync, writeFileSync }) {
  mkdirSync(join(project, '.memdir'))
  writeFileSync(join(project, '.memdir/settings.json'), '{"extraGuidelines": "Be brief."}')
}

async function acceptWaiting({ options }) {
  return (await waitingHashes(options)).flatMap((hash) => ['--accept', hash])
}

async function newestChange({ options }) {
  return [(await memdirJson(['log'], options)).data.changes[0].id]
}
