// Counts what waits for the person, for those who may only look.

import type { ProjectContext } from '../search/project-context.ts'
import { keepWaiting } from './extract/waiting-counts.ts'

/** In the background; nothing depends on it. */
export async function noteWaiting(context: ProjectContext): Promise<void> {
  if (context.everywhere) return
  const { openInbox } = await import('../memory/inbox/inbox.ts')
  keepWaiting(context.location.state, await openInbox(context).counts())
}
