// How types and kinds of memories are called for people.

import { texts } from './message.ts'

export const kindsTexts = texts('kinds', {
  userPreference: ['user preference', '用户偏好'],
  projectContext: ['project context', '项目上下文'],
  technicalDecision: ['technical decision', '技术决策'],
  workflow: ['workflow', '工作流程'],
  fact: ['fact', '事实信息'],
  skill: ['skill', '技能'],
  relationship: ['relationship', '关系'],
  other: ['other', '其他'],
  user: ['user', '用户'],
  feedback: ['feedback', '反馈'],
  project: ['project', '项目'],
  reference: ['reference', '参考'],
  untyped: ['untyped', '未分类'],
})

export const KIND_LABELS = {
  user_preference: kindsTexts.userPreference,
  project_context: kindsTexts.projectContext,
  technical_decision: kindsTexts.technicalDecision,
  workflow: kindsTexts.workflow,
  fact: kindsTexts.fact,
  skill: kindsTexts.skill,
  relationship: kindsTexts.relationship,
  other: kindsTexts.other,
} as const

const TYPE_LABELS = {
  user: kindsTexts.user,
  feedback: kindsTexts.feedback,
  project: kindsTexts.project,
  reference: kindsTexts.reference,
} as const

/** Where a memory has no type. */
export const UNTYPED = kindsTexts.untyped

const LABELS: Readonly<Record<string, { en: string; zh: string }>> = {
  ...KIND_LABELS,
  ...TYPE_LABELS,
  none: UNTYPED,
}

/** The name behind a label that people were shown, in either language; what is no label is taken for a name. */
export function nameOfLabel(word: string): string {
  const given = word.trim()
  const found = Object.entries(LABELS).find(([name, { en, zh }]) => name !== 'none' && (given === en || given === zh))
  return found ? found[0] : word
}

/** What a type, a kind, or `none` is called; what is none of them keeps its name. */
export function labelOf(word: string): { en: string; zh: string } {
  return LABELS[word] ?? { en: word, zh: word }
}
