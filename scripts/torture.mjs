// Attacks, kills, crowds and starves the built package, and counts what breaks. Exits 1 on any violation.
//
//   npm run torture                        all parts, then a table
//   npm run torture -- hostile kill        these parts
//   npm run torture -- kill --tries 0      tries of each part (0 of `kill` and `full-disk`: all
//                                          there are; of `hostile`: one visit of each form), --seed 7, --seconds 900 for each,
//                                          --only add,import: of `kill` and `full-disk` these commands, of `hostile`
//                                          these forms; --processes 8: of `lock`
//
// A part is a file of scripts/torture/ that exports run({ tries, seed, log, timeIsUp, only, processes }) →
// { tries, violations, unfinished }: violations in words, unfinished where the time was up before everything was tried.
import { parseArgs } from 'node:util'
import { endChildren } from './torture/lib/children.mjs'
import { endAll } from './torture/lib/processes.mjs'

const PARTS = [
  'hostile',
  'kill',
  'full-disk',
  'random-kills',
  'groups',
  'dream',
  'writers',
  'lock',
  'race',
  'scale',
  'points',
  'context',
  'extract',
  'move',
]
const SHOWN = 40

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tries: { type: 'string' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '900' },
    only: { type: 'string' },
    processes: { type: 'string' },
  },
})
const say = (line) => process.stdout.write(`${line}\n`)
const fileOf = (part) => new URL(`./torture/${part}.mjs`, import.meta.url)

async function runPart(part) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const limit = Number(values.seconds)
  // A part that does not look at the clock is ended from outside.
  const guard = setTimeout(() => fail(`${part} did not end`), (limit + 120) * 1000)
  say(`${part}`)
  const options = {
    seed: Number(values.seed),
    log: (line) => say(`  ${String(seconds()).padStart(4)} s  ${line}`),
    timeIsUp: () => seconds() >= limit,
    ...(values.tries !== undefined && { tries: Number(values.tries) }),
    ...(values.processes !== undefined && { processes: Number(values.processes) }),
    ...(values.only !== undefined && { only: values.only.split(',') }),
  }
  try {
    const { run } = await import(fileOf(part).href)
    const { tries, violations, unfinished } = await run(options)
    return { part, tries, violations, unfinished, seconds: seconds() }
  } catch (error) {
    return { part, tries: 0, violations: [`the part itself failed: ${error.stack}`], seconds: seconds() }
  } finally {
    clearTimeout(guard)
  }
}

function fail(problem) {
  say(`VIOLATION ${problem}`)
  endEverything()
  process.exit(1)
}

function endEverything() {
  endAll()
  endChildren()
}

function printTable(rows) {
  const name = ({ part, unfinished }) => (unfinished ? `${part} *` : part)
  const cells = (row) => [name(row), row.tries, row.violations.length, row.seconds]
  say('')
  for (const [part, ...numbers] of [['PART', 'TRIES', 'VIOLATIONS', 'SECONDS'], ...rows.map(cells)])
    say(String(part).padEnd(16) + numbers.map((number) => String(number).padStart(12)).join(''))
  if (rows.some(({ unfinished }) => unfinished))
    say('* The time was up before everything was tried; --seconds gives more.')
}

const unknown = positionals.filter((part) => !PARTS.includes(part))
if (unknown.length > 0) {
  say(`There is no part "${unknown[0]}"; there are ${PARTS.join(', ')}.`)
  process.exit(2)
}
process.on('SIGINT', () => fail('interrupted'))
const rows = []
for (const part of PARTS) {
  if (positionals.length > 0 && !positionals.includes(part)) continue
  const row = await runPart(part)
  rows.push(row)
  for (const violation of row.violations.slice(0, SHOWN)) say(`  VIOLATION ${violation}`)
  if (row.violations.length > SHOWN) say(`  … and ${row.violations.length - SHOWN} more`)
}
endEverything()
printTable(rows)
process.exitCode = rows.some(({ violations }) => violations.length > 0) ? 1 : 0
