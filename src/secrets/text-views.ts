// Other ways to read a text: as a reader would take it (NFKC, nothing invisible), and what base64 in it says.

export interface TextView {
  text: string
  /** Original start and end of the character at each offset of `text`. */
  starts: Int32Array
  ends: Int32Array
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u
const PLAIN = /^[\0-\x7f]*$/

/** Undefined when the view would show nothing new. */
export function normalizedView(text: string): TextView | undefined {
  if (PLAIN.test(text)) return undefined
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  const folded = new Map<string, string>()
  let changed = false
  let at = 0
  for (const character of text) {
    const code = character.charCodeAt(0)
    const fold = code < 128 ? character : foldOf(character, folded)
    if (fold !== character) changed = true
    for (let i = 0; i < fold.length; i++) {
      starts.push(at)
      ends.push(at + character.length)
    }
    parts.push(fold)
    at += character.length
  }
  return changed
    ? { text: parts.join(''), starts: Int32Array.from(starts), ends: Int32Array.from(ends) }
    : undefined
}

function foldOf(character: string, known: Map<string, string>): string {
  let fold = known.get(character)
  if (fold === undefined) {
    fold = INVISIBLE.test(character) ? '' : character.normalize('NFKC')
    known.set(character, fold)
  }
  return fold
}

export interface DecodedRun {
  start: number
  end: number
  text: string
}

/** 20 characters of base64 hold 15 bytes: no format we know is shorter. */
const RUN = /[A-Za-z0-9+/_-]{20,}={0,2}(?:\r?\n[ \t]{0,16}[A-Za-z0-9+/_-]{2,}={0,2}(?![^\s"'`,;)\]}]))*/g
const FULL_LINE = 60

export function* base64Runs(text: string): Generator<DecodedRun> {
  RUN.lastIndex = 0
  for (let found = RUN.exec(text); found; found = RUN.exec(text)) {
    const first = found[0].search(/\r?\n/)
    // Words on following lines only belong to the block when its lines are full.
    const run = first >= 0 && first < FULL_LINE ? found[0].slice(0, first) : found[0]
    RUN.lastIndex = found.index + run.length
    if (!looksReadable(run)) continue
    const decoded = Buffer.from(run, 'base64').toString('latin1')
    if (isReadable(decoded)) yield { start: found.index, end: found.index + run.length, text: decoded }
  }
}

/** A cheap look at the first bytes, so that most long words are never decoded. */
function looksReadable(run: string): boolean {
  return isReadable(Buffer.from(run.slice(0, 16), 'base64').toString('latin1'))
}

function isReadable(text: string): boolean {
  let odd = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code > 126) odd++
  }
  return odd * 16 <= text.length
}
