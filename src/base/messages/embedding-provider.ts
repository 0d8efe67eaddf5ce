// The configured embedding provider.

import { texts } from './message.ts'

export const embeddingProviderTexts = texts('embedding-provider', {
  embeddingWithoutAddress: ['the embedding model {model} has no address, and none is usual for it', '嵌入模型 {model} 没有地址，也没有惯用的地址'],
  setEmbeddingAddress: ['Set storage.embeddingUrl (embedding_url in memory.yaml), for example http://localhost:11434/v1, or remove the model to use the installed ones.', '请设置 storage.embeddingUrl（memory.yaml 中为 embedding_url），例如 http://localhost:11434/v1；或删除该模型设置以使用已安装的模型。'],
  embeddingWithoutModel: ['an address of an embedding provider is set, but no model', '设置了嵌入提供方的地址，但没有设置模型'],
  setEmbeddingModel: ['Set storage.embeddingModel (embedding_model in memory.yaml), or remove the address to use the installed models.', '请设置 storage.embeddingModel（memory.yaml 中为 embedding_model）；或删除地址以使用已安装的模型。'],
  wrongDimensions: ['The embedding model {model} answered with {got} numbers instead of {expected}.', '嵌入模型 {model} 返回了 {got} 个数，而不是 {expected} 个。'],
  correctDimensions: ['Set the dimensions to {got} and run `memdir reindex`, or configure the previous model.', '请将维数设为 {got} 并重建目录，或改回之前的模型。'],
  notAWebAddress: ['The address of the embedding provider is not a web address.', '嵌入服务的地址不是网址。'],
  giveFullAddress: ['Give it in full, for example http://localhost:11434/v1.', '请给出完整地址，例如 http://localhost:11434/v1。'],
  providerFailed: ['The embedding provider at {host} failed: {reason}.', '{host} 的嵌入服务失败：{reason}。'],
  checkEndpoint: ['Check that the address belongs to an OpenAI-compatible /embeddings endpoint.', '请确认该地址是兼容 OpenAI 的 /embeddings 端点。'],
  checkServer: ['Check that the server runs and that its address is right; until then search uses full text.', '请检查服务是否运行、地址是否正确；在此之前搜索使用全文。'],
  providerAnswered: ['The embedding provider at {host} answered {status}', '{host} 的嵌入服务返回 {status}'],
  providerAnsweredWith: ['The embedding provider at {host} answered {status}: {detail}', '{host} 的嵌入服务返回 {status}：{detail}'],
  checkEmbeddingKey: ['Check the API key of the embedding provider.', '请检查嵌入服务的 API 密钥。'],
  checkModelThere: ['Check the address, and that the model {model} is there (Ollama: "ollama pull {model}").', '请检查地址，以及模型 {model} 是否存在（Ollama："ollama pull {model}"）。'],
  providerLimits: ['The provider limits requests; try again later.', '嵌入服务限制请求；请稍后再试。'],
  providerFault: ['The provider has a fault; try again later.', '嵌入服务故障；请稍后再试。'],
  checkProviderSettings: ['Check the settings of the embedding provider.', '请检查嵌入服务的设置。'],
  noAnswerInTime: ['no answer within {seconds} s', '{seconds} 秒内没有响应'],
  connectionFailed: ['the connection failed', '连接失败'],
  notEmbeddings: ['its answer is not what /embeddings returns', '应答不是 /embeddings 应返回的内容'],
  wrongCount: ['it returned {got} vectors for {count} texts', '{count} 段文本返回了 {got} 个向量'],
  wrongIndex: ['it returned a vector for text number {index}, but was sent {count} texts', '返回了第 {index} 段文本的向量，但只发送了 {count} 段文本'],
  wrongVector: ['a vector is missing, too long or not of numbers', '缺少向量，或向量过长、含有非数字'],
  answerTooLarge: ['its answer is larger than the vectors that were asked for can be', '应答超过所请求向量的最大可能长度'],
})
