// npm run bench -- verify: 100 planted claims in this repository and in two packages, fetched with npm pack; half of them
// true. How many are judged right, whether 20 processes give the same answer while the machine is busy, and what a prompt
// with five memories costs. [--seed N]
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findGit } from '../dist/base/git/git.js'
import { symbolListPath } from '../dist/search/verify/symbols/list-path.js'
import { makeSymbolList } from '../dist/search/verify/symbols/make-list.js'
import { cleanEnvironment, median, printTable } from './measure.mjs'
import { gitIn, plantClaims } from './verify/plant.mjs'

const PACKAGES = ['openai@6.49.0', 'effect@4.1.0']
const ROUNDS = 20
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

export async function run(args) {
  const at = args.indexOf('--seed')
  const seed = at < 0 ? 1 : Number(args[at + 1])
  const top = realpathSync.native(mkdtempSync(join(tmpdir(), 'memdir-bench-verify-')))
  try {
    await bundle(top)
    const trees = [ownTree(top), ...PACKAGES.map((name) => packageTree(top, name))]
    const rows = []
    for (const [number, { name, root }] of trees.entries()) {
      console.error(`${name} …`)
      rows.push([name, ...(await measure(join(top, `state-${number}`), root, seed + number))])
    }
    printTable(
      [
        'tree',
        'files',
        'code MB',
        'list MB',
        'made ms',
        'again ms',
        'right',
        'right, listed late',
        'false gone',
        'silent',
        'same of 20',
        'idle CPU ms: least / median',
        'busy',
      ],
      rows,
    )
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}

/** As the command is shipped (docs/decisions/bundled-command.md). */
async function bundle(top) {
  const { rolldown } = await import('rolldown')
  const input = here('../dist/search/verify/verify.js')
  const build = await rolldown({ input, platform: 'node', external: [/^node:/], logLevel: 'silent' })
  await build.write({ file: join(top, 'verify.cjs'), format: 'cjs', minify: true, codeSplitting: false })
  await build.close()
}

function ownTree(top) {
  const root = join(top, 'own')
  execFileSync('git', ['clone', '-q', here('..'), root], { stdio: 'ignore' })
  return { name: 'memdir', root }
}

function packageTree(top, name) {
  const root = join(top, name.replace(/\W/g, '-'))
  mkdirSync(root)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const packed = execFileSync(npm, ['pack', '--silent', '--pack-destination', top, name], {
    encoding: 'utf8',
  })
  execFileSync('tar', ['-xzf', join(top, packed.trim()), '-C', root, '--strip-components=1'])
  const git = gitIn(root)
  git('init', '-q')
  git('add', '-A', '-f')
  git('commit', '-qm', name)
  return { name, root }
}

async function measure(state, root, seed) {
  const { claims, falsify } = plantClaims(root, seed)
  const place = findGit(root)
  const listInto = (where) =>
    timed(() => makeSymbolList({ place, path: symbolListPath(where, root), env: cleanEnvironment() }))
  const list = () => listInto(state)
  // The worker lists whenever memories are written, so while the claims were true.
  const made = await list()
  falsify()
  // What was just checked out could have changed within a tick of the clock.
  await new Promise((wake) => setTimeout(wake, 2_500))
  await list()
  const again = await list()
  const bytes = statSync(symbolListPath(state, root)).size
  const question = join(state, 'question.json')
  // A prompt: five memories, each with three of the claims.
  const texts = claims.map(({ text }) => text)
  const prompt = Array.from({ length: 5 }, (_, n) => texts.slice(n * 20, n * 20 + 3).join('\n'))
  writeFileSync(question, JSON.stringify({ texts, prompt, tree: { root, git: place, state } }))
  const top = dirname(root)
  const idle = ask(top, question)
  const busy = await underLoad(() => ask(top, question))
  const answers = [...idle, ...busy].map((one) => JSON.stringify(one.answers))
  const same = answers.filter((one) => one === answers[0]).length
  const judged = judge(claims, idle[0].answers)
  const fresh = `${state}-fresh`
  await listInto(fresh)
  writeFileSync(question, JSON.stringify({ texts, prompt, tree: { root, git: place, state: fresh } }))
  console.error('  without the earlier list:')
  const late = judge(claims, ask(top, question, 1)[0].answers)
  return [
    made.result.files,
    (sourceBytes(root) / 1e6).toFixed(1),
    (bytes / 1e6).toFixed(1),
    made.cpu.toFixed(0),
    again.cpu.toFixed(0),
    `${judged.right} of ${claims.length}`,
    `${late.right} of ${claims.length}`,
    judged.falseGone + late.falseGone,
    judged.silent,
    `${same} of ${answers.length}`,
    costs(idle),
    costs(busy),
  ]
}

async function timed(work) {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, cpu: (user + system) / 1_000 }
}

function sourceBytes(root) {
  const files = gitIn(root)('ls-files', '-z')
    .split('\0')
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  return files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0)
}

/** Each in a process of its own, in a clean environment; the first makes the code cache. */
function ask(top, question, times = ROUNDS / 2) {
  return Array.from({ length: times }, () => {
    const done = spawnSync(
      process.execPath,
      [here('./verify/ask.cjs'), join(top, 'verify.cjs'), join(top, 'verify.cache'), question],
      {
        env: cleanEnvironment(),
        encoding: 'utf8',
        maxBuffer: 1e8,
      },
    )
    if (done.status !== 0) throw new Error(done.stderr)
    return JSON.parse(done.stdout)
  })
}

/** Twice as many loops as the machine has cores; each ends by itself after a minute at the latest. */
async function underLoad(work) {
  const loop = 'const end = Date.now() + 60_000; while (Date.now() < end);'
  const burners = cpus()
    .flatMap(() => [0, 1])
    .map(() => spawn(process.execPath, ['-e', loop], { env: cleanEnvironment(), stdio: 'ignore' }))
  try {
    await new Promise((wake) => setTimeout(wake, 500))
    return work()
  } finally {
    for (const burner of burners) burner.kill('SIGKILL')
  }
}

function judge(claims, answers) {
  const verdicts = claims.map(({ name }, at) => {
    const { exists = [], gone = [], unnamed = [] } = answers[at] ?? {}
    return exists.includes(name) ? true : [...gone, ...unnamed].includes(name) ? false : undefined
  })
  const wrong = claims.filter(({ isTrue }, at) => verdicts[at] !== isTrue)
  for (const { kind, name, isTrue } of wrong)
    console.error(`  wrong: ${kind} ${name}, which is ${isTrue ? 'there' : 'gone'}`)
  return {
    right: claims.length - wrong.length,
    falseGone: claims.filter(({ isTrue }, at) => isTrue && verdicts[at] === false).length,
    silent: verdicts.filter((verdict) => verdict === undefined).length,
  }
}

/** CPU only: walls mean nothing on a busy machine. */
function costs(asked) {
  const cpu = asked.map((one) => one.cpu)
  return `${Math.min(...cpu).toFixed(1)} / ${median(cpu).toFixed(1)}`
}
