// `memdir/testing`: what tests of memdir and of programs that use it share. No module mocks: fakes that behave.
export { anthropicProtocol } from './anthropic-protocol.ts'
export { type EmbeddingServer, startEmbeddingServer } from './embedding-server.ts'
export { type FakeEmbedder, fakeEmbedder, fakeEmbedders } from './fake-embedders.ts'
export { FakeModel, type FakeModelOptions, type FakeRequest, type FakeScript } from './fake-model.ts'
export { type FakeToolOptions, fakeTool } from './fake-tools.ts'
export * from './faulty-file-ops.ts'
export { type JobCheck, jobContract } from './job-contract.ts'
export { modelContract } from './model-contract.ts'
export type { ContractCase, DocumentedAnswer, ModelHarness, OpenedModel } from './model-harness.ts'
export { recordModel, replayModel } from './model-recorder.ts'
export { ollamaProtocol } from './ollama-protocol.ts'
export { openaiProtocol } from './openai-protocol.ts'
export { PromptCache } from './prompt-cache.ts'
export {
  type ProviderServer,
  type ReceivedRequest,
  type Script,
  startProviderServer,
} from './provider-server.ts'
export { type Reply, type ReplyBlock, type ReplyLike, replyWithTools } from './reply.ts'
export * from './temporary-directory.ts'
export { type TemporaryHome, temporaryHome } from './temporary-home.ts'
export { testDocument } from './test-document.ts'
export type * from './testing-types.ts'
export { type VectorCheck, type VectorPlace, vectorIndexContract } from './vector-index-contract.ts'
