// Memory text is data. Nothing in it may close the envelope, look like the client's own tags, load an image, or hide.
import { stripHidden, withoutInvisible } from '../lib/invisible.ts'
import { once } from '../lib/once.ts'
import { isAscii, isPlainChinese } from '../lib/unicode.ts'

/** The plain forms, for the reader's sake. Whatever is written in another way is broken below. */
const IMAGE = /!\[([^[\]\n]{0,200})\]\([^()<>\s]{0,2000}\)/g
const LINK = /(?<![\w\])])\[([^[\]\n]{1,300})\]\(([^()<>\s`]{1,2000})\)/g
/** No image without `![`, no link without `](`, no definition of a reference without `]:`, however they are nested. */
const MARKS = /!(?=\[)|\](?=[(:])/g
/** What could open or close a tag: directly before a letter, `/`, `!`, `?` or `|`, or with blanks before a slash. */
const TAG = /<(?=[a-z/!?|]|\s+\/\s*[a-z])/gi
/** Names that clients and models give a meaning of their own. */
const NAMES =
  'system|user|assistant|human|developer|memory|memdir|tool|function|invoke|parameter|antml|instructions?|context|reminder|important|thinking|result|output|command|local-command|bash|task-notification|env|file|hook'
/** With blanks, or with a bracket that only looks like one, no parser sees a tag, but a model might. */
const spacedTag = once(() => new RegExp(`<(?=\\s+(?:${NAMES})[\\w:-]*(?:[\\s/>"'=]|$))`, 'gi'))
const lookAlikeTag = once(() => new RegExp(`[＜﹤〈⟨‹❮˂ᐸ](?=[\\s/／⁄∕]{0,8}(?:${NAMES}))`, 'gi'))
/** What chat templates of models end a turn with, besides `<|…|>` and `<<…>>`. */
const TURN_MARK = /\[(?=\/?INST\])/gi
/** `Map<string, Array<Item>>`: types behind a name. There is nothing with a value before the first `>`. */
const TYPES =
  /^<(string|number|boolean|any|unknown|void|never|null|undefined|bigint|symbol|int|float|double|char|bool|byte|long|str|usize|[iu](?:8|16|32|64)|[A-Z](?:[a-z][A-Za-z0-9]{0,60})?)(?=[>,[<| ])[A-Za-z0-9_.,[\]|< ]{0,80}>/
/** Names of types that are names of tags too. */
const ALSO_TAGS =
  /^(?:[abipqsu]|env|file|system|user|assistant|human|developer|memory|memdir|tool|function|invoke|parameter|antml|instructions?|context|reminder|important|thinking|result|output|command|html|head|body|base|link|meta|style|script|title|img|image|picture|source|video|audio|track|iframe|embed|object|param|form|input|button|select|textarea|svg|math|template|frame|frameset|applet|portal|noscript|plaintext|xmp|listing|marquee|canvas|dialog|details|table)$/i

/** Whatever ends a line for a terminal, an editor or a model. */
const LINE_BREAK = /\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]/g

export function inertText(text: string): string {
  const clean = stripHidden(text)
    .replace(LINE_BREAK, '\n')
    .replace(/[\x00-\x08\x0e-\x1f\x7f-\x9f]/g, '')
  // Of most memories nothing is left to do.
  const unlinked = /[[\]]/.test(clean) ? withoutLinks(clean) : clean
  const untagged = unlinked.includes('<') ? withoutTags(unlinked) : unlinked
  return isAscii(untagged) || isPlainChinese(untagged) ? untagged : untagged.replace(lookAlikeTag(), '&lt;')
}

function withoutLinks(text: string): string {
  return text
    .replace(IMAGE, '[image: $1]')
    .replace(LINK, '$1 (`$2`)')
    .replace(MARKS, '$& ')
    .replace(TURN_MARK, '[ ')
}

function withoutTags(text: string): string {
  return text
    .replace(TAG, (opening, at: number, all: string) => (opensTypes(all, at) ? opening : '&lt;'))
    .replace(spacedTag(), '&lt;')
}

function opensTypes(text: string, at: number): boolean {
  if (!/[A-Za-z0-9_]/.test(text[at - 1] ?? '')) return false
  const list = TYPES.exec(text.slice(at, at + 160))?.[0]
  if (list === undefined) return false
  return [...list.matchAll(/<(\w*)/g)].every(([, name = '']) => !ALSO_TAGS.test(name))
}

/** Every line begins with `> `: no content can end the quotation. */
export function quoteText(text: string): string {
  return text
    .replace(LINE_BREAK, '\n')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

/** For names in a list: one line, no marks. */
export function inertLine(text: string): string {
  return inertText(text).replace(/\s+/g, ' ').trim()
}

const FACT_LENGTH = 300

/**
 * For what is outside of the quotation, in headers and notes, where it reads as our own word: one line without
 * anything that tags, links, images or a second header are made of. What does not fit shows as `?`.
 */
export function inertFact(text: string): string {
  const fact = withoutInvisible(text)
    .replace(/[\s\x85]+/g, ' ')
    .trim()
    .replace(unfitIn(text), '?')
  if (fact.length <= FACT_LENGTH) return fact
  // By whole characters: half of one is no text.
  const characters = [...fact]
  const half = FACT_LENGTH / 2
  return characters.length <= FACT_LENGTH
    ? fact
    : `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`
}

/** All but letters and digits of any script, and what else paths, names, flags and commands are made of. */
function unfitIn(text: string): RegExp {
  return isAscii(text)
    ? /[^A-Za-z0-9 _./\\@:+~,#'-]|:(?=\/\/)/g
    : /[^\p{L}\p{M}\p{N} _./\\@:+~,#'-]|:(?=\/\/)/gu
}
