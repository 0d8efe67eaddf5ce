// What `memdir context` calls the policies, and what its columns mean, for people. Programs get the short names.
import type { Comparison } from '../agent/compare-policies.ts'
import { contextCommandTexts } from '../base/messages/context-command.ts'
import type { Text } from '../base/messages/message.ts'
import { message } from '../base/messages/message.ts'

const NAMES: Record<string, Text> = {
  nothing: contextCommandTexts.namesNothing,
  gap: contextCommandTexts.namesGap,
  batch: contextCommandTexts.namesBatch,
  cold: contextCommandTexts.namesCold,
  'gap+batch': contextCommandTexts.namesGapBatch,
  'gap+batch+cold': contextCommandTexts.namesGapBatchCold,
}

export function policyName(name: string): Text {
  return NAMES[name] ?? { en: name, zh: name }
}

/** The result in a sentence. */
export function policyVerdict({ policies, default: chosen }: Comparison): Text {
  const cost = policies.find(({ name }) => name === chosen)?.cost ?? 1
  const percent = Math.abs(100 * (1 - cost)).toFixed(1)
  const difference = message(cost <= 1 ? contextCommandTexts.less : contextCommandTexts.more)
  return message(contextCommandTexts.defaultsPaidInputThan, { percent, difference })
}

export const COLUMNS_MEAN: readonly Text[] = [
  contextCommandTexts.costInput1Sending,
  contextCommandTexts.cacheHowMuchInput,
  contextCommandTexts.breaksHowOftenSomething,
]
