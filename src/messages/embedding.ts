// The configured embedding provider.

export const EMBEDDING_WITHOUT_ADDRESS = {
  key: 'embedding.without-address',
  en: 'the embedding model {model} has no address, and none is usual for it',
  zh: '嵌入模型 {model} 没有地址，也没有惯用的地址',
} as const

export const SET_EMBEDDING_ADDRESS = {
  key: 'embedding.set-address',
  en: 'Set storage.embeddingUrl (embedding_url in memory.yaml), for example http://localhost:11434/v1, or remove the model to use the installed ones.',
  zh: '请设置 storage.embeddingUrl（memory.yaml 中为 embedding_url），例如 http://localhost:11434/v1；或删除该模型设置以使用已安装的模型。',
} as const

export const EMBEDDING_WITHOUT_MODEL = {
  key: 'embedding.without-model',
  en: 'an address of an embedding provider is set, but no model',
  zh: '设置了嵌入提供方的地址，但没有设置模型',
} as const

export const SET_EMBEDDING_MODEL = {
  key: 'embedding.set-model',
  en: 'Set storage.embeddingModel (embedding_model in memory.yaml), or remove the address to use the installed models.',
  zh: '请设置 storage.embeddingModel（memory.yaml 中为 embedding_model）；或删除地址以使用已安装的模型。',
} as const
