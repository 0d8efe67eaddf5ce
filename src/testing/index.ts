// Test tools for users of memdir and for our own tests: fakes are product code.
export * from './faulty-file-ops.ts'
export * from './temporary-directory.ts'
export { type TemporaryHome, temporaryHome } from './temporary-home.ts'
