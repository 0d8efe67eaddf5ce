// Why a memory was found, for people.

import { message } from '../base/messages/message.ts'
import { whyTexts } from '../base/messages/why.ts'
import type { Why } from '../search/search.ts'
import type { Output } from './output.ts'

export function whyLine(output: Output, why: Why): string {
  const parts = [
    why.matchedTerms.length > 0
      ? output.say(
          message(whyTexts.wordsQuery, {
            matchedTerms: why.matchedTerms.slice(0, 8).join(' '),
            coverage: percent(why.coverage),
          }),
        )
      : output.say(whyTexts.noWordCommon),
    why.cosine === undefined ? '' : output.say(message(whyTexts.meaning, { cosine: why.cosine.toFixed(2) })),
    why.when === undefined
      ? ''
      : output.say(
          message(whyTexts.when, {
            coverage: percent(why.when.coverage),
            cosine: why.when.cosine?.toFixed(2) ?? '–',
          }),
        ),
    output.say(message(whyTexts.alone, { chance: percent(why.alone) })),
    why.prior === 0 ? '' : output.say(message(whyTexts.importanceAge, { prior: signed(why.prior) })),
    output.say(message(whyTexts.score, { score: why.score.toFixed(2) })),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
}
