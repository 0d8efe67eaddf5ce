// The doctor on the clock: it has jumped recently, or the history has dates in the future.

import { clockTexts } from '../base/messages/clock.ts'
import { type Message, message } from '../base/messages/message.ts'
import { DAY_MS } from '../base/values/clock.ts'
import type { Engine } from '../connect/engine.ts'
import type { DoctorFinding } from '../memory/doctor-finding.ts'
import { describeJump } from './command-context.ts'
import { localTime } from './local-time.ts'

/** Without `write` nothing is written: then the jump that the last write met is reported. */
export function examineClock({ clockWatch, store }: Engine, write: boolean): DoctorFinding[] {
  if (write) clockWatch.look()
  const jump = clockWatch.recentJump()
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString()
  const ahead = store.writer.journal
    .read()
    .map(({ time }) => time)
    .filter((time) => time > tomorrow)
  const until = ahead.toSorted().at(-1)
  return [
    ...(jump ? [finding('state/clock.json', describeJump(jump))] : []),
    ...(until
      ? [
          finding(
            'state/journal',
            message(clockTexts.futureChanges, { count: ahead.length, until: localTime(until) }),
          ),
        ]
      : []),
  ]
}

function finding(file: string, explanation: Message): DoctorFinding {
  return { code: 'clock', file, facts: { explanation }, fixable: false, note: true }
}
