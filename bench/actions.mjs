// npm run bench -- actions [--set DIR] [--triggers DIR] [--transcripts DIR] [--each] [--json]: which remembered rules a
// call of an agent brings up. <project>.rules.jsonl has the rules with their triggers (`on`), <project>.actions.jsonl the
// calls, each with the rules that speak about it. --triggers: triggers that others wrote, <project>.jsonl with {id, on}.
// Violations: found of the calls that break a rule. Precision: of all that was told. Near, ordinary: calls without an answer
// that got something. --transcripts: how often calls of real work (packed logs of Claude Code) fire, per 1,000. --each lists
// what was missed and what came wrongly. --json prints one line, last.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readTriggers } from '../dist/memory/moments.js'
import { matchTriggers } from '../dist/search/act/match-triggers.js'
import { normaliseCall } from '../dist/search/act/normalise-call.js'
import { printTable } from './measure.mjs'

const OURS = join(import.meta.dirname, 'actions')

export async function run(args) {
  const option = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise)
  const set = option('--set', OURS)
  const triggers = option('--triggers')
  const projects = readProjects(set, triggers)
  const asked = projects.flatMap(({ rules, actions }) =>
    actions.map((action) => ({ action, told: toldAt(rules, action) })),
  )
  const scores = scoreActions(asked)
  printTable(
    ['calls', 'violations %', 'precision %', 'near %', 'ordinary %'],
    [[asked.length, scores.violations, scores.precision, scores.near, scores.ordinary]],
  )
  if (args.includes('--each')) for (const one of asked) printWrong(one)
  const transcripts = option('--transcripts')
  if (transcripts) printNoise(projects, readCalls(transcripts))
  if (args.includes('--json')) console.log(JSON.stringify(scores))
}

function readProjects(set, triggers) {
  return readdirSync(set).flatMap((file) => {
    const name = /^(.+)\.rules\.jsonl$/.exec(file)?.[1]
    if (name === undefined) return []
    const written = triggers
      ? new Map(readLines(join(triggers, `${name}.jsonl`)).map(({ id, on }) => [id, on]))
      : undefined
    const rules = readLines(join(set, file)).map(({ id, on }) => {
      const { read, left } = readTriggers(written ? written.get(id) : on)
      if (left > 0) console.log(`${id}: ${left} triggers could not be read`)
      return { id, on: read }
    })
    return [{ name, rules, actions: readLines(join(set, `${name}.actions.jsonl`)) }]
  })
}

function readLines(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

function toldAt(rules, { tool, input }) {
  return matchTriggers(normaliseCall(tool, input), rules).map(({ memory, trigger }) => ({
    id: memory.id,
    trigger,
  }))
}

function scoreActions(asked) {
  const all = asked.flatMap(({ action, told }) => told.map(({ id }) => action.relevant.includes(id)))
  const share = (kind, isHit) => {
    const of = asked.filter(({ action }) => action.kind === kind)
    return percent(of.filter(isHit).length, of.length)
  }
  const isFound = ({ action, told }) => told.some(({ id }) => action.relevant.includes(id))
  const isGiven = ({ told }) => told.length > 0
  return {
    violations: share('violates', isFound),
    precision: percent(all.filter(Boolean).length, all.length),
    near: share('near-miss', isGiven),
    ordinary: share('ordinary', isGiven),
  }
}

function percent(some, all) {
  return all === 0 ? 0 : Math.round((1_000 * some) / all) / 10
}

function printWrong({ action, told }) {
  const missed = action.kind === 'violates' && !told.some(({ id }) => action.relevant.includes(id))
  const wrong = told.filter(({ id }) => !action.relevant.includes(id))
  if (!missed && wrong.length === 0) return
  const notes = [
    ...(missed ? [`missed ${action.relevant.join(', ')}`] : []),
    ...wrong.map(({ id, trigger }) => `✗ ${id} ${JSON.stringify(trigger)}`),
  ]
  console.log(
    `${action.id} ${action.kind} ${JSON.stringify(action.input).slice(0, 160)}: ${notes.join('; ')}`,
  )
}

/** The calls of each log that act on something, in order. */
function readCalls(directory) {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.jsonl.gz'))
    .map((file) =>
      gunzipSync(readFileSync(join(directory, file)))
        .toString('utf8')
        .split('\n')
        .flatMap((line) => callsOf(line)),
    )
    .filter((calls) => calls.length > 0)
}

const ACTING = new Set(['Bash', 'Edit', 'MultiEdit', 'Write'])

function callsOf(line) {
  try {
    const entry = JSON.parse(line)
    const content = entry.message?.content
    if (!Array.isArray(content)) return []
    return content.flatMap(({ type, name, input }) =>
      type === 'tool_use' && ACTING.has(name) ? [{ tool: name, input, root: entry.cwd }] : [],
    )
  } catch {
    return []
  }
}

function printNoise(projects, logs) {
  const calls = logs.reduce((sum, log) => sum + log.length, 0)
  const rows = projects.map(({ name, rules }) => {
    let fired = 0
    let once = 0
    for (const log of logs) {
      const told = new Set()
      for (const { tool, input, root } of log) {
        const matches = matchTriggers(normaliseCall(tool, input, { roots: root ? [root] : [] }), rules)
        if (matches.length > 0) fired++
        const fresh = matches.filter(({ memory }) => !told.has(memory.id)).slice(0, 2)
        if (fresh.length > 0) once++
        for (const { memory } of fresh) told.add(memory.id)
      }
    }
    const rate = (count) => Math.round((10_000 * count) / calls) / 10
    return [name, logs.length, calls, rate(fired), rate(once)]
  })
  printTable(['rules of', 'logs', 'calls', 'fire per 1,000', 'told once, per 1,000'], rows)
}
