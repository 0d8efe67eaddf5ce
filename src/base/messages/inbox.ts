// What waits for the person, and why.
import { type Message, message } from './message.ts'
import { INSTRUCTION_AT, INSTRUCTION_RULES } from './origin.ts'

export const SEE_INBOX = {
  key: 'inbox.see-inbox',
  en: 'See `memdir inbox`.',
  zh: '请查看 `memdir inbox`。',
} as const

export const NOT_IN_INBOX = {
  key: 'inbox.not-in-inbox',
  en: 'nothing in the inbox has the id "{reference}"',
  zh: '收件箱中没有编号为“{reference}”的条目',
} as const

export const ANSWERED_ALREADY = {
  key: 'inbox.answered-already',
  en: '"{reference}" was {how} already, so nothing was changed',
  zh: '“{reference}”此前已{how}，因此未作任何更改',
} as const

export const ANSWERED_HOW = {
  accept: { key: 'inbox.answered-accept', en: 'accepted', zh: '接受' },
  edit: { key: 'inbox.answered-edit', en: 'accepted in other words', zh: '改写后接受' },
  refuse: { key: 'inbox.answered-refuse', en: 'refused', zh: '拒绝' },
} as const

export const UNDO_ANSWER = {
  key: 'inbox.undo-answer',
  en: '`memdir undo {id}` takes that answer back; `memdir inbox` shows what still waits.',
  zh: '`memdir undo {id}` 可撤销该答复；`memdir inbox` 显示仍在等待的内容。',
} as const

export const INBOX_AMBIGUOUS = {
  key: 'inbox.ambiguous',
  en: '"{reference}" fits several: {ids}',
  zh: '“{reference}”对应多个条目：{ids}',
} as const

export const NOT_EDITABLE = {
  key: 'inbox.not-editable',
  en: '{id} cannot be accepted in other words; accept or refuse it',
  zh: '{id} 不能改写后接受，只能接受或拒绝',
} as const

export const NOT_IN_PARTS = {
  key: 'inbox.not-in-parts',
  en: '{id} has no parts: --only is for imports',
  zh: '{id} 没有可分的部分：--only 仅用于导入的内容',
} as const

export const NO_SUCH_PART = {
  key: 'inbox.no-such-part',
  en: 'the import {id} has no memory {number} that waits',
  zh: '导入 {id} 中没有等待处理的第 {number} 条记忆',
} as const

export const SEE_PARTS = {
  key: 'inbox.see-parts',
  en: 'See `memdir inbox show {id}`.',
  zh: '请查看 `memdir inbox show {id}`。',
} as const

export const INVALID_PARTS = {
  key: 'inbox.invalid-parts',
  en: '"{value}" is not a list of numbers',
  zh: '“{value}”不是编号列表',
} as const

export const GIVE_PARTS = {
  key: 'inbox.give-parts',
  en: 'Give numbers and ranges, such as --only 1,3-5.',
  zh: '请给出编号或范围，例如 --only 1,3-5。',
} as const

export const IMPORT_REASON = {
  key: 'inbox.import-reason',
  en: '{count} imported from elsewhere; accept keeps them as memories, refuse throws them away',
  zh: '从别处导入 {count} 条；接受（accept）即成为记忆，拒绝（refuse）即丢弃',
} as const

export const IMPORT_DOUBTFUL = {
  key: 'inbox.import-doubtful',
  en: '{count} imported from elsewhere, {doubtful} of them worded like an order to agents (marked !); accept keeps them as memories, refuse throws them away',
  zh: '从别处导入 {count} 条，其中 {doubtful} 条读起来像给代理的指令（以 ! 标出）；接受（accept）即成为记忆，拒绝（refuse）即丢弃',
} as const

export const CHOOSE_INBOX_ACTION = {
  key: 'inbox.choose-action',
  en: 'Choose show, accept, edit or refuse.',
  zh: '可选：show、accept、edit 或 refuse。',
} as const

export const INBOX_ID_REQUIRED = {
  key: 'inbox.id-required',
  en: 'missing argument: an id of the inbox, or --all',
  zh: '缺少参数：收件箱条目的编号，或 --all',
} as const

