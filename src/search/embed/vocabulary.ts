// A WordPiece vocabulary as a hash table in flat arrays: it is read with the model and used in place, because
// building a Map of 30,000 strings would cost more than the rest of a cold start.
//
//   offsets: uint32 per word and one more (top bit: a continuation, "##" left out)
//   slots:   uint16 word number by hash, 65,536 of them, linear probing
//   units:   UTF-16 code units of all words

const SLOTS = 65_536
const EMPTY = 0xffff
const CONTINUATION = 0x8000_0000
const START_SEED = 0x811c9dc5
const CONTINUATION_SEED = 0x1b873593

export interface Vocabulary {
  /** Words, the number of the [UNK] word and so on come from the model's own list. */
  readonly size: number
  /** The longest word that starts at `from` and ends at most at `to`: its number and end, or -1. */
  longest(text: string, from: number, to: number, continuation: boolean): { id: number; end: number }
  idOf(word: string): number
}

/** Packs words (in the order of their numbers) for {@link openVocabulary}. */
export function packVocabulary(words: readonly string[]): Uint8Array {
  const bare = words.map((word) => (word.startsWith('##') && word.length > 2 ? word.slice(2) : word))
  const unitCount = bare.reduce((sum, word) => sum + word.length, 0)
  const { offsets, slots, units, bytes } = arrays(
    new ArrayBuffer(size(words.length, unitCount)),
    0,
    words.length,
  )
  slots.fill(EMPTY)
  let at = 0
  bare.forEach((word, id) => {
    const continuation = word !== words[id]
    offsets[id] = (at | (continuation ? CONTINUATION : 0)) >>> 0
    let hash = continuation ? CONTINUATION_SEED : START_SEED
    for (let i = 0; i < word.length; i++) {
      units[at + i] = word.charCodeAt(i)
      hash = mix(hash, word.charCodeAt(i))
    }
    let slot = slotOf(hash)
    while (slots[slot] !== EMPTY) slot = (slot + 1) & (SLOTS - 1)
    slots[slot] = id
    at += word.length
  })
  offsets[words.length] = at
  return bytes
}

/** Uses the packed vocabulary in place: it must stay where it is in the memory, also where that grows. */
export function openVocabulary(
  memory: { readonly buffer: ArrayBufferLike },
  offset: number,
  words: number,
): Vocabulary {
  let { offsets, slots, units } = arrays(memory.buffer, offset, words)
  const hashes = new Uint32Array(128)

  const find = (hash: number, text: string, from: number, length: number, flag: number): number => {
    const first = slotOf(hash)
    // Never round and round: a damaged table may have no empty slot.
    for (let probe = 0; probe < SLOTS; probe++) {
      const slot = (first + probe) & (SLOTS - 1)
      const id = slots[slot] ?? EMPTY
      if (id === EMPTY) return -1
      const start = offsets[id] ?? 0
      const at = start & ~CONTINUATION
      if ((start & CONTINUATION) === flag && ((offsets[id + 1] ?? 0) & ~CONTINUATION) - at === length) {
        let i = 0
        while (i < length && units[at + i] === text.charCodeAt(from + i)) i++
        if (i === length) return id
      }
    }
    return -1
  }

  const longest = (text: string, from: number, to: number, continuation: boolean) => {
    // Views of what was there before it grew.
    if (slots.length === 0) ({ offsets, slots, units } = arrays(memory.buffer, offset, words))
    const limit = Math.min(to - from, hashes.length)
    let hash = continuation ? CONTINUATION_SEED : START_SEED
    for (let i = 0; i < limit; i++) {
      hash = mix(hash, text.charCodeAt(from + i))
      hashes[i] = hash
    }
    const flag = continuation ? CONTINUATION | 0 : 0
    for (let length = limit; length > 0; length--) {
      const id = find((hashes[length - 1] ?? 0) | 0, text, from, length, flag)
      if (id >= 0) return { id, end: from + length }
    }
    return { id: -1, end: from }
  }

  return {
    size: words,
    longest,
    idOf: (word) => {
      const { id, end } = longest(word, 0, word.length, false)
      return end === word.length ? id : -1
    },
  }
}

function size(words: number, units: number): number {
  return (words + 1) * 4 + SLOTS * 2 + units * 2
}

function arrays(buffer: ArrayBufferLike, offset: number, words: number) {
  const offsets = new Uint32Array(buffer, offset, words + 1)
  const slots = new Uint16Array(buffer, offset + offsets.byteLength, SLOTS)
  const start = offset + offsets.byteLength + slots.byteLength
  const end = buffer.byteLength
  const units = new Uint16Array(buffer, start, (end - start) >> 1)
  return { offsets, slots, units, bytes: new Uint8Array(buffer, offset) }
}

function mix(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (SLOTS - 1)
}
