// Why a memory was found, for people.
import type { Why } from '../search/search.ts'
import type { Output } from './output.ts'

export function whyLine(output: Output, why: Why): string {
  const parts = [
    why.matchedTerms.length > 0
      ? output.say({
          en: `words ${why.matchedTerms.slice(0, 8).join(' ')} (${percent(why.coverage)} of the query)`,
          zh: `词 ${why.matchedTerms.slice(0, 8).join(' ')}（占查询 ${percent(why.coverage)}）`,
        })
      : output.say({ en: 'no word in common', zh: '无共同词' }),
    why.cosine === undefined
      ? ''
      : output.say({ en: `meaning ${why.cosine.toFixed(2)}`, zh: `语义 ${why.cosine.toFixed(2)}` }),
    why.prior === 0
      ? ''
      : output.say({
          en: `importance and age ${signed(why.prior)}`,
          zh: `重要性与时间 ${signed(why.prior)}`,
        }),
    output.say({ en: `score ${why.score.toFixed(2)}`, zh: `得分 ${why.score.toFixed(2)}` }),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
}
