// What agents of one's own reach through the object that `openMemdir` gives: no member that programs could call.
import { libraryTexts } from '../base/messages/library.ts'
import { message } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { MemoryRecords } from '../memory/memory-context.ts'
import type { MemoryTool } from './memory-actions.ts'
import type { MemoryToolOptions } from './open-memory-tool.ts'
import type { Runtime } from './runtime.ts'

/** The same in every copy of the package. */
export const OPENED: unique symbol = Symbol.for('memdir.engine') as never

/** What `openMemdir` gives, as far as agents of one's own use it. */
export interface AgentHandle {
  readonly [OPENED]: {
    runtime(): Promise<Runtime>
    memoryTool(options: MemoryToolOptions): Promise<MemoryTool>
    records(): Promise<MemoryRecords>
  }
}

export function openedIn<Opened>(memdir: { readonly [OPENED]: Opened }): Opened {
  const opened: Opened | undefined = memdir?.[OPENED]
  if (opened) return opened
  throw new MemdirError('usage', message(libraryTexts.noMemdir), { fix: message(libraryTexts.noMemdirFix) })
}
