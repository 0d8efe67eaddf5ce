// Checks a format rule where one of its anchors occurs: neighbours, spelling, then value.

import { judgeSecret, RANK } from './matching/judge-secret.ts'
import type { FormatOptions, FormatRow } from './rules/rule-row.ts'
import type { Hit } from './secret-finding.ts'

const RIGHT = { word: '(?![A-Za-z0-9])', base64: '(?![A-Za-z0-9+/_=~-])', open: '' }

const UUID = '[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}'

export function expandUuid(format: string): string {
  return format.includes('{uuid}') ? format.replaceAll('{uuid}', UUID) : format
}

/** A row with its spelling compiled on first use: most rules never meet their anchor. */
export class FormatRule {
  readonly id: string
  readonly options: FormatOptions
  private readonly format: string
  private compiled: RegExp | undefined

  constructor([id, format, options = {}]: FormatRow) {
    this.id = id
    this.format = format
    this.options = options
  }

  get anchors(): readonly string[] {
    return this.options.anchors ?? [literalHead(this.format)]
  }

  private get spelling(): RegExp {
    this.compiled ??= new RegExp(`(?:${expandUuid(this.format)})${RIGHT[this.options.right ?? 'word']}`, 'y')
    return this.compiled
  }

  /** The secret around an anchor at `at`, or undefined. */
  match(text: string, at: number): Hit | undefined {
    const [least, most] = this.options.before ?? [0, 0]
    for (let before = most; before >= least; before--) {
      const start = at - before
      if (start < 0 || !this.opens(text, start)) continue
      this.spelling.lastIndex = start
      const secret = this.spelling.exec(text)?.[0]
      if (secret === undefined) continue
      const tier = judgeSecret(secret, this.options)
      if (tier) return { rule: this.id, tier, start, end: start + secret.length, rank: RANK.format }
    }
    return undefined
  }

  private opens(text: string, start: number): boolean {
    const { left } = this.options
    if (start === 0 || left === 'open') return true
    const code = text.charCodeAt(start - 1)
    if (isAlphanumeric(code)) return escapedLetter(text, start - 1)
    return left !== 'base64' || !isBase64Mark(code)
  }
}

/** The literal that a spelling starts with: `ghp_[A-Z]{3}` gives `ghp_`, `a[.]b` gives `a.b`. */
export function literalHead(format: string): string {
  let head = ''
  for (let i = 0; i < format.length; i++) {
    const character = format.charAt(i)
    if (format.startsWith('[.]', i)) {
      head += '.'
      i += 2
    } else if ('[(|?*+{\\^'.includes(character)) break
    else head += character
  }
  return head
}

export function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/** `=` is left out: it assigns more often than it pads. */
function isBase64Mark(code: number): boolean {
  return code === 43 || code === 45 || code === 47 || code === 95
}

/** The `n` of an escaped line break in a string literal is not a neighbour: `"\nghp_…"`. */
function escapedLetter(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) === 92 && /[nrt]/.test(text.charAt(at))
}
