// Which trigger would be brought up at so many everyday calls that it reminds of nothing.
import { once } from '../../base/values/once.ts'
import type { Trigger, WideTrigger } from '../../memory/moments.ts'
import { EVERYDAY_CALLS } from './everyday-calls.ts'
import { matchTriggers } from './match-triggers.ts'
import { type NormalCall, normaliseCall } from './normalise-call.ts'

/** Of the calls, in percent. */
const MOST_SHARE = 10

/** The widest of them that is too wide. */
export function tooWide(triggers: readonly Trigger[]): WideTrigger | undefined {
  const shares = triggers.map((trigger) => ({ trigger, share: shareOf(trigger), most: MOST_SHARE }))
  return shares.filter(({ share }) => share > MOST_SHARE).sort((a, b) => b.share - a.share)[0]
}

/** In percent of the calls of the kind of project in which it matches most. */
function shareOf(trigger: Trigger): number {
  const shares = everydayCalls().map((calls) => {
    const matching = calls.filter((call) => matchTriggers(call, [{ on: [trigger] }]).length > 0)
    return (100 * matching.length) / calls.length
  })
  return Math.round(Math.max(...shares))
}

const everydayCalls = once((): NormalCall[][] =>
  EVERYDAY_CALLS.map(({ runs, edits, writes }) => [
    ...runs.map((command) => normaliseCall('Bash', { command })),
    ...edits.map(([file_path, new_string]) => normaliseCall('Edit', { file_path, new_string })),
    ...writes.map(([file_path, content]) => normaliseCall('Write', { file_path, content })),
  ]),
)
