// The configured embedding provider.

export const EMBEDDING_WITHOUT_ADDRESS = {
  key: 'embedding-provider.embedding-without-address',
  en: 'the embedding model {model} has no address, and none is usual for it',
  zh: '嵌入模型 {model} 没有地址，也没有惯用的地址',
} as const

export const SET_EMBEDDING_ADDRESS = {
  key: 'embedding-provider.set-embedding-address',
  en: 'Set storage.embeddingUrl (embedding_url in memory.yaml), for example http://localhost:11434/v1, or remove the model to use the installed ones.',
  zh: '请设置 storage.embeddingUrl（memory.yaml 中为 embedding_url），例如 http://localhost:11434/v1；或删除该模型设置以使用已安装的模型。',
} as const

export const EMBEDDING_WITHOUT_MODEL = {
  key: 'embedding-provider.embedding-without-model',
  en: 'an address of an embedding provider is set, but no model',
  zh: '设置了嵌入提供方的地址，但没有设置模型',
} as const

export const SET_EMBEDDING_MODEL = {
  key: 'embedding-provider.set-embedding-model',
  en: 'Set storage.embeddingModel (embedding_model in memory.yaml), or remove the address to use the installed models.',
  zh: '请设置 storage.embeddingModel（memory.yaml 中为 embedding_model）；或删除地址以使用已安装的模型。',
} as const

export const WRONG_DIMENSIONS = {
  key: 'embedding-provider.wrong-dimensions',
  en: 'The embedding model {model} answered with {got} numbers instead of {expected}.',
  zh: '嵌入模型 {model} 返回了 {got} 个数，而不是 {expected} 个。',
} as const

export const CORRECT_DIMENSIONS = {
  key: 'embedding-provider.correct-dimensions',
  en: 'Set the dimensions to {got} and run `memdir reindex`, or configure the previous model.',
  zh: '请将维数设为 {got} 并重建目录，或改回之前的模型。',
} as const

export const NOT_A_WEB_ADDRESS = {
  key: 'embedding-provider.not-a-web-address',
  en: 'The address of the embedding provider is not a web address.',
  zh: '嵌入服务的地址不是网址。',
} as const

export const GIVE_FULL_ADDRESS = {
  key: 'embedding-provider.give-full-address',
  en: 'Give it in full, for example http://localhost:11434/v1.',
  zh: '请给出完整地址，例如 http://localhost:11434/v1。',
} as const

export const PROVIDER_FAILED = {
  key: 'embedding-provider.provider-failed',
  en: 'The embedding provider at {host} failed: {reason}.',
  zh: '{host} 的嵌入服务失败：{reason}。',
} as const

export const CHECK_ENDPOINT = {
  key: 'embedding-provider.check-endpoint',
  en: 'Check that the address belongs to an OpenAI-compatible /embeddings endpoint.',
  zh: '请确认该地址是兼容 OpenAI 的 /embeddings 端点。',
} as const

export const CHECK_SERVER = {
  key: 'embedding-provider.check-server',
  en: 'Check that the server runs and that its address is right; until then search uses full text.',
  zh: '请检查服务是否运行、地址是否正确；在此之前搜索使用全文。',
} as const

export const PROVIDER_ANSWERED = {
  key: 'embedding-provider.provider-answered',
  en: 'The embedding provider at {host} answered {status}',
  zh: '{host} 的嵌入服务返回 {status}',
} as const

export const PROVIDER_ANSWERED_WITH = {
  key: 'embedding-provider.provider-answered-with',
  en: 'The embedding provider at {host} answered {status}: {detail}',
  zh: '{host} 的嵌入服务返回 {status}：{detail}',
} as const

export const CHECK_EMBEDDING_KEY = {
  key: 'embedding-provider.check-embedding-key',
  en: 'Check the API key of the embedding provider.',
  zh: '请检查嵌入服务的 API 密钥。',
} as const

export const CHECK_MODEL_THERE = {
  key: 'embedding-provider.check-model-there',
  en: 'Check the address, and that the model {model} is there (Ollama: "ollama pull {model}").',
  zh: '请检查地址，以及模型 {model} 是否存在（Ollama："ollama pull {model}"）。',
} as const

export const PROVIDER_LIMITS = {
  key: 'embedding-provider.provider-limits',
  en: 'The provider limits requests; try again later.',
  zh: '嵌入服务限制请求；请稍后再试。',
} as const

export const PROVIDER_FAULT = {
  key: 'embedding-provider.provider-fault',
  en: 'The provider has a fault; try again later.',
  zh: '嵌入服务故障；请稍后再试。',
} as const

export const CHECK_PROVIDER_SETTINGS = {
  key: 'embedding-provider.check-provider-settings',
  en: 'Check the settings of the embedding provider.',
  zh: '请检查嵌入服务的设置。',
} as const

export const NO_ANSWER_IN_TIME = {
  key: 'embedding-provider.no-answer-in-time',
  en: 'no answer within {seconds} s',
  zh: '{seconds} 秒内没有响应',
} as const

export const CONNECTION_FAILED = {
  key: 'embedding-provider.connection-failed',
  en: 'the connection failed',
  zh: '连接失败',
} as const

export const NOT_EMBEDDINGS = {
  key: 'embedding-provider.not-embeddings',
  en: 'its answer is not what /embeddings returns',
  zh: '应答不是 /embeddings 应返回的内容',
} as const

export const WRONG_COUNT = {
  key: 'embedding-provider.wrong-count',
  en: 'it returned {got} vectors for {count} texts',
  zh: '{count} 段文本返回了 {got} 个向量',
} as const

export const WRONG_INDEX = {
  key: 'embedding-provider.wrong-index',
  en: 'it returned a vector for text number {index}, but was sent {count} texts',
  zh: '返回了第 {index} 段文本的向量，但只发送了 {count} 段文本',
} as const

export const WRONG_VECTOR = {
  key: 'embedding-provider.wrong-vector',
  en: 'a vector is missing, too long or not of numbers',
  zh: '缺少向量，或向量过长、含有非数字',
} as const

export const ANSWER_TOO_LARGE = {
  key: 'embedding-provider.answer-too-large',
  en: 'its answer is larger than the vectors that were asked for can be',
  zh: '应答超过所请求向量的最大可能长度',
} as const
