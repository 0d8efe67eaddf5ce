// Ratios in one run: every round starts each command once, so that a slow moment of the machine hits all of them. What
// counts is processor time, of both sides in the same clean environment: a variable like NODE_EXTRA_CA_CERTS makes a bare
// Node start three times as expensive, and whatever is divided by it look three times as cheap.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** What every process of a bench gets, and nothing else of the person's environment. No worker: it would embed for minutes next to what is measured. */
export function cleanEnvironment(more = {}) {
  const { PATH, HOME, TMPDIR } = process.env
  return {
    PATH,
    HOME,
    ...(TMPDIR && { TMPDIR }),
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    MEMDIR_BACKGROUND: '0',
    ...more,
  }
}

/** What a bare Node start is: no file, no module. */
export const BARE = ['-e', '0']

/** The processor time of a process in milliseconds, user and system, and its wall time, as bash knows them; with what it printed. */
export function runMeasured(args, { env = cleanEnvironment(), cwd, input = '' } = {}) {
  const script = 'exec 4>&2; TIMEFORMAT="%3U %3S %3R"; { time "$@" 2>&4; } 2>&3'
  const done = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...args], {
    env,
    cwd,
    input,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  if (done.status !== 0) throw new Error(`${args.join(' ')}: exit ${done.status}: ${done.stderr}`)
  const [user, system, wall] = done.output[3].trim().split(' ').map(Number)
  return { ms: 1000 * (user + system), wallMs: 1000 * wall, out: done.stdout }
}

/** Median processor time in milliseconds by name. `commands`: name → argv for node, or a function of the round. */
export function timeProcesses(commands, { rounds = 15, ...options } = {}) {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, argv] of Object.entries(commands))
      times[name].push(runMeasured(typeof argv === 'function' ? argv(round) : argv, options).ms)
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
}

/** Header and cells of a comparison: processor time, what it is over a bare start, and how many bare starts. */
export const COMPARED = ['CPU ms', 'over bare', '÷ bare']
export function comparison(ms, bare) {
  return [ms.toFixed(1), `+${(ms - bare).toFixed(1)}`, (ms / bare).toFixed(2)]
}

/** The same with a goal for the ratio. */
export const AGAINST_BARE = [...COMPARED, 'goal']
export function againstBare(ms, bare, goal) {
  const verdict = goal === undefined ? '' : `≤ ${goal} ${ms / bare <= goal ? 'ok' : 'MISSED'}`
  return [...comparison(ms, bare), verdict]
}

/** Processor time of a running process in milliseconds: all threads, as the scheduler counts them. */
export function processorMs(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const times = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0])
  return times.reduce((sum, time) => sum + Number(time) / 1e6, 0)
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** A Markdown table, as it can be pasted into measurements/. */
export function printTable(header, rows) {
  const text = [header, ...rows].map((row) => row.map(String))
  const widths = header.map((_, at) => Math.max(3, ...text.map((row) => row[at].length)))
  const line = (cells, fill = ' ') =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at], fill)).join(' | ')} |`
  console.log(line(text[0]))
  console.log(
    line(
      header.map(() => '-'),
      '-',
    ),
  )
  for (const row of text.slice(1)) console.log(line(row))
}
