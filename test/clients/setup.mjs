// What a set-up costs, says and outlives: tokens of tools and instructions, a Node that was removed, hooks or a server
// that are switched off, memdir itself gone, and the line for the person.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FITS, MARKER, store, times } from './facts.mjs'

const MOST_TOKENS = 1_300
const GONE = '/gone/v20.1.0/bin/node'
const NOTICE = 'memdir: 1 memory attached (Harbour lights at night)'
const MISSING = 'memdir cannot be loaded'

export async function checkSetup(lab, report) {
  const { client } = lab
  lab.memdir('init', client.name, ...(client.init ?? []), '--yes')
  store(lab)
  lab.memdir('config', 'set', 'recall.notice', 'true')
  const first = await lab.prompt(FITS)
  if (!LOAD_ON_DEMAND.includes(client.name)) tokens(report, first)
  if (PRINT_NOTICES.includes(client.name)) {
    const told = times(first.output, NOTICE)
    report(`the person is told what was attached (${told})`, told > 0, first)
  }
  await deadNode(lab, report)
  await switchedOff(lab, report)
  if (client.name === 'opencode') await withoutMemdir(lab, report)
}

const LOAD_ON_DEMAND = ['claude-code', 'qwen']
/** The others show such lines in their windows only. */
const PRINT_NOTICES = ['gemini', 'opencode']

/**
 * Our tools as they are in the request, in Codex with the instructions, by memdir's own estimate. Without the field that
 * Gemini CLI adds to every tool.
 */
function tokens(report, run) {
  const ours = ourTools(run)
  const text = JSON.stringify(ours, (key, value) => (key === 'wait_for_previous' ? undefined : value))
  const length = Math.ceil(text.length / 4)
  report(
    `our tools take ${length} tokens of a request (${text.length} characters)`,
    ours.length > 0 && length <= MOST_TOKENS,
    run,
  )
}

function ourTools(run) {
  const body = run.sent.at(-1)?.body ?? {}
  const listed = (body.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? [tool])
  return listed.filter((tool) => /memdir/.test(tool.name ?? tool.function?.name))
}

async function deadNode(lab, report) {
  const script = join(lab.home, '.memdir', 'memdir-hook')
  const text = readFileSync(script, 'utf8')
  const { name, title = name } = lab.client
  // Its plugin takes the Node of the PATH.
  if (title === 'claude-code') return
  writeFileSync(script, text.replace(/^node=.*$/m, `node="${GONE}"`))
  const run = await lab.prompt(FITS)
  const raw = run.sent.at(-1)?.raw ?? ''
  if (name !== 'opencode')
    report(
      'hooks go on with the Node of the PATH where theirs was removed',
      run.code === 0 && times(raw, MARKER) === 1,
      run,
    )
  if (!LOAD_ON_DEMAND.includes(name)) report('and so does its server', ourTools(run).length > 0, run)
  const said = lab.memdir('doctor')
  report('doctor names the path that is gone', said.includes(GONE), { output: said })
  writeFileSync(script, text)
}

/** Agent → the file, what is put into it, and what the agent then sends nothing of. */
const SWITCHES = {
  'claude-code': ['.claude/settings.json', (data) => ({ ...data, disableAllHooks: true }), 'hooks'],
  gemini: ['.gemini/settings.json', (data) => ({ ...data, mcp: { excluded: ['memdir'] } }), 'server'],
  qwen: ['.qwen/settings.json', (data) => ({ ...data, disableAllHooks: true }), 'hooks'],
}

async function switchedOff(lab, report) {
  const { client } = lab
  if (!SWITCHES[client.name]) return
  const [file, change, what] = SWITCHES[client.name]
  const path = join(lab.home, file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, JSON.stringify(change(JSON.parse(before)), null, 2))
  const run = await lab.prompt(FITS)
  const raw = run.sent.at(-1)?.raw ?? ''
  const gone = what === 'hooks' ? !raw.includes(MARKER) : !raw.includes('memdir_remember')
  report(`${what} that are switched off do nothing`, run.code === 0 && raw !== '' && gone, run)
  for (const command of [['doctor'], ['init', client.name, ...(client.init ?? []), '--yes']]) {
    const said = lab.memdirSays(...command)
    report(`memdir ${command[0]} says so`, /switched off/.test(said), { output: said })
  }
  writeFileSync(path, before)
}

async function withoutMemdir(lab, report) {
  const root = dirname(dirname(lab.bin))
  if (!existsSync(join(root, 'plugins'))) throw new Error(root)
  rmSync(root, { recursive: true })
  const run = await lab.prompt(FITS)
  const told = times(run.output, MISSING)
  report(`without memdir the conversation goes on, told ${told} times`, run.code === 0 && told === 1, run)
}
