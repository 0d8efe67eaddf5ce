// One command, one fault, and what is found afterwards by processes that know nothing of it.
import * as fs from 'node:fs'
import { join } from 'node:path'
import { readTree } from '../lib/files.mjs'
import { MEMDIR, memdirJson, run, start } from '../lib/processes.mjs'
import { missedFiles, takeInFiles } from './catalog.mjs'
import { changesIn, difference, takeSnapshot } from './snapshot.mjs'
import { expectDone } from './store.mjs'

const NEXT_WRITE = ['add', 'The lamp in the hall is green', '--name', 'Next write', '--separate']
const LIMIT_MS = 60_000

/**
 * Prepares a command on a copy of the store, always at the same path: directories are named after paths.
 * `lane`: {store, copies, injector, id, provider}
 */
export async function openTrials(given, lane) {
  const { store, injector, id } = lane
  const base = join(lane.copies, 'base')
  restore(join(lane.copies, 'store'), store)
  given.seed?.(store, fs)
  for (const args of given.prepare ?? []) await expectDone(args, store)
  given.spoil?.(store, fs)
  const command = { ...given, args: [...given.args, ...((await given.more?.(store)) ?? [])] }
  copy(store.root, base)

  const before = await settled(command, lane)
  restore(base, store)
  const plan = injector.plan({ id })
  const done = await runCommand(command, lane, plan.env)
  const { calls } = plan.happened()
  if (!isAcknowledged(command, done))
    throw new Error(`${command.name} failed by itself: ${done.err}${done.out}`)
  const whileDone = takeSnapshot(store.root)
  const after = await settled(command, lane)
  restore(base, store)
  const possible = {
    before,
    after,
    start: takeSnapshot(store.root),
    end: whileDone,
    changes: changesIn(store.root),
  }

  return {
    calls,
    /** What is wrong after a fault of this kind at this call, in words; nothing where all is well. */
    async run(kind, at) {
      restore(base, store)
      await takeInFiles(store)
      const fault = injector.plan({ id, kind, at })
      const result = await runCommand(command, lane, fault.env)
      const wrong = [
        ...exitProblems(command, kind, result, fault.happened()),
        ...tornFiles(store.root, possible),
        ...(await missedFiles(store)),
      ]
      const now = await settled(command, lane)
      wrong.push(...(await missedFiles(store)))
      return [...wrong, ...storeProblems(command, result, now, possible, store.root)]
    },
  }
}

async function runCommand(command, lane, fault) {
  const { store } = lane
  const env = { ...store.env, ...lane.provider?.env, ...fault }
  const args = command.program ? [command.program, ...command.args] : [MEMDIR, ...command.args]
  const input = command.input?.(store) ?? ''
  if (!command.until) {
    const asked = command.program ? args : [...args, '--json']
    return run(asked, { cwd: store.project, env, input, timeoutMs: LIMIT_MS })
  }
  const onOut = (out, child) => command.until.test(out) && child.stdin.end()
  const { child, ended } = start(args, { cwd: store.project, env, input: null, onOut, timeoutMs: LIMIT_MS })
  child.stdin.write(input)
  return ended
}

/** After the next write, by this command where it is to be run again: what is there, and what doctor says. */
async function settled(command, lane) {
  const { store } = lane
  const again = command.again ? await runCommand(command, lane, {}) : undefined
  const next = await run([MEMDIR, ...NEXT_WRITE, '--json'], store.options)
  const doctor = await memdirJson(['doctor'], store.options)
  // A lock that a dead process holds is taken over; files that were left over are looked for below.
  const snapshot = takeSnapshot(store.root)
  // What is left is swept by the next write into its directory, or found below state by doctor.
  if (leftIn(command, store.root).length > 0) await run([MEMDIR, 'doctor', '--fix', '--json'], store.options)
  const findings = doctor.data?.findings
    ?.filter(({ note, code }) => !note && code !== 'leftover')
    .map(({ code, file }) => `${code} ${file}`) ?? [`doctor failed: ${doctor.error?.message}`]
  return {
    findings,
    next,
    againFailed: again !== undefined && !isAcknowledged(command, again) && errorOf(again),
    snapshot,
    holders: command.erased ? holdersOf(store.root, command.erased) : [],
  }
}

