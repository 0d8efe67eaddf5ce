// What a person meets when memories are attached to their prompts. Pure: what was attached in, figures out.
import { PROMPT_LANGUAGES } from './read-set.mjs'

export function scoreRecall(asked) {
  const of = (lang) => scoreOf(asked.filter(({ prompt }) => prompt.lang === lang))
  const by = Object.fromEntries(PROMPT_LANGUAGES.map((lang) => [lang, of(lang)]))
  return { ...scoreOf(asked), by: by }
}

function scoreOf(asked) {
  const answerable = asked.filter(({ relevant }) => relevant.size > 0)
  const others = asked.filter(({ relevant }) => relevant.size === 0)
  const answered = answerable.filter(({ attached, relevant }) => attached.some((id) => relevant.has(id)))
  const first = answerable.filter(({ attached: [best = ''], relevant }) => relevant.has(best))
  const riders = answered.flatMap(({ attached, relevant }) => attached.filter((id) => !relevant.has(id)))
  const misled = answerable.filter((one) => one.attached.length > 0 && !answered.includes(one))
  const injected = others.filter(({ attached }) => attached.length > 0)
  return {
    n: asked.length,
    answered: percent(answered.length, answerable.length),
    first: percent(first.length, answerable.length),
    riders: ratio(riders.length, answered.length),
    misled: percent(misled.length, answerable.length),
    false_injections: percent(injected.length, others.length),
  }
}

function percent(part, whole) {
  return ratio(100 * part, whole)
}

/** Two decimals; 0 where there is nothing to divide by. */
function ratio(part, whole) {
  return whole === 0 ? 0 : Math.round((100 * part) / whole) / 100
}
