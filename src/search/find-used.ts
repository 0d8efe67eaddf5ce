// Whether an agent used a memory that it was shown: it says a distinctive name of it, or several of its words in a row,
// that the person did not say themselves. Deterministic, and careful: what is not plain does not count.

interface ShownText {
  readonly id: string
  readonly file: string
  readonly text: string
}

/** `said`: the agent's words and the input of its tools. `asked`: what the person typed. */
export function findUsed<Shown extends ShownText>(
  shown: readonly Shown[],
  { said, asked }: { said: string; asked: string },
): Shown[] {
  const [answer, question] = [folded(said), folded(asked)]
  // A mark that several of them have says nothing about one.
  const marks = shown.map(({ text }) => new Set(marksOf(text)))
  const isOwn = (mark: string) => marks.filter((one) => one.has(mark)).length === 1
  return shown.filter((_, at) =>
    [...(marks[at] ?? [])].some((mark) => isOwn(mark) && has(answer, mark) && !has(question, mark)),
  )
}

/** Names that are no words: with a digit, a dot, a slash, an underscore, a hyphen or a capital inside. */
const NAME = /[\p{L}\p{N}_@~./:#-]{4,120}/gu
const IS_NAME = /\d|[_/@#]|\p{Ll}\p{Lu}|\p{L}[.:-]\p{L}/u
const WORDS_IN_A_ROW = 5
const CHARACTERS_IN_A_ROW = 8

function marksOf(text: string): string[] {
  const names = [...text.matchAll(NAME)].map(([name]) => name.replace(/^[.:/-]+|[.:/-]+$/g, ''))
  const distinctive = names.filter((name) => name.length >= 4 && IS_NAME.test(name) && !isPlainNumber(name))
  return [...new Set([...distinctive.map(folded), ...phrasesOf(text)])]
}

/** A year or a small count is in many texts. */
function isPlainNumber(name: string): boolean {
  return /^\d{1,4}$/.test(name)
}

function phrasesOf(text: string): string[] {
  const phrases: string[] = []
  for (const sentence of text.split(/[.!?。！？；;\n]+/)) {
    const words = folded(sentence).match(/[\p{L}\p{N}_'’-]+/gu) ?? []
    if (/\p{Script=Han}/u.test(sentence)) {
      const run = folded(sentence).replace(/[^\p{L}\p{N}]+/gu, '')
      for (let at = 0; at + CHARACTERS_IN_A_ROW <= run.length; at++)
        phrases.push(run.slice(at, at + CHARACTERS_IN_A_ROW))
    } else
      for (let at = 0; at + WORDS_IN_A_ROW <= words.length; at++)
        phrases.push(words.slice(at, at + WORDS_IN_A_ROW).join(' '))
  }
  return phrases
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
}

/** As a whole: `app.ts` is not in `webapp.tsx`. Chinese has no such borders. */
function has(text: string, mark: string): boolean {
  const isHan = /\p{Script=Han}/u.test(mark)
  const inside = isHan ? text.replace(/[^\p{L}\p{N}]+/gu, '') : text
  for (let at = inside.indexOf(mark); at >= 0; at = inside.indexOf(mark, at + 1)) {
    const [before, after] = [inside[at - 1] ?? ' ', inside[at + mark.length] ?? ' ']
    if (isHan || !(/[\p{L}\p{N}_]/u.test(before) || /[\p{L}\p{N}_]/u.test(after))) return true
  }
  return false
}
