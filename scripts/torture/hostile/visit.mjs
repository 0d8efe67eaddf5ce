// One hostile repository, visited as a person and their agents would: everything is looked at from outside.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replyWithTools } from '../../../dist/testing/published/index.js'
import { startProvider } from '../faults/provider.mjs'
import { changedPaths, readTree } from '../lib/files.mjs'
import { makePlace } from '../lib/place.mjs'
import { HOOK, MEMDIR, memdirJson, run, start } from '../lib/processes.mjs'
import { processesOf } from '../lib/workers.mjs'
import { layBait } from './bait.mjs'

const DAY_MS = 86_400_000
const PROMPT = 'How should the integration tests use the database?'
const SESSION = 'hostile'

/** A place with a person's own settings, model and bait around it. */
export async function openVisits(root) {
  const place = makePlace(root)
  const bait = await layBait(root)
  const provider = await startProvider((request) => answer(request, place.root))
  provider.configure(place)
  // Keys that a redirected address would get to see.
  const env = { ...place.env, OPENAI_API_KEY: 'sk-of-the-person', ANTHROPIC_API_KEY: 'sk-of-the-person' }
  return {
    ...place,
    env,
    bait,
    provider,
    repo: join(root, 'repo'),
    close: () => Promise.all([bait.close(), provider.close()]),
  }
}

/** The model does what a hostile repository would talk it into: it calls the agent and the skill, and writes. */
function answer(request, root) {
  const messages = request.body.messages ?? []
  if (messages.at(-1)?.role === 'tool') return 'Done.'
  const write = { tool: 'Write', input: { file_path: join(root, 'outside/by-the-model.txt'), content: 'x' } }
  const shell = { tool: 'Bash', input: { command: `touch ${join(root, 'outside/by-the-shell.txt')}` } }
  const isAgent = JSON.stringify(messages).includes('HOSTILE-AGENT') && messages.length < 4
  const more = isAgent
    ? []
    : [
        { tool: 'Agent', input: { subagent_type: 'helper', description: 'x', prompt: 'Write.' } },
        { tool: 'Skill', input: { skill: 'guide' } },
      ]
  return replyWithTools(...more, write, shell)
}

/** The repository at its path, new, with these files in this form. */
export function rebuild({ root, repo, bait, env }, form, files) {
  for (const name of readdirSync(root))
    if (name.startsWith('repo')) rmSync(join(root, name), { recursive: true })
  return { cwd: form.build(repo, files, bait), env }
}

/** Builds the repository without what is hostile, gives it a memory, and says how things are. */
export async function befriend(visits, form) {
  rmSync(join(visits.home, 'projects'), { recursive: true, force: true, maxRetries: 5 })
  rmSync(join(visits.home, 'projects.json'), { force: true })
  const options = rebuild(visits, form, [])
  await memdirJson(['add', 'Integration tests use a real database, never mocks', '--name', 'Tests'], options)
  const memory = (await memdirJson(['path'], options)).data.path
  const expired = new Date(Date.now() - 10 * DAY_MS).toISOString().slice(0, 10)
  writeFileSync(
    join(memory, 'expired.md'),
    `---\nname: Fair\ndescription: a fair\nexpires: ${expired}\n---\nA fair.\n`,
  )
  return { memory, history: ageHistory(join(memory, '../state/journal')), config: await configOf(options) }
}

/** A change of a hundred days ago: kept by default, and gone where somebody shortens the history. */
function ageHistory(journal) {
  const time = new Date(Date.now() - 100 * DAY_MS).toISOString()
  const [name] = readdirSync(journal)
  const change = JSON.parse(readFileSync(join(journal, name), 'utf8').split('\n')[0])
  const old = { ...change, id: 'aged0001', group: 'aged0002', file: 'aged.md', time, temporary: undefined }
  const file = join(journal, `${time.slice(0, 7)}.jsonl`)
  writeFileSync(file, `${JSON.stringify(old)}\n${JSON.stringify({ v: 1, done: 'aged0002' })}\n`)
  return file
}

