// Commands of the project that a text names: `npm run lint`, `make release`.
import { isAll, isOneOf, isWord, wordStart } from './scan-text.ts'

const words = (list: string) => new Set(list.split(' '))
const RUNNERS = words('npm pnpm yarn bun composer poetry pdm')
/** In backticks they run a name without `run` as well; in a sentence they are words: "make sure", "just do". */
const DIRECT = words('npm pnpm yarn make just')
/** "npm run the tests" names no script. */
const NO_SCRIPT = words(
  'the a an all any it its this that these your our script scripts command commands and or in on with from to as',
)

/** What follows are further words, not options: those can name another directory. Behind `--` they are the script's. */
export function commandOfSpan(span: string): string | undefined {
  const parts = span.split(' ')
  const [tool = '', second = '', third = ''] = parts
  const isRun = second === 'run' ? RUNNERS.has(tool) : tool === 'deno' && second === 'task'
  const count = isRun && isScript(third) ? 3 : DIRECT.has(tool) && isScript(second) ? 2 : 0
  if (count === 0) return undefined
  const dashes = parts.indexOf('--', count)
  const own = parts.slice(count, dashes < 0 ? undefined : dashes)
  const handedOn = dashes < 0 ? [] : parts.slice(dashes + 1)
  const isWhole = own.every((part) => isWord(part, 0) && isArgument(part)) && handedOn.every(isArgument)
  return isWhole ? parts.slice(0, count).join(' ') : undefined
}

function isScript(word: string): boolean {
  return isWord(word, 0) && isAll(word, 0, isScriptChar)
}

function isScriptChar(text: string, at: number): boolean {
  return isWord(text, at) || isOneOf(':.-', text, at)
}

function isArgument(word: string): boolean {
  return word !== '' && isAll(word, 0, (text, at) => isWord(text, at) || isOneOf('@./:+=-', text, at))
}

interface FoundCommand {
  at: number
  text: string
}

/** Without backticks. */
export function bareCommands(sentence: string): FoundCommand[] {
  return [
    ...commandsWith(sentence, ' run ', (tool) => RUNNERS.has(tool)),
    ...commandsWith(sentence, ' task ', (tool) => tool === 'deno'),
    ...npmTests(sentence),
  ]
}

function commandsWith(sentence: string, verb: string, isTool: (word: string) => boolean): FoundCommand[] {
  const found: FoundCommand[] = []
  for (let at = sentence.indexOf(verb); at >= 0; at = sentence.indexOf(verb, at + 1)) {
    const start = wordStart(sentence, at)
    if (!isTool(sentence.slice(start, at)) || isOneOf('$./@-', sentence, start - 1)) continue
    const from = at + verb.length
    const end = scriptEnd(sentence, from)
    const script = sentence.slice(from, end)
    if (end > from && !NO_SCRIPT.has(script)) found.push({ at: start, text: sentence.slice(start, end) })
  }
  return found
}

/** The last letter of the script; punctuation behind it belongs to the sentence. `from` where there is none. */
function scriptEnd(sentence: string, from: number): number {
  if (!isWord(sentence, from)) return from
  let end = from
  while (isScriptChar(sentence, end)) end++
  while (end > from && (!isWord(sentence, end - 1) || goesOn(sentence, end))) end--
  return end
}

function npmTests(sentence: string): FoundCommand[] {
  const found: FoundCommand[] = []
  for (let at = sentence.indexOf('npm test'); at >= 0; at = sentence.indexOf('npm test', at + 1)) {
    const isStart = !isWord(sentence, at - 1) && !isOneOf('$./@-', sentence, at - 1)
    if (isStart && !goesOn(sentence, at + 8)) found.push({ at, text: 'npm test' })
  }
  return found
}

function goesOn(sentence: string, at: number): boolean {
  return isWord(sentence, at) || isOneOf('/@=-', sentence, at)
}
