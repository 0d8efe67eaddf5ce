// The library. What is exported here is public: adding to it is a decision.

export { loadScanner, type Scanner } from './base/secrets/load-scanner.ts'
export type { SecretFinding } from './base/secrets/secret-finding.ts'
export { type ErrorCode, MemdirError } from './base/values/errors.ts'
export { openMemdir } from './connect/open-memdir.ts'
export { MEMORY_KINDS, MEMORY_TYPES, ORIGINS } from './memory/memory.ts'
export type * from './public-types.ts'
