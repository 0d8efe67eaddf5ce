// Messages about secrets in a conversation.
import { texts } from './message.ts'
export const secretsTexts = texts('secrets', {
  secretsSent: ['What looks like a secret ({rules}) is in this conversation: {model} has it, the log on disk does not.', '此对话含有疑似密钥的内容（{rules}）：{model} 已收到，磁盘上的日志中已删去。'],
  secretsNotResumed: ['Secrets ({rules}) were cut out of this conversation when it was saved: the model now reads a note in their place.', '此对话保存时删去了密钥（{rules}）：模型现在读到的是占位说明。'],
})
