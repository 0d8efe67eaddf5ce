// What is shown for each agent.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { FITS, INTRO, MARKER, store, times, UNRELATED } from './facts.mjs'

export async function checkClient(lab, report) {
  const { client, model } = lab
  lab.memdir('init', client.name, ...(client.init ?? []), '--yes')
  store(lab)

  const first = await lab.prompt(FITS)
  report(
    'a stored memory reaches the model for a matching prompt',
    first.code === 0 && count(first) === 1,
    first,
  )
  const second = await lab.prompt(FITS, { goOn: true })
  report(
    'the second prompt of the conversation does not repeat it',
    second.code === 0 && count(second) === 1,
    second,
  )
  await compaction(lab, report)
  const unrelated = await lab.prompt(UNRELATED)
  report(
    'an unrelated prompt gets nothing',
    unrelated.code === 0 && unrelated.sent.length > 0 && count(unrelated) === 0,
    unrelated,
  )

  if (client.mentions) await mention(lab, report)
  await remember(lab, report)
  await spooled(lab, report)
  await faults(lab, report, Math.min(first.ms, unrelated.ms))
  await noProcessLeft(lab, report)
  model.answer = () => ({ text: 'OK.' })

  function count({ sent }) {
    return times(sent.at(-1)?.raw ?? '', MARKER)
  }
}

async function mention(lab, report) {
  const write = (path, text) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const place = join(lab.project, '.claude')
  const agent = '---\nname: painter\ndescription: Paints\nmemory: project\n---\nYou paint.\n'
  const memory =
    '---\nname: Lights\ndescription: which paint the harbour lights get at night\n---\nThe harbour lights get ochre-2846 paint at night.\n'
  write(join(place, 'agents', 'painter.md'), agent)
  write(join(place, 'agent-memory', 'painter', 'lights.md'), memory)
  const run = await lab.prompt(`@agent-painter ${FITS}`)
  const raw = run.sent.map((request) => request.raw).join('\n')
  report(
    'a prompt that mentions an agent is given that agent’s memory instead',
    run.code === 0 && raw.includes('ochre-2846') && !raw.includes(MARKER),
    run,
  )
  rmSync(join(place, 'agents'), { recursive: true })
  rmSync(join(place, 'agent-memory'), { recursive: true })
}

async function compaction(lab, report) {
  const { client, model } = lab
  if (!client.compact)
    return report('after compaction it comes again', 'skip', 'this agent does not tell when it compacts')
  if (client.compact.args) await lab.run(client.compact.args)
  else if (client.compact.byLength) await fillWindow(lab, report)
  else {
    // A full window: the agent compacts before or with the next turn.
    let reported = false
    model.answer = ({ body }) => {
      if (reported || !body.tools?.length) return { text: 'Summary.' }
      reported = true
      return { text: 'OK.', tokens: client.compact.byTokens }
    }
    await lab.prompt('please carry on with the other work', { goOn: true })
    await lab.prompt('and a little more of the other work', { goOn: true })
    model.answer = () => ({ text: 'OK.' })
  }
  const after = await lab.prompt(FITS, { goOn: true })
  const shown = times(after.sent.at(-1)?.raw ?? '', MARKER)
  const index = times(after.sent.at(-1)?.raw ?? '', INTRO)
  const attached = lastOutcome(lab) === '1 attached'
  const wanted = client.name === 'claude-code' ? 0 : 1
  report(
    `after compaction it comes again (index ${index}, memory ${shown})`,
    after.code === 0 && shown >= 1 && attached && index === wanted,
    after,
  )
}

/** An agent that compacts by the length of its history: a long answer, and the next turn begins with a summary. */
async function fillWindow(lab, report) {
  const { client, model } = lab
  client.compact.prepare(lab)
  const words = Array.from({ length: 2_500 }, (_, i) => `${((i * 7_919) % 99_991).toString(36)}-${i}`)
  const isSummary = ({ body }) => !body.tools?.length
  model.answer = (request) => ({ text: isSummary(request) ? client.compact.summary : words.join(' ') })
  await lab.prompt('please tell me a long story', { goOn: true })
  model.answer = (request) => ({ text: isSummary(request) ? client.compact.summary : 'OK.' })
  const next = await lab.prompt('please carry on with the other work', { goOn: true })
  const compacted = next.sent.at(-1)?.raw.includes(client.compact.summary.slice(1, 15))
  report('it compacts, and the conversation goes on', next.code === 0 && compacted, next)
  model.answer = () => ({ text: 'OK.' })
}

