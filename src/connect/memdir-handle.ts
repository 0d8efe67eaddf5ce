// How the adapters for SDKs reach the engine behind what `openMemdir` gives.
import { OPENED, openedIn } from '../agent/memdir-handle.ts'
import type { Engine } from './engine.ts'

/** What `openMemdir` gives, as adapters take it. */
export interface MemdirHandle {
  readonly [OPENED]: Engine
}

export function handleOf(engine: Engine): MemdirHandle {
  return { [OPENED]: engine }
}

export function engineOf(memdir: MemdirHandle): Engine {
  return openedIn(memdir)
}