function isAcknowledged(command, { code, out }) {
  if (command.acknowledged) return command.acknowledged(out)
  return command.answers === false ? code === 0 : /^\{"ok":true/m.test(out)
}

function exitProblems(command, kind, result, happened) {
  if (result.timedOut) return [`it hung for ${LIMIT_MS / 1000} s`]
  // The fault may hit a child of the command, or a call that this run did not make.
  if (kind === 'kill' || happened.faults === 0) return []
  if (result.signal) return [`it was ended by ${result.signal}`]
  if (command.answers === false) return result.code === 0 ? [] : [`a hook ended with ${result.code}`]
  if (isAcknowledged(command, result)) return []
  if (/^\s+at .*:\d+:\d+\)?$/m.test(result.err + result.out)) return ['a stack trace instead of an error']
  if (/"code":"internal"/.test(result.out)) return [`an internal error: ${errorOf(result)}`]
  return /ENOSPC|no space|full/i.test(result.out + result.err)
    ? []
    : [`the error does not say why: ${errorOf(result)}`]
}

const errorOf = ({ out, err }) => (/"message":"([^"]{0,120})/.exec(out)?.[1] ?? `${out}${err}`).slice(0, 120)

/** Before anybody has mended anything, each file is as it was or as it should become. */
function tornFiles(root, { start, end }) {
  const now = takeSnapshot(root)
  const paths = [...new Set([...now.keys(), ...start.keys(), ...end.keys()])].filter(
    (path) => !path.endsWith('MEMORY.md'),
  )
  const isTorn = (path) => ![start, end].some((whole) => whole.get(path) === now.get(path))
  return paths.filter(isTorn).map((path) => `${path.split('/').pop()} is neither the old nor the new one`)
}

function storeProblems(command, result, now, { before, after, changes }, root) {
  const wrong = []
  if (now.next.code !== 0) wrong.push(`the next write failed: ${errorOf(now.next)}`)
  const [fromOld, fromNew] = [before, after].map(({ snapshot }) => difference(now.snapshot, snapshot))
  const acknowledged = command.answers !== false && isAcknowledged(command, result)
  if (acknowledged && fromNew) wrong.push(`acknowledged, but ${fromNew}`)
  else if (command.whole && fromOld && fromNew) wrong.push(`half done: ${shorter(fromOld, fromNew)}`)
  const known = new Set([...before.findings, ...after.findings])
  const found = now.findings.filter((finding) => !known.has(finding))
  if (found.length > 0) wrong.push(`doctor finds ${found.join(', ')}`)
  const kept = changesIn(root)
  const lost = command.erased ? [] : [...changes].filter((id) => !kept.has(id))
  if (lost.length > 0) wrong.push(`the history lost ${lost.length} changes`)
  if (now.againFailed) wrong.push(`run again, it fails: ${now.againFailed}`)
  const isErased = now.holders.length === 0
  const isAsBefore = !acknowledged && now.holders.join() === before.holders.join()
  if (!isErased && !isAsBefore) wrong.push(`erased, but still in ${now.holders.join(', ')}`)
  const left = leftIn(command, root)
  if (left.length > 0) wrong.push(`left over: ${left.map(placeOf).join(', ')}`)
  return wrong
}

function leftIn(command, root) {
  const isLeft = (path) => /\.memdir-tmp-|\/spool\/\.|\/staged\/./.test(path)
  return [...readTree(root).keys()].filter((path) => isLeft(path) && !command.leaves?.test(path))
}

const shorter = (a, b) => (a.length <= b.length ? a : b)
const placeOf = (path) => `…/${path}`.replace(/[^/]+$/, '').replace(/projects\/[^/]+\//, 'projects/…/')

function holdersOf(root, text) {
  const holding = [...readTree(root)].filter(([, bytes]) => bytes.includes(text))
  return holding.map(([path]) => path.replace(/projects\/[^/]+\//, 'projects/…/')).sort()
}

// ——— copies ———

/** The models are large, the same for all, and no part of what is tried here: they stay where they are. */
function restore(from, { root, home }) {
  const models = join(home, 'models')
  const aside = `${root}-models`
  if (fs.existsSync(models)) fs.renameSync(models, aside)
  fs.rmSync(root, { recursive: true, force: true })
  fs.cpSync(from, root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  if (fs.existsSync(aside)) fs.renameSync(aside, models)
}

function copy(root, to) {
  fs.rmSync(to, { recursive: true, force: true })
  const wanted = (path) => path !== join(root, 'home/models')
  fs.cpSync(root, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter: wanted })
}

export { copy as copyStore }
