// Why recall attached nothing, or left a memory out, by the code that travels.
import { type Message, type MessageTemplate, message } from './message.ts'

/** Why nothing was attached, or why a memory was left out. */
export type RecallReason =
  | 'memory_off'
  | 'no_memories'
  | 'recall_off'
  | 'one_word'
  | 'conversation_full'
  | 'to_ignore'
  | 'ignored_here'
  | 'nothing_fits'
  | 'all_left_out'
  | 'over_budget'
  | 'unscanned'
  | 'shown_before'
  | 'read_by_agent'
  | 'expired'
  | 'over_limit'
  | 'same_conversation'
  | 'called_wrong'

const RECALL_REASONS = {
  memory_off: { key: 'recall.memory-off', en: 'memory is off', zh: '记忆已关闭' },
  no_memories: { key: 'recall.no-memories', en: 'there are no memories yet', zh: '还没有记忆' },
  recall_off: { key: 'recall.recall-off', en: 'recall is off', zh: '召回已关闭' },
  one_word: { key: 'recall.one-word', en: 'the message has at most one word', zh: '消息过短，不足两个词' },
  conversation_full: {
    key: 'recall.conversation-full',
    en: 'this conversation has been given 60,000 bytes of memories',
    zh: '此对话已得到 60,000 字节的记忆',
  },
  to_ignore: {
    key: 'recall.to-ignore',
    en: 'the message asks to ignore memory',
    zh: '消息要求不用记忆',
  },
  ignored_here: {
    key: 'recall.ignored-here',
    en: 'this conversation was told to ignore memory ("use memory again" ends that)',
    zh: '已要求此对话不用记忆（说“可以用记忆了”即恢复）',
  },
  nothing_fits: { key: 'recall.nothing-fits', en: 'nothing fits', zh: '没有合适的记忆' },
  all_left_out: { key: 'recall.all-left-out', en: 'what fits was left out', zh: '合适的都已略去' },
  over_budget: { key: 'recall.over-budget', en: 'did not fit', zh: '放不下' },
  unscanned: {
    key: 'recall.unscanned',
    en: 'could not be looked through for secrets in time',
    zh: '未能及时检查是否含有密钥',
  },
  shown_before: {
    key: 'recall.shown-before',
    en: 'shown before in this conversation',
    zh: '此对话中已显示',
  },
  read_by_agent: { key: 'recall.read-by-agent', en: 'the agent has read it', zh: '代理已读过' },
  expired: { key: 'recall.expired', en: 'expired', zh: '已过期' },
  over_limit: {
    key: 'recall.over-limit',
    en: 'better ones reached the limit (recall.maxMemories)',
    zh: '更合适的已达上限（recall.maxMemories）',
  },
  same_conversation: {
    key: 'recall.same-conversation',
    en: 'too many from one conversation',
    zh: '来自同一对话的过多',
  },
  called_wrong: {
    key: 'recall.called-wrong',
    en: 'was called wrong, and does not fit well enough for that',
    zh: '曾被指出有误，且不够契合',
  },
} as const satisfies Record<RecallReason, MessageTemplate>

export const NOTHING_INJECTED = {
  key: 'recall.nothing-injected',
  en: 'Nothing is injected: {reason}.',
  zh: '不注入任何内容：{reason}。',
} as const

export function recallReason(reason: RecallReason): Message {
  return message(RECALL_REASONS[reason])
}

export const SELECTOR_UNUSABLE = {
  key: 'recall.selector-unusable',
  en: 'The answer of the model that picks memories cannot be used ({problem}).',
  zh: '挑选记忆的模型的回答无法使用（{problem}）。',
} as const

/** For the person, where `recall.notice` is on. */
export const ATTACHED_ONE = {
  key: 'recall.attached-one',
  en: '1 memory attached ({names})',
  zh: '已附上 1 条记忆（{names}）',
} as const

export const ATTACHED_MANY = {
  key: 'recall.attached-many',
  en: '{count} memories attached ({names})',
  zh: '已附上 {count} 条记忆（{names}）',
} as const

export const ATTACHED_EPISODES = {
  key: 'recall.attached-episodes',
  en: 'of earlier conversations attached: {count}',
  zh: '已附上此前对话中的话：{count} 句',
} as const
