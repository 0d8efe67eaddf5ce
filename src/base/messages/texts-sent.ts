// Which texts leave this machine, and where to.

import { texts } from './message.ts'

export const textsSentTexts = texts('texts-sent', {
  textsWillGoTo: [
    'Your settings name an embedding provider: {host} (storage.embeddingModel {model}). From now on memdir sends it the text of each memory, once and again when it changes, and every prompt and search, each time. Nothing has been sent so far. To keep all of it on this machine: `memdir config unset storage.embeddingModel` and `memdir config unset storage.embeddingUrl` (or take them out of the file or variable that sets them); the installed models need no network.',
    '您的设置指定了嵌入服务：{host}（storage.embeddingModel {model}）。从现在起，memdir 会向其发送每条记忆的文本（一次，更改后再发送一次），以及每次的提示和搜索内容。到目前为止尚未发送任何内容。若要全部留在本机：运行 `memdir config unset storage.embeddingModel` 和 `memdir config unset storage.embeddingUrl`（或从设置它们的文件或变量中删除）；已安装的模型无需网络。',
  ],
  textsGoTo: [
    'The text of memories, and every prompt and search, goes to {host} for embedding ({model}); `memdir config unset storage.embeddingModel` and `… storage.embeddingUrl` stop that.',
    '记忆文本以及每次的提示和搜索内容会发送到 {host} 生成向量（{model}）；`memdir config unset storage.embeddingModel` 和 `… storage.embeddingUrl` 可停止发送。',
  ],
  nothingSentYet: ['Nothing is sent to the embedding provider at {host} before you were told what goes there', '在告知您会发送哪些内容之前，不会向 {host} 的嵌入服务发送任何内容'],
  tellFirst: ['Run `memdir status` once in a terminal: it says which texts go there and how to stop it.', '请在终端运行一次 `memdir status`：它会说明发送哪些文本以及如何停止。'],
})
