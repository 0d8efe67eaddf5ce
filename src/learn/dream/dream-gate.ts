// Whether a dream is due in this project.
import { join } from 'node:path'
import { findVariable, readSwitch, VARIABLES } from '../../base/settings/environment.ts'
import { isoSeconds } from '../../base/values/clock.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { readDreamState, updateDreamState } from './dream-state.ts'
import { type ConversationFiles, countTouched, type DreamGate, isConsolidated, planDream } from './gates.ts'

/** Quick: asked with every turn that ends. */
export function dreamGate(context: ProjectContext, now: number): DreamGate {
  const { settings, location, env, switch: memory } = context
  const remote = findVariable(env, VARIABLES.remote)
  const state = readDreamState(location.state)
  const gate = planDream({
    enabled: settings.get('dream.enabled'),
    memoryOn: memory.on,
    dailyLog: settings.get('dailyLog.enabled'),
    remote: remote !== undefined && readSwitch(remote) === true,
    hours: settings.get('dream.hours') ?? 24,
    conversations: settings.get('dream.conversations') ?? 5,
    ...{ state, now },
    countConversations: (since) => countTouched(conversationPlaces(context), since),
    isTaken: () => isConsolidated(location.memory, now),
  })
  if (gate.status === 'skipped' && gate.scanned)
    // Nothing waits for it: where it is lost, conversations are counted once more.
    void updateDreamState(location.state, (known) => ({
      ...known,
      scanned: isoSeconds(new Date(now)),
    })).catch(() => {})
  return gate
}

/** A file or so for each conversation: our logs, and what is kept of those of other agents. */
function conversationPlaces({ location }: ProjectContext): ConversationFiles[] {
  const kept = ['shown', 'cursors'].map((name) => ({ directory: join(location.state, name) }))
  return [{ directory: location.sessions, byName: true }, ...kept]
}