export const INBOX_TEXT_REQUIRED = {
  key: 'inbox.text-required',
  en: 'missing argument: an id and the new text',
  zh: '缺少参数：编号与新的文本',
} as const

export const CONFLICT_REFUSED = {
  key: 'inbox.conflict-refused',
  en: 'the older one is what the person said: an agent cannot take it back',
  zh: '较早的一条是用户本人说的话：代理不能撤回',
} as const

export const CONFLICT_REFUSED_FIX = {
  key: 'inbox.conflict-refused-fix',
  en: 'The person can accept it in a terminal of their own.',
  zh: '用户可在自己的终端中接受。',
} as const

export const CONFLICT_REASON = {
  key: 'inbox.conflict-reason',
  en: 'two memories on one subject differ; accept: the newer counts, refuse: both do',
  zh: '同一主题的两条记忆不一致；接受：以较新的为准，拒绝：两者都成立',
} as const

export const DOUBLE_REASON = {
  key: 'inbox.double-reason',
  en: 'these two may say the same; accept: merge them, refuse: keep both',
  zh: '两者可能说的是同一件事；接受：合并，拒绝：都保留',
} as const

export const EVERYWHERE_REASON = {
  key: 'inbox.everywhere-reason',
  en: 'it is about you: accept it to let it hold in all your projects, refuse: in this one alone',
  zh: '这是关于您本人的：接受则适用于您的所有项目，拒绝则只适用于本项目',
} as const

export const WRONG_REASON = {
  key: 'inbox.wrong-reason',
  en: '{by} called it wrong; accept: it is removed, edit: your text takes its place, refuse: it stands',
  zh: '{by} 认为有误；接受：删除，编辑：以您的文本取代，拒绝：仍然有效',
} as const

export const WRONG_BECAUSE = {
  key: 'inbox.wrong-because',
  en: '{by} called it wrong ({reason}); accept: it is removed, edit: your text takes its place, refuse: it stands',
  zh: '{by} 认为有误（{reason}）；接受：删除，编辑：以您的文本取代，拒绝：仍然有效',
} as const

export const WRONG_BY_PERSON = {
  key: 'inbox.wrong-by-person',
  en: 'only the person decides whether what an agent called wrong is wrong; nothing was changed',
  zh: '代理认为有误的记忆是否有误，只由用户本人决定；未更改任何内容',
} as const

export const SAID_TIMES = {
  key: 'inbox.said-times',
  en: 'said {count} times',
  zh: '说过 {count} 次',
} as const

export const HELD_FOR_PERSON = {
  key: 'inbox.held-for-person',
  en: 'in your own words',
  zh: '您的原话',
} as const

export const HELD_FOR = { key: 'inbox.held-for', en: 'from {by}', zh: '来自 {by}' } as const

/** Why something may be worth keeping, by the reason that is kept. */
export const CANDIDATE_REASONS = {
  remember: { key: 'inbox.remember', en: 'you asked to remember it', zh: '您要求记住' },
  instruction: { key: 'inbox.instruction', en: 'a standing instruction', zh: '长期要求' },
  correction: { key: 'inbox.correction', en: 'you corrected the agent', zh: '您纠正了代理' },
  confirmation: { key: 'inbox.confirmation', en: 'you confirmed a choice', zh: '您确认了一个选择' },
  preference: { key: 'inbox.preference', en: 'a preference', zh: '偏好' },
  person: { key: 'inbox.person', en: 'about you', zh: '关于您' },
  project: { key: 'inbox.project', en: 'about the project', zh: '关于项目' },
  deadline: { key: 'inbox.deadline', en: 'a date', zh: '日期' },
  place: { key: 'inbox.place', en: 'where something is', zh: '某物所在之处' },
  model: { key: 'inbox.model', en: 'a model found it worth keeping', zh: '模型认为值得保留' },
} as const

export function describeInstruction(
  rule: keyof typeof INSTRUCTION_RULES,
  line: number,
  text: string,
): Message {
  const where = message(INSTRUCTION_AT, { line, rule: message(INSTRUCTION_RULES[rule]) })
  return { ...where, en: `${where.en}${text}`, zh: `${where.zh}${text}` }
}
