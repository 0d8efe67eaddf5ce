// What rooms do for those above them (`Ports`): put together here, because nobody else sees every room.
import { raiseMemoryEvents } from '../agent/memory-events.ts'
import { requestWork } from '../learn/request-work.ts'
import type { PlaceKind } from '../memory/places.ts'
import type { ProjectContext, ProjectPorts } from '../search/project-context.ts'

export function portsOf(
  context: () => ProjectContext,
  openAt: (kind: PlaceKind) => ProjectContext,
): ProjectPorts {
  return {
    requestWork: (reason) => requestWork(context(), reason),
    memoryWritten: (written) => raiseMemoryEvents(context(), written),
    eraseElsewhere: async (erasure) =>
      (await import('../learn/erase-elsewhere.ts')).eraseElsewhere(context(), erasure),
    fireEvent: async (what, name, data) => {
      const { createFireEvent } = await import('../agent/fire-event.ts')
      await createFireEvent(context(), what)(name, data)
    },
    agentMemories: async () => (await import('../agent/agent-memories.ts')).agentMemories(context()),
    readingFork: async (task) => (await import('../agent/reading-fork.ts')).readingFork(context(), task),
    inboxSources: async () => {
      const { LEARN_SOURCES } = await import('../learn/inbox-sources.ts')
      return LEARN_SOURCES.flatMap((open) => open(context()))
    },
    openAt,
  }
}
