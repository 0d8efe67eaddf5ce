// The shape of the tables. A row is data: an id, how a secret of this kind is spelled, and what is special.
//
// Spellings are a small, bounded part of regular-expression syntax: literals, character classes, `(?:a|b)`,
// `{n}` and `{n,m}`, `?`, and `{uuid}`. No `*`, `+` or back-references, so no spelling can run away.

export type Tier = 'block' | 'warn'

export interface FormatOptions {
  /** Literals that start a check, when they cannot be read off the head of the spelling. */
  anchors?: readonly string[]
  /** How many characters of the secret come before the anchor: least and most. */
  before?: readonly [least: number, most: number]
  /** Least Shannon entropy in bits per character; below it a block finding becomes a warning. Default 3. */
  entropy?: number
  /** Default `block`. */
  tier?: Tier
  /**
   * What may not come directly before the secret: default letters and digits; `base64` also `+ / _ -`;
   * `open` nothing, for a prefix that cannot be mistaken.
   */
  left?: 'base64' | 'open'
  /** What may follow: default anything but letters and digits; `open` anything. */
  right?: 'base64' | 'open'
  /** The rule only counts when one of these words occurs somewhere in the text. */
  needs?: readonly string[]
  /** Without a digit, a small and a capital letter it is something else: a row of a table, a word. */
  mixed?: boolean
  /** A checksum that proves the secret whatever its entropy. It never excuses one: formats change. */
  checksum?: 'crc32-base62'
}

/** A secret that is recognised by its own spelling. */
export type FormatRow = readonly [id: string, format: string, options?: FormatOptions]

export interface KeywordOptions {
  entropy?: number
  tier?: Tier
}

/** A secret without a mark of its own: only a provider's name next to it identifies it. Keywords are separated by `|`. */
export type KeywordRow = readonly [id: string, keywords: string, value: string, options?: KeywordOptions]
