// Whether memories are searched for a message at all. Cheap: it runs on every prompt.

import type { RecallReason } from '../base/messages/recall.ts'
import { isAscii } from '../base/text/unicode.ts'
import { type MemoryWish, memoryWish } from './ignore-memory.ts'

const CONVERSATION_BYTES = 60_000

interface GateInput {
  memoryOn: boolean
  anyMemory: boolean
  recallOn: boolean
  message: string
  /** Bytes of memories that this conversation was given since its last compaction. */
  shownBytes: number
  /** The conversation was told to leave memory aside until told otherwise. */
  ignoring: boolean
}

type GateVerdict = ({ status: 'go' } | { status: 'skipped'; reason: RecallReason }) & {
  /** What the message says of memory. */
  wish?: MemoryWish
}

export function gateRecall(input: GateInput): GateVerdict {
  // Heard where there is nothing to attach as well: there may be something later in the conversation.
  const wish = input.memoryOn ? memoryWish(input.message) : undefined
  const reason = reasonToSkip(input, wish)
  return {
    ...(reason === undefined ? { status: 'go' } : { status: 'skipped', reason }),
    ...(wish && { wish }),
  }
}

function reasonToSkip(
  { memoryOn, anyMemory, recallOn, message, shownBytes, ignoring }: GateInput,
  wish: MemoryWish | undefined,
): RecallReason | undefined {
  if (!memoryOn) return 'memory_off'
  if (wish === 'ignore-message' || wish === 'ignore-conversation') return 'to_ignore'
  if (ignoring && wish !== 'use-again') return 'ignored_here'
  if (!anyMemory) return 'no_memories'
  if (!recallOn) return 'recall_off'
  if (!hasTwoWords(message) && !isCodeName(message)) return 'one_word'
  return shownBytes >= CONVERSATION_BYTES ? 'conversation_full' : undefined
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
