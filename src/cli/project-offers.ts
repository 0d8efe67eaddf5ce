// Other projects that may be this one: reported once where nobody can be asked.

import { commandLineTexts } from '../base/messages/command-line.ts'
import { describeOffer, howToAnswer } from '../base/projects/describe-offer.ts'
import type { ProjectCandidate } from '../base/projects/find-project-candidates.ts'
import { openOffers, rememberNoticed } from '../base/projects/offers.ts'
import type { Engine } from '../connect/engine.ts'
import type { Output } from './output.ts'

/** In the person's language, in one line. */
export function offerLine(offer: ProjectCandidate, root: string, output: Output): string {
  const gap = output.say(commandLineTexts.sentenceGap)
  return describeOffer(offer, root)
    .map((sentence) => output.say(sentence))
    .join(gap)
}

/** Nothing of the others is read or written. */
export async function noteOffers(engine: Engine, output: Output): Promise<void> {
  const { root } = engine.location.identity
  const unsaid = openOffers(engine.location).filter(({ state }) => state === 'open')
  if (unsaid.length === 0) return
  for (const offer of unsaid) output.note(offerLine(offer, root, output))
  output.note(output.say(howToAnswer(unsaid)))
  await rememberNoticed(engine)
}
