// Mutation testing: how many small faults in a folder do the tests notice? `npm run mutate -- --folder memory`
//
// A seeded sample of mutants is compiled into the sources at once, each behind a switch; the tests run in this process's
// children, and a mutant is tried only by the tests that reach it, quickest first, until one fails. What only runs in
// the built command (dist) cannot be seen here: the score is a lower bound.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runDrivers } from './mutate/drivers.mjs'
import { coverJob, planTrials } from './mutate/plan-trials.mjs'
import { rememberedCoverage } from './mutate/remembered-coverage.mjs'
import { sampleMutants } from './mutate/sample-mutants.mjs'
import { testFilesFor } from './mutate/test-files.mjs'

const GOAL = 85
const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'memory' },
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '13' },
    workers: { type: 'string', default: '2' },
    budget: { type: 'string', default: '10' },
    /** Expressions: only tests, and only mutants of the sample, in files with such a name. */
    tests: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
  },
})
const { folder } = values
const started = Date.now()
const accepted = JSON.parse(readFileSync(join(import.meta.dirname, 'mutate', 'survivors.json'), 'utf8'))
const place = mkdtempSync(join(tmpdir(), 'memdir-mutate-'))

const { found, mutants: sample } = sampleMutants({
  root,
  folder,
  count: Number(values.count),
  seed: Number(values.seed),
})
const mutants = sample
  .filter(({ file }) => new RegExp(values.only ?? '').test(file))
  .map((mutant, id) => ({ ...mutant, id }))
say(`${mutants.length} of the ${found.length} mutants of src/${folder} (seed ${values.seed})`)
const plan = join(place, 'plan.json')
writeFileSync(plan, JSON.stringify({ mutants }))
const drive = (parts) =>
  runDrivers({ count: Number(values.workers), env: { MUTATE_ROOT: root, MUTATE_PLAN: plan }, ...parts })

try {
  const tests = testFilesFor(root, folder).filter(({ file }) => new RegExp(values.tests ?? '').test(file))
  report(await judge(await cover(tests)))
} finally {
  rmSync(place, { recursive: true, force: true })
}

async function cover(tests) {
  const remembered = rememberedCoverage(root, mutants)
  const known = tests.map((test) => remembered.get(test)).filter((covered) => covered !== undefined)
  const jobs = tests.filter((test) => !remembered.get(test)).map(coverJob)
  say(`which of ${tests.length} test files reaches which mutant (${known.length} known)`)
  if (jobs.length === 0) return known
  const fresh = []
  await drive({
    take: () => jobs.shift(),
    done: ({ test }, result) => {
      const covered = { file: test.file, ...result }
      if (result.hung) return say(`  not used: ${test.file} takes too long`)
      if (result.failed) say(`  ${test.file} fails without any mutant: ${result.failed}`)
      else remembered.set(test, covered)
      fresh.push(covered)
    },
  })
  return [...known, ...fresh]
}

async function judge(covered) {
  const trials = planTrials(mutants, covered, { folder, budgetMs: Number(values.budget) * 1_000 })
  const open = trials.filter(({ jobs }) => jobs.length > 0)
  say(`${trials.length - open.length} are reached by no test; trying ${open.length}`)
  let tried = 0
  const waiting = [...open]
  const running = new Map()
  const next = (driver) => {
    const trial = running.get(driver) ?? waiting.shift()
    running.set(driver, trial)
    return trial && { ...trial.jobs.shift(), driver, trial: trial.mutant.id }
  }
  await drive({
    take: next,
    done: ({ driver, file }, result) => {
      const trial = running.get(driver)
      trial.spent = (trial.spent ?? 0) + (result.spent ?? 0)
      if (result.hung || result.killed) trial.killed = result.by ? `${file}: ${result.by}` : file
      trial.late = Boolean(result.hung || result.late)
      if (result.unreliable) trial.unreliable = `${file}: ${result.unreliable}`
      if (!trial.killed && trial.jobs.length > 0) return
      running.delete(driver)
      if (++tried % 20 === 0) say(`  ${tried} of ${open.length}`)
    },
  })
  return trials
}

function report(trials) {
  const killed = trials.filter((trial) => trial.killed)
  const survived = trials.filter((trial) => !trial.killed)
  const open = survived.filter((trial) => !reasonFor(trial.mutant))
  const judged = killed.length + open.length
  console.log()
  for (const trial of survived) console.log(describe(trial))
  for (const { file, within, original, changed } of accepted.filter(isGone))
    console.log(
      `NOT THERE any more, remove it from survivors.json: ${file} ${within} ${original} -> ${changed}`,
    )
  const share = (of) => ((killed.length / of) * 100).toFixed(1)
  console.log(
    `\nsrc/${folder}: ${killed.length} of ${trials.length} killed (${share(trials.length)} %; ` +
      `${killed.filter(({ late }) => late).length} of them by taking too long), ` +
      `${open.filter(({ reached }) => reached).length} survived, ` +
      `${open.filter(({ reached }) => !reached).length} reached by no test, ` +
      `${survived.length - open.length} accepted; without these ${share(judged)} % (goal ${GOAL} %); ` +
      `${Math.round((Date.now() - started) / 1000)} s`,
  )
  if (values.json) writeFileSync(values.json, JSON.stringify(trials, null, 2))
  process.exitCode = killed.length / judged < GOAL / 100 ? 1 : 0
}

function describe({ mutant, reached, unreliable }) {
  const { file, line, within, kind, original, changed } = mutant
  const reason = reasonFor(mutant)
  const state = reason ? `accepted (${reason})` : reached ? 'SURVIVED' : 'NOT REACHED'
  const note = unreliable ? ` (a test that fails on its own: ${unreliable})` : ''
  return `${state} ${file}:${line} ${within} ${kind}: ${short(original)} -> ${short(changed) || 'nothing'}${note}`
}

/** An accepted survivor is found again by its function and its text, not by its line. */
function reasonFor(mutant) {
  return accepted.find((one) => isThe(one, mutant))?.reason
}

function isGone(one) {
  return one.file.startsWith(`src/${folder}/`) && !found.some((mutant) => isThe(one, mutant))
}

function isThe(one, { file, within, original, changed }) {
  return (
    one.file === file &&
    one.within === within &&
    one.original === short(original) &&
    one.changed === short(changed)
  )
}

function short(text) {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

function say(text) {
  console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${text}`)
}
