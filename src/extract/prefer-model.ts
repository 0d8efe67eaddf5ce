// A model proposes, and the rules see to it that nothing depends on that: where it cannot be asked they take its place,
// and what the person asked for in so many words is proposed whether the model found it or not.
import { plainText } from '../lib/plain-text.ts'
import type { Extractor } from './extractor.ts'
import type { Proposal } from './proposal.ts'
import { isAsked } from './run-extraction.ts'

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
        const missed = byRules.filter(
          (one) => isAsked(one) && !byModel.some((other) => isCovered(one, other)),
        )
        return [...byModel, ...missed]
      } catch (error) {
        if (input.signal.aborted) throw error
        onFallback(error)
        return byRules
      }
    },
  }
}

/** Both rest on the same words. */
function isCovered({ quote }: Proposal, other: Proposal): boolean {
  const [one, two] = [plainText(quote), plainText(other.quote)]
  return one.includes(two) || two.includes(one)
}
