// The words that say what a conversation is about: the most frequent ones, Chinese cut into words.
import { isEnglishStopWord } from './stop-words.ts'

const CHINESE_STOP = new Set(
  '我们 你们 他们 她们 它们 自己 这个 那个 这些 那些 这样 那样 什么 怎么 怎样 如何 为什么 哪里 哪个 可以 可能 应该 需要 就是 还是 但是 因为 所以 如果 然后 已经 现在 没有 不是 一个 一下 一些 时候 请问 谢谢 好的 帮我 知道 觉得'.split(
    ' ',
  ),
)
const ENGLISH_NOISE = new Set(
  'please thanks thank okay ok yes yeah hi hello hey want need like get got use using make made can help know think going also one two really sure'.split(
    ' ',
  ),
)
const LONGEST = 20_000

let segmenter: Intl.Segmenter | undefined

/** The `most` most frequent content words, as they were written first; of equals the earlier. */
export function contentWords(text: string, most: number): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const words = new Map<string, { word: string; count: number }>()
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').slice(-LONGEST))) {
    if (!isWordLike) continue
    const key = segment.toLowerCase().replace(/['’]s$/, '')
    if (!isContent(key)) continue
    const known = words.get(key)
    if (known) known.count++
    else words.set(key, { word: segment, count: 1 })
  }
  return [...words.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ word }) => word)
}

function isContent(key: string): boolean {
  if (/^\p{Script=Han}+$/u.test(key)) return [...key].length > 1 && !CHINESE_STOP.has(key)
  if (/^\d+$/.test(key)) return key.length > 2
  return [...key].length > 1 && !isEnglishStopWord(key.replace(/['’]/g, '')) && !ENGLISH_NOISE.has(key)
}
