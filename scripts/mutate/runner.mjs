// Runs test files again and again in one process, each time with another mutant switched on, and reports to the parent.

import { TestRunner } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import { beginWatch, endWatch, switchOn } from './switch.mjs'

const { MUTATE_URL: url } = process.env
const { fetch } = globalThis

export default class MutationRunner extends TestRunner {
  took = false
  spent = 0

  async onAfterRunFiles(files) {
    await super.onAfterRunFiles(files)
    if (this.took) return
    this.took = true
    for (let job = await ask({}); job; job = await ask(await this.work(job)));
  }

  async work(job) {
    this.spent = 0
    const result = job.kind === 'cover' ? await this.cover(job) : await this.judge(job)
    return { ...result, spent: Math.round(this.spent) }
  }

  /** Which test reaches which mutant; `always`: reached by imports or by hooks of a suite. */
  async cover({ file }) {
    this.forgetModules()
    const { failed, tests, outside } = await this.run({ file, toTheEnd: true })
    const passed = tests.filter((test) => test.passed)
    return { failed: failed?.name, tests: passed, always: outside }
  }

  /** Killed only if the same tests pass without the mutant. */
  async judge({ file, mutant, ids, fresh, limit, cpuLimit }) {
    if (fresh) this.forgetModules()
    let seen = await this.run({ file, mutant, ids, limit, cpuLimit })
    if (!seen.failed && !seen.reached && !fresh) {
      this.forgetModules()
      seen = await this.run({ file, mutant, ids, limit, cpuLimit })
    }
    if (fresh) this.forgetModules()
    if (!seen.failed) return { killed: false }
    const alone = seen.failed.id ? [seen.failed.id] : ids
    if (!(await this.run({ file, ids: alone })).failed)
      return { killed: true, by: seen.failed.name, late: seen.failed.late }
    // What the mutant left behind in the modules makes the test fail: once more, from the start.
    this.forgetModules()
    if ((await this.run({ file, ids })).failed) return { killed: false, unreliable: seen.failed.name }
    this.forgetModules()
    const again = await this.run({ file, mutant, ids, limit, cpuLimit })
    this.forgetModules()
    return { killed: Boolean(again.failed), by: again.failed?.name, late: again.failed?.late }
  }

  async run({ file, mutant, ids, limit, cpuLimit, toTheEnd = false }) {
    const began = performance.now()
    const filepath = `${this.config.root}/${file}`
    this.forget(filepath)
    const runner = quietRunner(this, limit)
    const tests = []
    let usage
    runner.onBeforeRunTask = async (test) => {
      if (runner.over) test.mode = 'skip'
      await TestRunner.prototype.onBeforeRunTask.call(runner, test)
      runner.outside.push(...endWatch())
      usage = process.cpuUsage()
      beginWatch()
    }
    runner.onAfterRunTask = (test) => {
      const passed = test.result?.state === 'pass'
      tests.push({ id: test.id, passed, ...durationOf(test, process.cpuUsage(usage)), reached: endWatch() })
      if (test.result?.state === 'fail')
        runner.failed ??= { id: test.id, name: test.name, late: isLate(test) }
      runner.over = Boolean(runner.failed) && !toTheEnd
      beginWatch()
    }
    beginWatch()
    switchOn(mutant, cpuLimit)
    const files = await startTests([{ filepath, testIds: ids }], runner)
    switchOn(undefined)
    const outside = [...runner.outside, ...endWatch()]
    this.spent += performance.now() - began
    const broken = files.find(({ result }) => result?.state === 'fail')
    const reached = outside.includes(mutant) || tests.some((test) => test.reached.includes(mutant))
    return { failed: runner.failed ?? (broken && { name: file }), tests, outside, reached }
  }

  forgetModules() {
    for (const id of this.workerState.evaluatedModules.idToModuleMap.keys())
      if (!id.includes('/node_modules/') && !id.includes('/scripts/mutate/')) this.forget(id)
  }

  forget(path) {
    const { evaluatedModules } = this.workerState
    for (const module of evaluatedModules.fileToModulesMap.get(path) ?? [])
      evaluatedModules.invalidateModule(module)
  }
}

const isLate = ({ result }) =>
  result.errors?.some(({ message }) => /timed out in|takes too long/.test(message)) ?? false

/** `ms`: what it costs, also on a busy machine; a test that waits for others is not free. */
function durationOf(test, { user, system }) {
  const wallMs = Math.round(test.result?.duration ?? 0)
  return { wallMs, ms: Math.round(Math.max((user + system) / 1_000, wallMs / 4)) }
}

/** The same runner for one more file; vitest's own process need not hear of it. */
function quietRunner(runner, limit) {
  const quiet = Object.create(runner)
  quiet.config = { ...runner.config, retry: 0, testTimeout: limit ?? runner.config.testTimeout }
  quiet.outside = []
  quiet.onCollected = quiet.onTaskUpdate = quiet.onAfterRunFiles = () => {}
  quiet.cancel = undefined
  return quiet
}

async function ask(result) {
  const answer = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ process: process.env.MUTATE_DRIVER, ...result }),
  })
  return await answer.json()
}
