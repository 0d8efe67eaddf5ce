// What waits for the person, and why.
import { type Message, message, texts } from './message.ts'
import { INSTRUCTION_RULES, originTexts } from './origin.ts'
export const inboxTexts = texts('inbox', {
  seeInbox: ['See `memdir inbox`.', '请查看 `memdir inbox`。'],
  notInInbox: ['nothing in the inbox has the id "{reference}"', '收件箱中没有编号为“{reference}”的条目'],
  answeredAlready: ['"{reference}" was {how} already, so nothing was changed', '“{reference}”此前已{how}，因此未作任何更改'],
  answeredAccept: ['accepted', '接受'],
  answeredEdit: ['accepted in other words', '改写后接受'],
  answeredRefuse: ['refused', '拒绝'],
  undoAnswer: ['`memdir undo {id}` takes that answer back; `memdir inbox` shows what still waits.', '`memdir undo {id}` 可撤销该答复；`memdir inbox` 显示仍在等待的内容。'],
  ambiguous: ['"{reference}" fits several: {ids}', '“{reference}”对应多个条目：{ids}'],
  notEditable: ['{id} cannot be accepted in other words; accept or refuse it', '{id} 不能改写后接受，只能接受或拒绝'],
  notInParts: ['{id} has no parts: --only is for imports', '{id} 没有可分的部分：--only 仅用于导入的内容'],
  noSuchPart: ['the import {id} has no memory {number} that waits', '导入 {id} 中没有等待处理的第 {number} 条记忆'],
  seeParts: ['See `memdir inbox show {id}`.', '请查看 `memdir inbox show {id}`。'],
  invalidParts: ['"{value}" is not a list of numbers', '“{value}”不是编号列表'],
  giveParts: ['Give numbers and ranges, such as --only 1,3-5.', '请给出编号或范围，例如 --only 1,3-5。'],
  importReason: ['{count} imported from elsewhere; accept keeps them as memories, refuse throws them away', '从别处导入 {count} 条；接受（accept）即成为记忆，拒绝（refuse）即丢弃'],
  importDoubtful: ['{count} imported from elsewhere, {doubtful} of them worded like an order to agents (marked !); accept keeps them as memories, refuse throws them away', '从别处导入 {count} 条，其中 {doubtful} 条读起来像给代理的指令（以 ! 标出）；接受（accept）即成为记忆，拒绝（refuse）即丢弃'],
  chooseAction: ['Choose show, accept, edit or refuse.', '可选：show、accept、edit 或 refuse。'],
  idRequired: ['missing argument: an id of the inbox, or --all', '缺少参数：收件箱条目的编号，或 --all'],
  textRequired: ['missing argument: an id and the new text', '缺少参数：编号与新的文本'],
  conflictRefused: ['the older one is what the person said: an agent cannot take it back', '较早的一条是用户本人说的话：代理不能撤回'],
  conflictRefusedFix: ['The person can accept it in a terminal of their own.', '用户可在自己的终端中接受。'],
  conflictReason: ['two memories on one subject differ; accept: the newer counts, refuse: both do', '同一主题的两条记忆不一致；接受：以较新的为准，拒绝：两者都成立'],
  doubleReason: ['these two may say the same; accept: merge them, refuse: keep both', '两者可能说的是同一件事；接受：合并，拒绝：都保留'],
  aboutPerson: ['it is about you: accept it to let it hold in all your projects, refuse: in this one alone', '这是关于您本人的：接受则适用于您的所有项目，拒绝则只适用于本项目'],
  wrongReason: ['{by} called it wrong; accept: it is removed, edit: your text takes its place, refuse: it stands', '{by} 认为有误；接受：删除，编辑：以您的文本取代，拒绝：仍然有效'],
  wrongBecause: ['{by} called it wrong ({reason}); accept: it is removed, edit: your text takes its place, refuse: it stands', '{by} 认为有误（{reason}）；接受：删除，编辑：以您的文本取代，拒绝：仍然有效'],
  wrongByPerson: ['only the person decides whether what an agent called wrong is wrong; nothing was changed', '代理认为有误的记忆是否有误，只由用户本人决定；未更改任何内容'],
  saidTimes: ['said {count} times', '说过 {count} 次'],
  heldForPerson: ['in your own words', '您的原话'],
  heldFor: ['from {by}', '来自 {by}'],
  remember: ['you asked to remember it', '您要求记住'],
  instruction: ['a standing instruction', '长期要求'],
  correction: ['you corrected the agent', '您纠正了代理'],
  confirmation: ['you confirmed a choice', '您确认了一个选择'],
  preference: ['a preference', '偏好'],
  person: ['about you', '关于您'],
  project: ['about the project', '关于项目'],
  deadline: ['a date', '日期'],
  place: ['where something is', '某物所在之处'],
  model: ['a model found it worth keeping', '模型认为值得保留'],
})

export const ANSWERED_HOW = {
  accept: inboxTexts.answeredAccept,
  edit: inboxTexts.answeredEdit,
  refuse: inboxTexts.answeredRefuse,
} as const

/** Why something may be worth keeping, by the reason that is kept. */
export const CANDIDATE_REASONS = {
  remember: inboxTexts.remember,
  instruction: inboxTexts.instruction,
  correction: inboxTexts.correction,
  confirmation: inboxTexts.confirmation,
  preference: inboxTexts.preference,
  person: inboxTexts.person,
  project: inboxTexts.project,
  deadline: inboxTexts.deadline,
  place: inboxTexts.place,
  model: inboxTexts.model,
} as const

export function describeInstruction(rule: keyof typeof INSTRUCTION_RULES, line: number, text: string): Message {
  const where = message(originTexts.instructionAt, { line, rule: message(INSTRUCTION_RULES[rule]) })
  return { ...where, en: `${where.en}${text}`, zh: `${where.zh}${text}` }
}