/** What the last prompt hook did, as memdir wrote it down for its doctor. */
function lastOutcome(lab) {
  const state = join(dirname(findState(lab)), 'state')
  return JSON.parse(readFileSync(join(state, 'hooks', `${lab.client.name}.prompt.json`), 'utf8')).outcome
}

async function remember(lab, report) {
  const { client, model } = lab
  let called = false
  model.answer = (request) => {
    if (called || !client.isMain(request)) return { text: 'OK.' }
    called = true
    return {
      ...client.tool,
      input: { content: 'The ferry leaves from pier nine on Sundays', type: 'project', said_by_user: true },
    }
  }
  const run = await lab.prompt('please remember where the ferry leaves')
  model.answer = () => ({ text: 'OK.' })
  const { memories } = JSON.parse(lab.memdir('list', '--json')).data
  const saved = memories.find((memory) => memory.content.includes('pier nine'))
  const log = JSON.parse(lab.memdir('log', '--json')).data.changes
  const change = log.find((entry) => entry.file === saved?.file)
  report(
    'a scripted remember call ends as a file with its origin',
    saved?.source?.origin === 'reported' && change?.actor === client.name,
    run,
  )
}

async function spooled(lab, report) {
  const turns = () => lab.jobs().reduce((sum, job) => sum + (job.did.turns ?? 0), 0)
  await waitFor(() => lab.leftovers().length === 0, 60_000)
  const before = turns()
  const run = await lab.prompt('say hello to the harbour master')
  const worked = await waitFor(() => turns() > before, 30_000)
  report('a spooled turn is worked off after the agent has exited', run.code === 0 && worked, run)
}

async function faults(lab, report, usual) {
  const memory = lab.memdir('path')
  const state = join(dirname(findState(lab)), 'state')
  // Nothing may make a prompt wait longer than the hooks' own deadlines, or fail it.
  const limit = usual * 2 + 8_000
  const survives = async (what, env) => {
    const run = await lab.prompt(FITS, { env })
    report(
      `${what} neither delays nor fails the prompt (${run.ms} ms, usually ${usual} ms)`,
      run.code === 0 && run.sent.length > 0 && run.ms < limit,
      run,
    )
  }

  for (const name of readdirSync(join(state, 'cache'))) {
    rmSync(join(state, 'cache', name), { recursive: true, force: true })
    writeFileSync(join(state, 'cache', name), 'garbage')
  }
  await survives('a dead catalog')

  if (lab.client.needsItsMemory && !memory.startsWith(join(lab.home, '.memdir')))
    report('an unreadable memory directory', 'skip', 'it is the agent’s own, without which it does not start')
  else {
    renameSync(memory, `${memory}.away`)
    writeFileSync(memory, 'not a directory')
    await survives('an unreadable memory directory')
    rmSync(memory)
    renameSync(`${memory}.away`, memory)
  }

  const stalled = createServer(() => {})
  await new Promise((done) => stalled.listen(0, '127.0.0.1', done))
  const settings = join(lab.home, '.memdir', 'settings.json')
  const storage = { embeddingUrl: `http://127.0.0.1:${stalled.address().port}/v1`, embeddingModel: 'x' }
  writeFileSync(settings, JSON.stringify({ storage }))
  await survives('a stall of 30 s')
  rmSync(settings)
  stalled.closeAllConnections()
  stalled.close()

  await fullDisk(lab, report, survives)
}

