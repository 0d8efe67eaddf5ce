// Counts what waits for the person, for those who may only look.
import { keepWaiting } from '../extract/waiting-counts.ts'
import type { EngineContext } from './engine-context.ts'

/** In the background; nothing depends on it. */
export async function noteWaiting(context: EngineContext): Promise<void> {
  if (context.everywhere) return
  const { openInbox } = await import('./inbox.ts')
  keepWaiting(context.location.state, await openInbox(context).counts())
}
