// Whether memories are searched for a message at all. Cheap: it runs on every prompt.
import { isAscii } from '../lib/unicode.ts'
import type { RecallReason } from '../messages/recall.ts'

export const CONVERSATION_BYTES = 60_000

export interface GateInput {
  memoryOn: boolean
  anyMemory: boolean
  recallOn: boolean
  message: string
  /** Bytes of memories that this conversation was given since its last compaction. */
  shownBytes: number
}

export type GateVerdict = { status: 'go' } | { status: 'skipped'; reason: RecallReason }

export function gateRecall({ memoryOn, anyMemory, recallOn, message, shownBytes }: GateInput): GateVerdict {
  if (!memoryOn) return { status: 'skipped', reason: 'memory_off' }
  if (!anyMemory) return { status: 'skipped', reason: 'no_memories' }
  if (!recallOn) return { status: 'skipped', reason: 'recall_off' }
  if (!hasTwoWords(message) && !isCodeName(message)) return { status: 'skipped', reason: 'one_word' }
  if (shownBytes >= CONVERSATION_BYTES) {
    return { status: 'skipped', reason: 'conversation_full' }
  }
  return { status: 'go' }
}

/** One word that nobody says in passing: `payments_v3`, `refund-worker`, `getName`. */
function isCodeName(message: string): boolean {
  const word = message.trim().replace(/[?？!！.。]+$/, '')
  const isCode = /^[\p{L}\p{N}]+(?:[._/:-]+[\p{L}\p{N}]+)+$|\p{Ll}\p{Lu}|\p{L}\p{N}/u
  return word.length < 100 && !/\s/.test(word) && isCode.test(word)
}

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/
/** Two neighbours that are never one word: what is between them ends it, or Latin follows Chinese. */
const WORD_BORDER =
  /[\u4e00-\u9fffA-Za-z0-9][\s，。？！、；：,?!;]+[\u4e00-\u9fffA-Za-z0-9]|[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/
let segmenter: Intl.Segmenter | undefined

/** Chinese has no spaces: it is segmented, only as far as the second word, and only if need be (10 ms the first time). */
export function hasTwoWords(message: string): boolean {
  const text = message.trim().slice(0, 2_000)
  if (isAscii(text)) return (text.match(/[A-Za-z0-9][\w'./-]*/g)?.length ?? 0) > 1
  if (!CJK.test(text)) return (text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu)?.length ?? 0) > 1
  if (WORD_BORDER.test(text)) return true
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) {
    if (isWordLike && ++words > 1) return true
  }
  return false
}
