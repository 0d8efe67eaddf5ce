// Why recall attached nothing, or left a memory out, by the code that travels.
import { type Message, type MessageTemplate, message, texts } from './message.ts'

/** Why nothing was attached, or why a memory was left out. */
export type RecallReason = 'memory_off' | 'no_memories' | 'recall_off' | 'one_word' | 'conversation_full' | 'to_ignore' | 'ignored_here' | 'nothing_fits' | 'all_left_out' | 'over_budget' | 'unscanned' | 'shown_before' | 'read_by_agent' | 'expired' | 'over_limit' | 'same_conversation' | 'called_wrong'
export const recallTexts = texts('recall', {
  memoryOff: ['memory is off', '记忆已关闭'],
  noMemories: ['there are no memories yet', '还没有记忆'],
  recallOff: ['recall is off', '召回已关闭'],
  oneWord: ['the message has at most one word', '消息过短，不足两个词'],
  conversationFull: ['this conversation has been given 60,000 bytes of memories', '此对话已得到 60,000 字节的记忆'],
  toIgnore: ['the message asks to ignore memory', '消息要求不用记忆'],
  ignoredHere: ['this conversation was told to ignore memory ("use memory again" ends that)', '已要求此对话不用记忆（说“可以用记忆了”即恢复）'],
  nothingFits: ['nothing fits', '没有合适的记忆'],
  allLeftOut: ['what fits was left out', '合适的都已略去'],
  overBudget: ['did not fit', '放不下'],
  unscanned: ['could not be looked through for secrets in time', '未能及时检查是否含有密钥'],
  shownBefore: ['shown before in this conversation', '此对话中已显示'],
  readByAgent: ['the agent has read it', '代理已读过'],
  expired: ['expired', '已过期'],
  overLimit: ['better ones reached the limit (recall.maxMemories)', '更合适的已达上限（recall.maxMemories）'],
  sameConversation: ['too many from one conversation', '来自同一对话的过多'],
  calledWrong: ['was called wrong, and does not fit well enough for that', '曾被指出有误，且不够契合'],
  nothingInjected: ['Nothing is injected: {reason}.', '不注入任何内容：{reason}。'],
  selectorUnusable: ['The answer of the model that picks memories cannot be used ({problem}).', '挑选记忆的模型的回答无法使用（{problem}）。'],
  /** For the person, where `recall.notice` is on. */
  attachedOne: ['1 memory attached ({names})', '已附上 1 条记忆（{names}）'],
  attachedMany: ['{count} memories attached ({names})', '已附上 {count} 条记忆（{names}）'],
  attachedEpisodes: ['of earlier conversations attached: {count}', '已附上此前对话中的话：{count} 句'],
})

const RECALL_REASONS = {
  memory_off: recallTexts.memoryOff,
  no_memories: recallTexts.noMemories,
  recall_off: recallTexts.recallOff,
  one_word: recallTexts.oneWord,
  conversation_full: recallTexts.conversationFull,
  to_ignore: recallTexts.toIgnore,
  ignored_here: recallTexts.ignoredHere,
  nothing_fits: recallTexts.nothingFits,
  all_left_out: recallTexts.allLeftOut,
  over_budget: recallTexts.overBudget,
  unscanned: recallTexts.unscanned,
  shown_before: recallTexts.shownBefore,
  read_by_agent: recallTexts.readByAgent,
  expired: recallTexts.expired,
  over_limit: recallTexts.overLimit,
  same_conversation: recallTexts.sameConversation,
  called_wrong: recallTexts.calledWrong,
} as const satisfies Record<RecallReason, MessageTemplate>

export function recallReason(reason: RecallReason): Message {
  return message(RECALL_REASONS[reason])
}
