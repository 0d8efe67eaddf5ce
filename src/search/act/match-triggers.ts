// Which memories a call of an agent brings up: by comparison of strings, nothing else.
import type { Memory } from '../../memory/memory.ts'
import type { Trigger } from '../../memory/moments.ts'
import { matchesGlob, type Steps } from './match-glob.ts'
import type { NormalCall } from './normalise-call.ts'
import type { FileChange } from './read-patch.ts'

export interface TriggerMatch<Of> {
  readonly memory: Of
  readonly trigger: Trigger
  /** The command or the file that it was, as the agent wrote it. */
  readonly what: string
}

/** Comparisons for one call: a call is made while somebody waits, and what is hostile ends there. */
const MOST_STEPS = 20_000_000

export function matchTriggers<Of extends Pick<Memory, 'on'>>(
  call: NormalCall,
  memories: readonly Of[],
): TriggerMatch<Of>[] {
  const steps: Steps = { left: MOST_STEPS }
  return memories.flatMap((memory) => {
    for (const trigger of memory.on ?? []) {
      const what = matchTrigger(call, trigger, steps)
      if (what !== undefined) return [{ memory, trigger, what }]
    }
    return []
  })
}

function matchTrigger(call: NormalCall, trigger: Trigger, steps: Steps): string | undefined {
  const { unless } = trigger
  const isOut = (...texts: string[]) => unless !== undefined && texts.some((text) => text.includes(unless))
  if ('run' in trigger) {
    const found = call.commands.find(
      ({ spellings }) =>
        spellings.some((spelling) => matchesGlob(trigger.run, spelling, steps)) && !isOut(...spellings),
    )
    return found?.spellings[0]
  }
  return call.changes.find((change) => !isOut(change.file, change.added) && isChanged(change, trigger, steps))
    ?.file
}

function isChanged({ file, whole, added }: FileChange, trigger: Trigger, steps: Steps): boolean {
  if ('edit' in trigger) return matchesGlob(trigger.edit, file, steps)
  if ('write' in trigger) return whole === true && matchesGlob(trigger.write, file, steps)
  if (!('add' in trigger)) return false
  steps.left -= added.length / 16
  return (
    steps.left > 0 &&
    added.includes(trigger.add) &&
    (trigger.in === undefined || matchesGlob(trigger.in, file, steps))
  )
}
