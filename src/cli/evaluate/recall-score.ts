// What a person meets when memories are attached to their prompts. Pure: what was attached in, figures out.
import { PROMPT_LANGUAGES, type PromptLanguage, type SetPrompt } from './read-set.ts'

/** One prompt, and what it was given. */
export interface AskedPrompt {
  prompt: Pick<SetPrompt, 'id' | 'lang'>
  /** Ids in the store that answer it; none: nothing does. */
  relevant: ReadonlySet<string>
  /** As they were attached, best first. */
  attached: readonly string[]
}

export interface RecallScore {
  /** Prompts. */
  n: number
  /** Of those with an answer, in percent: one was attached; it was the first. */
  answered: number
  first: number
  /** Attached memories that do not answer, per prompt that was answered. */
  riders: number
  /** Of those with an answer, in percent: only memories that do not answer were attached. */
  misled: number
  /** Of the prompts without an answer, in percent: something was attached. */
  false_injections: number
}

export interface RecallScores extends RecallScore {
  by: Record<PromptLanguage, RecallScore>
}

export function scoreRecall(asked: readonly AskedPrompt[]): RecallScores {
  const of = (lang: PromptLanguage) => scoreOf(asked.filter(({ prompt }) => prompt.lang === lang))
  const by = Object.fromEntries(PROMPT_LANGUAGES.map((lang) => [lang, of(lang)]))
  return { ...scoreOf(asked), by: by as RecallScores['by'] }
}

function scoreOf(asked: readonly AskedPrompt[]): RecallScore {
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

function percent(part: number, whole: number): number {
  return ratio(100 * part, whole)
}

/** Two decimals; 0 where there is nothing to divide by. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole) / 100
}
