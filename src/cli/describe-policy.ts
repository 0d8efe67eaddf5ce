// What `memdir context` calls the policies, and what its columns mean, for people. Programs get the short names.
import type { Comparison } from '../agent/compact/replay/compare-policies.ts'
import type { Text } from './language.ts'

const NAMES: Record<string, Text> = {
  nothing: { en: 'send everything, every time', zh: '每次都发送全部内容' },
  gap: { en: 'clear old tool results after a pause', zh: '停顿之后清除旧的工具结果' },
  batch: { en: 'clear old tool results, 30,000 tokens at once', zh: '旧的工具结果一次清除 30,000 令牌' },
  cold: { en: 'compact by notes after a pause', zh: '停顿之后按笔记压缩' },
  'gap+batch': { en: 'clear both ways, compact a full window', zh: '两种清除方式，窗口将满时压缩' },
  'gap+batch+cold': { en: 'all of these', zh: '以上全部' },
}

export function policyName(name: string): Text {
  return NAMES[name] ?? { en: name, zh: name }
}

/** The result in a sentence. */
export function policyVerdict({ policies, default: chosen }: Comparison): Text {
  const cost = policies.find(({ name }) => name === chosen)?.cost ?? 1
  const percent = Math.abs(100 * (1 - cost)).toFixed(1)
  const [en, zh] = cost <= 1 ? ['less', '少'] : ['more', '多']
  return {
    en: `With its defaults memdir would have paid ${percent} % ${en} for the input than sending everything every time.`,
    zh: `按默认设置，memdir 的输入花费会比每次都发送全部内容${zh} ${percent} %。`,
  }
}

export const COLUMNS_MEAN: readonly Text[] = [
  {
    en: 'cost: of the input; 1 is sending everything. Lower is better.',
    zh: '成本：输入的花费；每次发送全部为 1。越低越好。',
  },
  {
    en: 'from cache: how much of the input the provider still had and sold for a tenth. Higher is better.',
    zh: '缓存命中：提供方仍保留、按十分之一计价的输入比例。越高越好。',
  },
  {
    en: 'breaks: how often something was changed that the provider still had, so that it was paid for again.',
    zh: '重写：更改了提供方仍保留的内容、须重新付费的次数。',
  },
]
