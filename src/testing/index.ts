// Test tools for users of memdir and for our own tests: fakes are product code.

export { type FakeEmbedder, fakeEmbedder, fakeEmbedders } from './fake-embedders.ts'
export * from './faulty-file-ops.ts'
export { type ContractCheck, searchBackendContract, testDocument } from './search-backend-contract.ts'
export * from './temporary-directory.ts'
export { type TemporaryHome, temporaryHome } from './temporary-home.ts'
