// What tests see of fillers.mjs.
import type { SetMemory } from './read-set.mjs'

export declare function makeFillers(count: number, seed: number): SetMemory[]
