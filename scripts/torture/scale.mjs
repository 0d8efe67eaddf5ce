// A directory of 100,000 memories: a prompt is answered within its limit with and without search data, the work is
// handed to one worker, and the commands still work in bounded memory. Prints what it measured.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makePlace, withRoot } from './lib/place.mjs'
import { HOOK, MEMDIR, memdirJson, run as runProcess } from './lib/processes.mjs'
import { endWorkers, workersOf } from './lib/workers.mjs'

/** The hook ends itself after this. A busy machine takes its time to start a process as well: that is measured. */
const HOOK_MS = 1_000
const COMMAND_MS = 120_000
const MEMORY_MB = 2_048
const PROMPTS = 5
const PEAK = fileURLToPath(new URL('lib/peak-memory.mjs', import.meta.url))
const PROMPT = 'Which colour does the observatory paint its northern telescope?'
const NEEDLE = 'The observatory paints its northern telescope vermilion'

/** `tries`: how many memories. */
export function run({ tries: files = 100_000, log, timeIsUp }) {
  return withRoot('scale', async (root) => {
    const scale = await openScale(root, files, log)
    try {
      const cold = await prompts(scale, 'without search data')
      await checkWorkers(scale)
      await untilIndexed(scale, timeIsUp)
      endWorkers(scale.home)
      scale.env.MEMDIR_BACKGROUND = '0'
      const warm = await prompts(scale, 'with search data')
      if (!warm.some(({ out }) => out.includes('vermilion')))
        scale.violation('no prompt with search data was answered')
      for (const args of [
        ['add', 'The kitchen closes at nine', '--name', 'Kitchen'],
        ['list', '--limit', '5'],
        ['doctor'],
        ['search', 'telescope'],
      ])
        await command(scale, args)
      return { tries: cold.length + warm.length + 4, violations: scale.violations }
    } finally {
      endWorkers(scale.home)
    }
  })
}

async function openScale(root, files, log) {
  const place = makePlace(root)
  // Background work is on: whether a prompt hands work over is what is looked at.
  const { MEMDIR_HOOK_SLOWER: _, ...env } = {
    ...place.env,
    NODE_OPTIONS: `--import=${PEAK}`,
    PEAK_FILE: join(root, 'peak'),
  }
  const scale = {
    ...place,
    env,
    files,
    log,
    violations: [],
    options: { cwd: place.project, env, timeoutMs: COMMAND_MS },
  }
  scale.violation = (text) => scale.violations.push(text)
  await memdirJson(['add', NEEDLE, '--name', 'Telescope'], scale.options)
  scale.memory = (await memdirJson(['path'], scale.options)).data.path
  scale.state = join(scale.memory, '../state')
  const started = Date.now()
  for (let i = 0; i < files; i++) writeFileSync(join(scale.memory, `made_${i}.md`), document(i))
  log(`${files} files written in ${Date.now() - started} ms`)
  rmSync(join(scale.state, 'cache'), { recursive: true, force: true })
  mkdirSync(scale.state, { recursive: true })
  delete env.MEMDIR_BACKGROUND
  return scale
}

function document(i) {
  const subject = `${['harbour', 'orchard', 'foundry', 'library', 'mill'][i % 5]} ${i}`
  return `---\nname: The ${subject}\ndescription: what was decided about the ${subject}\ntype: project\n---\nThe ${subject} opens at ${i % 24} and belongs to district ${i % 97}.\n`
}

async function prompts(scale, when) {
  const bare = await askHook(scale, { hook_event_name: 'NothingForUs' })
  const limit = HOOK_MS + 500 + 3 * bare.ms
  takePeak(scale)
  const answers = []
  for (let i = 0; i < PROMPTS; i++)
    answers.push(
      await askHook(scale, {
        hook_event_name: 'UserPromptSubmit',
        prompt: PROMPT,
        session_id: `${when} ${i}`,
      }),
    )
  const times = answers.map(({ ms }) => ms)
  scale.log(`prompts ${when}: ${times.join(', ')} ms (a bare hook ${bare.ms}), at most ${takePeak(scale)} MB`)
  for (const { code, err, ms } of answers) {
    if (ms > limit) scale.violation(`a prompt ${when} took ${ms} ms, more than ${limit}`)
    if (code !== 0 || err !== '') scale.violation(`a prompt ${when} ended with ${code}: ${err}`)
  }
  return answers
}

function askHook({ project, options }, event) {
  return runProcess([HOOK, 'claude-code'], { ...options, input: JSON.stringify({ cwd: project, ...event }) })
}

async function checkWorkers(scale) {
  const { home, options, log, violation } = scale
  const running = workersOf(home)
  const runs = (await memdirJson(['jobs'], options)).data.jobs
  const jobs = runs.filter(({ job }) => job === 'embedding')
  log(`workers after ${PROMPTS} prompts: ${running.length} running, ${jobs.length} ended`)
  if (jobs.length + running.length === 0 && !isIndexed(scale))
    violation('no prompt without search data handed the work to a worker')
  if (jobs.length > 1 || running.length > 1)
    violation(`${jobs.length} workers were started for the same work`)
}

const isIndexed = ({ state }) => existsSync(join(state, 'cache/catalog.json'))

/** Until words can be searched: by the worker, or by a command where there is none. */
async function untilIndexed(scale, timeIsUp) {
  const started = Date.now()
  while (!isIndexed(scale) && workersOf(scale.home).length > 0 && !timeIsUp())
    await new Promise((wake) => setTimeout(wake, 250))
  if (!isIndexed(scale)) await command(scale, ['search', 'telescope'])
  scale.log(`search data after ${Date.now() - started} ms`)
}

async function command(scale, args) {
  takePeak(scale)
  const { code, ms, err, timedOut } = await runProcess([MEMDIR, ...args, '--json'], scale.options)
  const peak = takePeak(scale)
  scale.log(`${args[0]}: ${ms} ms, ${peak} MB`)
  if (timedOut) scale.violation(`${args[0]} took longer than ${COMMAND_MS / 1000} s`)
  else if (code !== 0) scale.violation(`${args[0]} ended with ${code}: ${err.slice(0, 200)}`)
  if (peak > MEMORY_MB) scale.violation(`${args[0]} took ${peak} MB`)
}

/** The most since the last call. */
function takePeak({ env }) {
  const text = existsSync(env.PEAK_FILE) ? readFileSync(env.PEAK_FILE, 'utf8') : ''
  rmSync(env.PEAK_FILE, { force: true })
  return Math.max(0, ...text.split('\n').map(Number))
}
