// Turning texts into vectors with an installed model.

import { texts } from './message.ts'

export const embeddingTexts = texts('embedding', {
  modelDamaged: ['The converted model {path} is damaged.', '转换后的模型 {path} 已损坏。'],
  deleteModel: ['Delete the file: memdir makes it again from the installed package.', '请删除该文件：memdir 会从已安装的软件包重新生成。'],
  modelNotPrepared: ['The embedding model {model} is not prepared yet.', '嵌入模型 {model} 尚未准备好。'],
  runReindex: ['Run `memdir reindex`: it prepares the model from the installed package.', '请运行 `memdir reindex`：它会从已安装的软件包准备模型。'],
  embeddingCancelled: ['Embedding was cancelled.', '嵌入已取消。'],
  embedderClosed: ['The embedder was closed.', '嵌入器已关闭。'],
})
