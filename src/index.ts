// The library. What is exported here is public: adding to it is a decision.

export type { MemoryToolInput } from './clients/tools/memory-action-input.ts'
export type { MemoryTool } from './clients/tools/memory-actions.ts'
export { type Engine, type EngineOptions, openEngine } from './engine/engine.ts'
export { type ErrorCode, MemdirError } from './lib/errors.ts'
export type { MemoryChange } from './memory/edit-memory.ts'
export {
  MEMORY_KINDS,
  MEMORY_TYPES,
  type Memory,
  type MemoryFields,
  type MemoryKind,
  type MemorySource,
  type MemoryType,
  ORIGINS,
  type Origin,
} from './memory/memory.ts'
export type { ChangedBy, MemoryStore, Saved } from './memory/memory-store.ts'
export type { NewMemory } from './memory/new-memory.ts'
export type * from './public-types.ts'
export type { Records } from './records/records.ts'
export { loadScanner, type Scanner } from './secrets/load-scanner.ts'
export type { SecretFinding } from './secrets/secret-finding.ts'
