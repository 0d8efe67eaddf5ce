// Test tools for users of memdir and for our own tests: fakes are product code.
export { type TemporaryHome, temporaryHome } from './temporary-home.ts'
