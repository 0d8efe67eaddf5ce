// A model proposes, and the rules see to it that nothing depends on that: where it cannot be asked they take its place,
// and what the person asked for in so many words is proposed whether the model found it or not.
import { plainText } from '../../base/text/plain-text.ts'
import { isAsked } from '../run-extraction.ts'
import type { Extractor } from './extractor.ts'
import type { Proposal } from './proposal.ts'

export function preferModel(
  model: Extractor,
  rules: Extractor,
  onFallback: (error: unknown) => void,
): Extractor {
  return {
    name: model.name,
    async propose(input) {
      const byRules = await rules.propose(input)
      try {
        const byModel = await model.propose(input)
        const asked = byRules.filter(isAsked)
        const others = byModel.filter((one) => !asked.some((said) => isCovered(said, one)))
        return [...others, ...asked.map((one) => gradedBy(one, byModel))]
      } catch (error) {
        if (input.signal.aborted) throw error
        onFallback(error)
        return byRules
      }
    },
  }
}

/** In the person's words, which nothing filters; what it replaces and how it is filed the model may know better. */
function gradedBy(asked: Proposal, byModel: readonly Proposal[]): Proposal {
  const found = byModel.find((one) => isCovered(asked, one))
  if (!found) return asked
  const { supersedes, category, tags, title, why } = found
  const type = asked.type ?? found.type
  return {
    ...asked,
    ...(supersedes !== undefined && { supersedes }),
    ...(category !== undefined && { category }),
    ...(tags !== undefined && { tags }),
    ...(title !== undefined && { title }),
    ...(why !== undefined && { why }),
    ...(type !== undefined && { type }),
  }
}

/** Both rest on the same words. */
function isCovered({ quote }: Proposal, other: Proposal): boolean {
  const [one, two] = [plainText(quote), plainText(other.quote)]
  return two !== '' && (one.includes(two) || two.includes(one))
}