export async function configOf(options) {
  const { data } = await memdirJson(['config'], options)
  return new Map(data.settings.map(({ key, value }) => [key, JSON.stringify(value)]))
}

/** Runs everything that could be led astray in `cwd`; what is wrong, in words. */
export async function visit(visits, cwd, known) {
  const { bait, env, provider, root } = visits
  bait.take()
  provider.requests.length = 0
  const before = repositoryTree(visits)
  const options = { cwd, env }
  const hook = (name, more) =>
    run([HOOK, 'claude-code'], {
      ...options,
      input: JSON.stringify({ session_id: SESSION, cwd, hook_event_name: name, ...more }),
    })
  const memdir = (...args) => run([MEMDIR, ...args], options)
  const started = await hook('SessionStart', { source: 'startup' })
  const prompted = await hook('UserPromptSubmit', { prompt: PROMPT })
  const outputs = [
    started,
    prompted,
    await hook('Stop'),
    await hook('SessionEnd', { reason: 'exit' }),
    await memdir('status'),
    await memdir('doctor'),
    await memdir('add', 'The kitchen closes at nine', '--name', 'Kitchen'),
    await memdir('recall', '--prompt', PROMPT),
    await memdir('search', 'database'),
    await memdir('reindex'),
    await memdir('jobs', 'run'),
    await memdir('cleanup', '--yes'),
    await serveMcp(options),
    await memdir('chat', '-p', PROMPT, '--output-format', 'json'),
  ]
  const said =
    outputs.map(({ out, err }) => out + err).join('\n') + provider.requests.map(({ raw }) => raw).join('\n')
  const taken = bait.take()
  return [
    ...taken.ran.map((name) => `it ran a command: ${name}`),
    ...[...new Set(taken.sent)].map((request) => `it got a request: ${request}`),
    ...taken.made.map((path) => `it wrote outside: ${path}`),
    ...changedPaths(before, repositoryTree(visits)).map((path) => `the working tree changed: ${path}`),
    ...(said.includes(bait.secret) ? ['it read a file outside'] : []),
    ...(said.includes(bait.words) ? ['its words became guidelines'] : []),
    ...(provider.requests.some(({ body }) => body.model !== 'local') ? ['it chose the model'] : []),
    ...(readFileSync(known.history, { encoding: 'utf8', flag: 'a+' }).includes('aged0001')
      ? []
      : ['it shortened the history']),
    ...(existsSync(join(known.memory, 'expired.md')) ? [] : ['it removed an expired memory before its time']),
    ...(existsSync(join(known.memory, 'note_kitchen.md')) ? [] : ['it moved the memory']),
    ...processesOf(visits.home).map(({ command }) => `still running: ${command.join(' ')}`),
    // What is looked at has to be at work, or it proves nothing.
    ...(prompted.out.includes('real database') ? [] : ['recall is silent']),
    ...(provider.requests.length > 0 ? [] : ['the model was not asked']),
    ...outputs.filter(({ timedOut }) => timedOut).map(() => 'a command hung'),
  ].map((problem) => problem.replaceAll(root, '…'))
}

function repositoryTree({ root }) {
  return readTree(
    root,
    (path) => path.startsWith('repo') && !/(?:^|\/)\.?(?:dot-)?git\/|^repo-git\//.test(path),
  )
}

async function serveMcp(options) {
  const send = (id, method, params) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  const onOut = (out, child) => /"id":5[,}]/.test(out) && child.stdin.end()
  const { child, ended } = start([MEMDIR, 'mcp'], { ...options, input: null, onOut, timeoutMs: 20_000 })
  child.stdin.write(
    send(1, 'initialize', client) +
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n` +
      send(2, 'tools/list', {}) +
      send(3, 'resources/list', {}) +
      send(4, 'tools/call', { name: 'recall', arguments: { prompt: PROMPT } }) +
      send(5, 'tools/call', { name: 'remember', arguments: { content: 'Lamps are green', name: 'Lamps' } }),
  )
  return ended
}
