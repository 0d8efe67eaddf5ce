// The library. What is exported here is public: adding to it is a decision.

export type { MemoryToolInput } from './agent/memory-tools/memory-action-input.ts'
export type { MemoryTool } from './agent/memory-tools/memory-actions.ts'
export { loadScanner, type Scanner } from './base/secrets/load-scanner.ts'
export type { SecretFinding } from './base/secrets/secret-finding.ts'
export { type ErrorCode, MemdirError } from './base/values/errors.ts'
export { type Engine, type OpenOptions, openEngine } from './connect/engine.ts'
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
export type { MemoryChange } from './memory/records/edit-memory.ts'
export type { NewMemory } from './memory/records/new-memory.ts'
export type { Records } from './memory/records/records.ts'
export type * from './public-types.ts'
