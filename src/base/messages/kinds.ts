// How types and kinds of memories are called for people.

export const KIND_LABELS = {
  user_preference: { en: 'user preference', zh: '用户偏好' },
  project_context: { en: 'project context', zh: '项目上下文' },
  technical_decision: { en: 'technical decision', zh: '技术决策' },
  workflow: { en: 'workflow', zh: '工作流程' },
  fact: { en: 'fact', zh: '事实信息' },
  skill: { en: 'skill', zh: '技能' },
  relationship: { en: 'relationship', zh: '关系' },
  other: { en: 'other', zh: '其他' },
} as const

export const TYPE_LABELS = {
  user: { en: 'user', zh: '用户' },
  feedback: { en: 'feedback', zh: '反馈' },
  project: { en: 'project', zh: '项目' },
  reference: { en: 'reference', zh: '参考' },
} as const

/** Where a memory has no type. */
export const UNTYPED = { en: 'untyped', zh: '未分类' } as const

const LABELS: Readonly<Record<string, { en: string; zh: string }>> = {
  ...KIND_LABELS,
  ...TYPE_LABELS,
  none: UNTYPED,
}

/** The name behind a label that people were shown, in either language; what is no label is taken for a name. */
export function nameOfLabel(word: string): string {
  const given = word.trim()
  const found = Object.entries(LABELS).find(
    ([name, { en, zh }]) => name !== 'none' && (given === en || given === zh),
  )
  return found ? found[0] : word
}

/** Of a type, a kind, or `none`; what is none of them keeps its name. */
export function labelOf(word: string): { en: string; zh: string } {
  return LABELS[word] ?? { en: word, zh: word }
}
