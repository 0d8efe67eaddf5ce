// Whether a message is worth a recall at all. Cheap: it runs on every prompt.

export const CONVERSATION_BYTES = 60_000

export interface GateInput {
  memoryOn: boolean
  anyMemory: boolean
  recallOn: boolean
  message: string
  /** Bytes of memories that this conversation was given since its last compaction. */
  shownBytes: number
}

export type GateVerdict = { status: 'go' } | { status: 'skipped'; reason: string }

export function gateRecall({ memoryOn, anyMemory, recallOn, message, shownBytes }: GateInput): GateVerdict {
  if (!memoryOn) return { status: 'skipped', reason: 'memory is off' }
  if (!anyMemory) return { status: 'skipped', reason: 'there are no memories yet' }
  if (!recallOn) return { status: 'skipped', reason: 'recall is off' }
  if (!hasTwoWords(message)) return { status: 'skipped', reason: 'the message has at most one word' }
  if (shownBytes >= CONVERSATION_BYTES) {
    return { status: 'skipped', reason: 'this conversation has been given 60,000 bytes of memories' }
  }
  return { status: 'go' }
}

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/
let segmenter: Intl.Segmenter | undefined

/** Chinese has no spaces: it is segmented, and only as far as the second word. */
export function hasTwoWords(message: string): boolean {
  const text = message.trim().slice(0, 2_000)
  if (!CJK.test(text)) return (text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu)?.length ?? 0) > 1
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) {
    if (isWordLike && ++words > 1) return true
  }
  return false
}
