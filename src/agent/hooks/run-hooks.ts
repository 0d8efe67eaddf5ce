// All hooks of one event: which of them run (plan), all at once (effect), one answer.

import { type HookResult, type MergedAnswer, mergeAnswers } from './hook-answer.ts'
import { type HookEvent, matchedValue } from './hook-event.ts'
import { readMatcher } from './hook-matcher.ts'
import { type Hook, sourceRank } from './read-hooks.ts'
import { type HookWorld, runHook } from './run-hook.ts'

/** Pure. The same action of the same event runs once, at its highest source. */
function planHooks(hooks: readonly Hook[], event: HookEvent): Hook[] {
  const value = matchedValue(event)
  const matching = hooks.filter((hook) => {
    if (hook.event !== event.name) return false
    const matcher = readMatcher(hook.matcher)
    return matcher.ok && (value === undefined || matcher.matches(value))
  })
  const once = new Map<string, Hook>()
  for (const hook of matching.sort((a, b) => sourceRank(a.source) - sourceRank(b.source)))
    once.set(JSON.stringify([hook.action, hook.environment]), hook)
  return [...once.values()]
}

export interface HookRunner {
  /** Never throws. */
  run(event: HookEvent): Promise<MergedAnswer>
}

export interface HookRunnerOptions extends HookWorld {
  /** Those of a project are here only once the person has approved them. */
  hooks: readonly Hook[]
}

export function createHookRunner(options: HookRunnerOptions): HookRunner {
  const runOne = async (event: HookEvent): Promise<{ answer: MergedAnswer; results: HookResult[] }> => {
    const planned = planHooks(options.hooks, event)
    const results = await Promise.all(planned.map((hook) => runHook(hook, event, options)))
    return { answer: mergeAnswers(results), results }
  }
  return {
    async run(event) {
      const { answer, results } = await runOne(event)
      const failures = results.filter((result) => result.status === 'failed')
      if (event.name !== 'Stop' || failures.length === 0) return answer
      // A Stop hook that failed is an event of its own; what fails there is only reported.
      const errors = failures.map((failure) => failure.warning.en)
      const reported = await runOne({ name: 'StopFailure', data: { ...event.data, errors } })
      answer.context.push(...reported.answer.context)
      answer.messages.push(...reported.answer.messages)
      answer.warnings.push(...reported.answer.warnings)
      return answer
    },
  }
}
