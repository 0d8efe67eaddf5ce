// MemorySaved and MemoryForgotten, whoever writes: every write of a project's memories comes by here. Small, because
// every face loads it; hooks are loaded where there may be some.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { INDEX_FILE } from '../memory/memory-path.ts'
import type { WrittenBy } from '../memory/writer.ts'
import type { ProjectContext } from '../search/project-context.ts'
import type { FireEvent } from './fire-event.ts'
import type { FireHooks } from './loop/loop-hooks.ts'

/** The conversation that is open on a context: its hooks run, and what its own agent writes it raises itself. */
const conversations = new WeakMap<ProjectContext, { actor: string; fire: FireHooks }>()

/** Until the returned function is called. */
export function attachConversation(
  context: ProjectContext,
  conversation: { actor: string; fire: FireHooks },
): () => void {
  conversations.set(context, conversation)
  return () => {
    if (conversations.get(context) === conversation) conversations.delete(context)
  }
}

/** More files of one write are one event: nobody wants a thousand processes for an import. */
const MOST_EVENTS = 20

/** Waits for the hooks. Never throws: what is written is written. */
export async function raiseMemoryEvents(context: ProjectContext, written: WrittenBy): Promise<void> {
  const open = conversations.get(context)
  if (open?.actor === written.actor) return
  if (!(open || mayHaveHooks(context))) return
  const fire = open ? firedBy(open.fire) : await load(context)
  const { memory } = context.location
  const files = written.files.filter(({ file }) => !`/${file}`.endsWith(`/${INDEX_FILE}`))
  for (const name of ['MemorySaved', 'MemoryForgotten'] as const) {
    const paths = files
      .filter(({ removed }) => removed === (name === 'MemoryForgotten'))
      .map(({ file }) => join(memory, file))
    const told = { actor: written.actor, action: written.action }
    if (paths.length > MOST_EVENTS) await fire(name, { ...told, file_path: paths[0], files: paths })
    else for (const file_path of paths) await fire(name, { ...told, file_path })
  }
}

function mayHaveHooks({ settings, home }: ProjectContext): boolean {
  return settings.findAll('hooks').length > 0 || existsSync(join(home, 'plugins'))
}

function firedBy(fire: FireHooks): FireEvent {
  const { signal } = new AbortController()
  return async (name, data) => void (await fire(name, { ...data }, signal))
}

async function load(context: ProjectContext): Promise<FireEvent> {
  const { createFireEvent } = await import('./fire-event.ts')
  return createFireEvent(context, 'memory')
}
