// The system prompt is made of sections, so that most of it can stay in the provider's cache.

export type SectionKind =
  | 'static' // the same for every user: the provider may share it
  | 'dynamic' // computed once, kept until /clear or /compact
  | 'volatile' // computed for every request

export interface PromptSection {
  readonly name: string
  readonly kind: SectionKind
  /** Empty or undefined: left out. */
  compute(): string | undefined | Promise<string | undefined>
}

export function staticSection(name: string, text: string): PromptSection {
  return { name, kind: 'static', compute: () => text }
}

export function dynamicSection(name: string, compute: PromptSection['compute']): PromptSection {
  return { name, kind: 'dynamic', compute }
}

/**
 * Computed again for every request. When its text changes, the whole conversation behind it is paid for again. Only for
 * what really changes in mid-conversation and cannot be an attachment: the instructions of MCP servers, which come and
 * go. `reason` is why it has to be here; it is read by people only.
 */
export function volatileSectionBreaksCache(
  name: string,
  _reason: string,
  compute: PromptSection['compute'],
): PromptSection {
  return { name, kind: 'volatile', compute }
}
