// Something that was said or done and must not get lost with the messages that said it.

/** In the order in which they are attached. */
export const FACT_KINDS = [
  'instruction',
  'decision',
  'todo',
  'failure',
  'command',
  'identifier',
  'path',
] as const
export type FactKind = (typeof FACT_KINDS)[number]

/** Whose word it is, in the order in which they are attached. `other`: printed by a tool, or pasted. */
export const FACT_SOURCES = ['person', 'agent', 'other'] as const
export type FactSource = (typeof FACT_SOURCES)[number]

export interface SurvivingFact {
  readonly kind: FactKind
  readonly from: FactSource
  /** What is attached: a sentence, a command, a path. */
  readonly text: string
  /** What has to be in a summary for the fact to be in it. */
  readonly key: string
}
