// The sections in their order: static, boundary, dynamic, boundary, volatile. Parts whose text did not change are the
// same objects from one request to the next.
import type { SystemPart } from '../../models/model.ts'
import type { PromptSection, SectionKind } from './prompt-section.ts'

export interface SystemPromptOptions {
  sections: readonly PromptSection[]
  /** Replaces all sections but those named in `keep`. */
  custom?: string
  /** Sections that follow a custom prompt too: the memory rules. */
  keep?: readonly string[]
  /** After the sections, before `last`. */
  append?: string
  /** Comes last: git status. */
  last?: PromptSection
}

export interface SystemPrompt {
  build(): Promise<readonly SystemPart[]>
  /** Forget what was computed: after /clear and /compact. */
  clear(): void
}

export function createSystemPrompt(options: SystemPromptOptions): SystemPrompt {
  const sections = planSections(options)
  const texts = new Map<string, string>()
  let parts: readonly SystemPart[] = []
  const textsOf = async (kind: SectionKind): Promise<string> => {
    const found: string[] = []
    for (const section of sections.filter((one) => one.kind === kind)) {
      const known = kind === 'volatile' ? undefined : texts.get(section.name)
      const text = known ?? (await section.compute()) ?? ''
      texts.set(section.name, text)
      found.push(text)
    }
    return found.filter((text) => text !== '').join('\n\n')
  }
  return {
    async build() {
      const wanted = [
        { text: await textsOf('static'), breakpoint: true },
        { text: await textsOf('dynamic'), breakpoint: true },
        { text: await textsOf('volatile') },
      ].filter(({ text }) => text !== '')
      parts = wanted.map((part, at) => (parts[at]?.text === part.text ? parts[at] : part))
      return parts
    },
    clear() {
      texts.clear()
    },
  }
}

function planSections({ sections, custom, keep = [], append, last }: SystemPromptOptions): PromptSection[] {
  const one = (name: string, text: string): PromptSection => ({ name, kind: 'dynamic', compute: () => text })
  const main =
    custom === undefined
      ? [...sections]
      : [one('custom', custom), ...sections.filter((section) => keep.includes(section.name))]
  return [...main, ...(append === undefined ? [] : [one('append', append)]), ...(last ? [last] : [])]
}
