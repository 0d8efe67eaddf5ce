// How the adapters for SDKs reach the engine behind what `openMemdir` gives: no member that programs could call.
import { libraryTexts } from '../base/messages/library.ts'
import { message } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Engine } from './engine.ts'

/** The same in every copy of the package. */
const ENGINE: unique symbol = Symbol.for('memdir.engine') as never

/** What `openMemdir` gives, as adapters take it. */
export interface MemdirHandle {
  readonly [ENGINE]: Engine
}

export function handleOf(engine: Engine): MemdirHandle {
  return { [ENGINE]: engine }
}

export function engineOf(memdir: MemdirHandle): Engine {
  const engine: Engine | undefined = memdir?.[ENGINE]
  if (engine) return engine
  throw new MemdirError('usage', message(libraryTexts.noMemdir), { fix: message(libraryTexts.noMemdirFix) })
}