/** The state on a small file system that is full. */
async function fullDisk(lab, report, survives) {
  const projects = join(lab.home, '.memdir', 'projects')
  const copy = `${projects}.copy`
  spawnSync('cp', ['-a', projects, copy])
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', projects])
  if (mounted.status !== 0) {
    rmSync(copy, { recursive: true, force: true })
    return report(
      'a full disk neither delays nor fails the prompt',
      'skip',
      'mounting a small file system needs root',
    )
  }
  try {
    spawnSync('cp', ['-a', `${copy}/.`, projects])
    spawnSync('dd', ['if=/dev/zero', `of=${join(projects, 'filler')}`, 'bs=64k'])
    await survives('a full disk')
  } finally {
    await waitFor(() => lab.leftovers().length === 0, 30_000)
    spawnSync('umount', ['-l', projects])
    rmSync(copy, { recursive: true, force: true })
  }
}

async function noProcessLeft(lab, report) {
  await waitFor(() => lab.leftovers().length === 0, 60_000)
  const left = lab.leftovers()
  report('no process is left', left.length === 0, { output: left.join('\n') })
}

function findState(lab) {
  const projects = join(lab.home, '.memdir', 'projects')
  const [name] = readdirSync(projects).filter((entry) => existsSync(join(projects, entry, 'state', 'cache')))
  return join(projects, name, 'memory')
}

async function waitFor(done, ms) {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    if (done()) return true
    await new Promise((wake) => setTimeout(wake, 250))
  }
  return done()
}

/** The manifests, by the agents' own validators, and the server by the MCP inspector. */
export function checkManifests(binaries, plugins, report, scratch) {
  mkdirSync(scratch, { recursive: true })
  const env = {
    PATH: `${binaries}:${process.env.PATH}`,
    HOME: scratch,
    MEMDIR_HOME: join(scratch, 'memdir'),
    NO_BROWSER: '1',
  }
  const run = (command, args) => {
    const done = spawnSync(join(binaries, command), args, {
      env,
      cwd: scratch,
      encoding: 'utf8',
      timeout: 120_000,
    })
    return { code: done.status, output: `${done.stdout}${done.stderr}` }
  }
  for (const part of ['', 'memdir']) {
    const done = run('claude', ['plugin', 'validate', join(plugins, part)])
    report(
      `claude plugin validate plugins/${part}`,
      done.code === 0 &&
        !/warning|error/i.test(done.output.replace(/These plugin directory checks[\s\S]*/, '')),
      done,
    )
  }
  const gemini = run('gemini', ['extensions', 'validate', join(plugins, 'gemini')])
  report(
    'gemini extensions validate plugins/gemini',
    gemini.code === 0 && /successfully validated/.test(gemini.output),
    gemini,
  )
  const server = [process.execPath, join(plugins, '..', 'dist', 'bin', 'memdir.js'), 'mcp']
  const inspect = (...args) =>
    run('mcp-inspector', ['--cli', '-e', `MEMDIR_HOME=${env.MEMDIR_HOME}`, ...server, '--method', ...args])
  const tools = inspect('tools/list')
  report('MCP inspector: tools/list', tools.code === 0 && JSON.parse(tools.output).tools.length === 5, tools)
  const saved = inspect(
    'tools/call',
    '--tool-name',
    'remember',
    '--tool-arg',
    `content=The harbour lights are painted ${MARKER} at night`,
  )
  report('MCP inspector: remember', saved.code === 0 && saved.output.includes('Remembered as'), saved)
  const hit = inspect('tools/call', '--tool-name', 'recall', '--tool-arg', `query=${FITS}`)
  report('MCP inspector: recall finds it', hit.code === 0 && hit.output.includes(MARKER), hit)
  const miss = inspect('tools/call', '--tool-name', 'recall', '--tool-arg', `query=${UNRELATED}`)
  report(
    'MCP inspector: and nothing for an unrelated question',
    miss.code === 0 && !miss.output.includes(MARKER),
    miss,
  )
  for (const method of ['resources/list', 'prompts/list']) {
    const listed = inspect(method)
    report(`MCP inspector: ${method}`, listed.code === 0 && readList(listed.output), listed)
  }
}

const readList = (output) => Object.values(JSON.parse(output))[0].length > 0
