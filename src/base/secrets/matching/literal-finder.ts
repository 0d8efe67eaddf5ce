// Finds many literals in one pass over a text: an index by the first three characters, then a comparison. Time
// depends on the text alone, however many rules there are. Letters of ASCII match in either case; the rules look
// at case themselves.

const BITS = 6
const CLASSES = 1 << BITS
const NONE = new Uint8Array(0)

export class LiteralFinder {
  /** Characters fold to a few classes; class 0 is every character that no literal contains. */
  private readonly classOf = new Uint8Array(128)
  private readonly literals: Uint8Array[] = []
  /** Three classes give the number of a bucket; 0 is none. */
  private readonly index = new Uint16Array(1 << (3 * BITS))
  private readonly buckets: number[][] = [[]]

  constructor(literals: readonly string[]) {
    let classes = 1
    for (const literal of literals) {
      for (const character of literal) {
        const code = character.charCodeAt(0)
        if (code < 128 && this.classOf[code] !== 0) continue
        if (classes === CLASSES || code > 127)
          throw new RangeError(`No class left for a character of ${literal}`)
        this.classOf[character.toLowerCase().charCodeAt(0)] = classes
        this.classOf[character.toUpperCase().charCodeAt(0)] = classes++
      }
    }
    for (const [id, literal] of literals.entries()) this.add(id, literal)
  }

  /** A literal of two characters is listed under every third one. */
  private add(id: number, literal: string): void {
    if (literal.length < 2) throw new RangeError(`The literal ${literal} is too short to search for`)
    const folded = Uint8Array.from(literal, (character) => this.classOf[character.charCodeAt(0)] ?? 0)
    this.literals[id] = folded
    const [first = 0, second = 0, third] = folded
    const pair = ((first << BITS) | second) << BITS
    if (third !== undefined) this.addTo(pair | third, id)
    else for (let any = 0; any < CLASSES; any++) this.addTo(pair | any, id)
  }

  private addTo(key: number, id: number): void {
    const bucket = this.index[key] ?? 0
    if (bucket !== 0) this.buckets[bucket]?.push(id)
    else this.index[key] = this.buckets.push([id]) - 1
  }

  /** Calls back for each occurrence; stops when the callback or `pause` (every 4,096 characters) says so. */
  find(text: string, found: (literal: number, start: number) => boolean, pause: () => boolean): boolean {
    const { classOf, index, buckets } = this
    let key = 0
    for (let i = 0; i < text.length + 1; i++) {
      if ((i & 4095) === 0 && pause()) return false
      const code = text.charCodeAt(i)
      key = ((key << BITS) | (code < 128 ? (classOf[code] ?? 0) : 0)) & (index.length - 1)
      const bucket = index[key] ?? 0
      if (bucket === 0) continue
      for (const id of buckets[bucket] ?? [])
        if (this.matchesAt(text, id, i - 2) && found(id, i - 2)) return false
    }
    return true
  }

  /** The first three characters are known to fit. */
  private matchesAt(text: string, id: number, start: number): boolean {
    const literal = this.literals[id] ?? NONE
    for (let i = 3; i < literal.length; i++) {
      const code = text.charCodeAt(start + i)
      if (!(code < 128) || this.classOf[code] !== literal[i]) return false
    }
    return true
  }
}
