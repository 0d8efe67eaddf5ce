// What others wrote is data. Nothing in it may close the envelope, look like the client's own tags, load an image, or
// hide. The one place where a text becomes one for agents.

import { once } from '../values/once.ts'
import { type AgentText, insideReminder, reminderText } from './agent-text.ts'
import { stripHidden, withoutInvisible } from './invisible.ts'
import { isAscii, isPlainChinese } from './unicode.ts'

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
const BRACKETS = '＜﹤〈〈⟨‹❮❬❰˂ᐸ《«⟪⧼≪⋖'
const SLASHES = '[\\s/／⁄∕]{0,40}'
const lookAlikeTag = once(() => new RegExp(`[${BRACKETS}](?=${SLASHES}(?:${NAMES}))`, 'gi'))
/** The same in wide letters, behind any bracket. */
const wideTag = once(() => new RegExp(`[<${BRACKETS}](?=${SLASHES}[Ａ-Ｚａ-ｚ])`, 'g'))
/** What chat templates of models end a turn with, besides `<|…|>` and `<<…>>`. */
const TURN_MARK = /\[(?=\/?INST\])/gi
/** Behind a bracket, once letters and bars are in their plain form: some models' marks have wide bars. */
const TURN_AHEAD = /^(?:\|[^|<>\n]{1,40}\||<?\/?sys>>|\/?(?:start|end)_of_turn>)/
const INST_AHEAD = /^\/?inst\]/
const namedAhead = once(() => new RegExp(`^${SLASHES}(?:${NAMES})`))
const bracketAt = once(() => new RegExp(`[<${BRACKETS}[［]`, 'g'))
/** As far as a mark goes. */
const AHEAD = 80
/** `Map<string, Array<Item>>`: types behind a name. There is nothing with a value before the first `>`. */
const TYPES =
  /^<(string|number|boolean|any|unknown|void|never|null|undefined|bigint|symbol|int|float|double|char|bool|byte|long|str|usize|[iu](?:8|16|32|64)|[A-Z](?:[a-z][A-Za-z0-9]{0,60})?)(?=[>,[<| ])[A-Za-z0-9_.,[\]|< ]{0,80}>/
/** Names of types that are names of tags too. */
const ALSO_TAGS =
  /^(?:[abipqsu]|env|file|system|user|assistant|human|developer|memory|memdir|tool|function|invoke|parameter|antml|instructions?|context|reminder|important|thinking|result|output|command|html|head|body|base|link|meta|style|script|title|img|image|picture|source|video|audio|track|iframe|embed|object|param|form|input|button|select|textarea|svg|math|template|frame|frameset|applet|portal|noscript|plaintext|xmp|listing|marquee|canvas|dialog|details|table)$/i

/** Whatever ends a line for a terminal, an editor or a model. */
const LINE_BREAK = /\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]/g
const CONTROL = /[\x00-\x08\x0e-\x1f\x7f-\x9f]/g
/** Colours and the like: without the first character the rest would be left as letters. */
const TERMINAL_CODE = /(?:\x1b\[|\x9b)[\d;?]{0,20}[@-~]/g

/** Prose of others, to be quoted. */
export function inertText(text: string): AgentText {
  const clean = stripHidden(text).replace(TERMINAL_CODE, '').replace(LINE_BREAK, '\n').replace(CONTROL, '')
  // For most memories nothing is left to do.
  const unlinked = /[[\]]/.test(clean) ? withoutLinks(clean) : clean
  const untagged = unlinked.includes('<') ? withoutTags(unlinked) : unlinked
  const isPlain = isAscii(untagged) || (isPlainChinese(untagged) && !untagged.includes('《'))
  return (isPlain ? untagged : withoutLookAlikes(untagged)) as AgentText
}

function withoutLookAlikes(text: string): string {
  return withoutMarks(text.replace(lookAlikeTag(), '&lt;').replace(wideTag(), '&lt;'), namedAhead())
}

/** Letters of Cyrillic, Greek and others that are drawn as Latin ones. */
const LATIN_LIKE = 'аaеeоoрpсcуyхxѕsіiјjԁdмmтtнhкkɡgıiοoαaεeνvυu'
const LIKE_LATIN = /[аеорсухѕіјԁмтнкɡıοαενυ]/g

function latinOf(letter: string): string {
  return LATIN_LIKE[LATIN_LIKE.indexOf(letter) + 1] ?? letter
}

/** Where letters are not plain ones (bold, circled, wide): what is behind a bracket is read as a person would. */
function withoutMarks(text: string, name: RegExp): string {
  if (isAscii(text)) return text
  return text.replace(bracketAt(), (bracket, at: number) => {
    const behind = text.slice(at + 1, at + 1 + AHEAD)
    if (isAscii(behind) && isAscii(bracket)) return bracket
    const ahead = behind
      .normalize('NFKC')
      .toLowerCase()
      .replace(LIKE_LATIN, (letter) => latinOf(letter))
    if (bracket === '[' || bracket === '［') return INST_AHEAD.test(ahead) ? '[ ' : bracket
    return name.test(ahead) || TURN_AHEAD.test(ahead) ? '&lt;' : bracket
  })
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

/** Every text in a value, however deep, and the names of its fields: for answers as JSON. */
export function inertValues<T>(value: T): T {
  const map = (one: unknown): unknown => {
    if (typeof one === 'string') return inertText(one)
    if (Array.isArray(one)) return one.map(map)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [inertLine(name), map(inner)]))
  }
  return map(value) as T
}

/** Prose of others, quoted: every line begins with `> `, so that no content can end the quotation. */
export function quoteText(text: string): AgentText {
  return inertText(text)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n') as AgentText
}

/** The same of what is one line. */
export function quoteLine(text: string): AgentText {
  return `> ${inertLine(text)}` as AgentText
}

/** For names in a list: one line, no marks. */
export function inertLine(text: string): AgentText {
  return inertText(text).replace(/\s+/g, ' ').trim() as AgentText
}

/**
 * For the text of somebody whose word counts (instructions, skills, hooks), or needed to the letter (a file, evidence): only what ends
 * our envelope or a turn is broken, in any spelling. Such a text is in a block of its own, or in none.
 */
export function unmarkedText(text: string, ...tags: readonly string[]): AgentText {
  const clean = stripHidden(text)
    .replace(TERMINAL_CODE, '')
    .replace(/(?![\v\f\r\x85])[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
  return ['system-reminder', ...tags]
    .reduce((marked, tag) => withoutMarks(marked.replace(tagCalled(tag), '&lt;'), tagAhead(tag)), clean)
    .replace(TURN_END, '&lt;')
    .replace(TURN_MARK, '[ ') as AgentText
}

/** The same on one line. */
export function unmarkedLine(text: string, ...tags: readonly string[]): AgentText {
  return unmarkedText(text, ...tags)
    .replace(/[\s\x85]+/g, ' ')
    .trim() as AgentText
}

/** To the letter, in a block that it cannot close. `name`: an attribute that says what it is. */
export function fencedText(tag: string, text: string, name?: string): AgentText {
  const named = name === undefined ? '' : ` name="${inertLine(name.replaceAll('"', "'"))}"`
  return `<${tag}${named}>\n${unmarkedText(text, tag)}\n</${tag}>` as AgentText
}

/** In the envelope, whoever wrote it and wherever it was kept; one that is there already is not put around it twice. */
export function asReminder(text: string): AgentText {
  return reminderText(unmarkedText(insideReminder(text) ?? text))
}

/** To the letter, every line behind a bar: for a model that has to copy words from it. */
export function barredText(text: string, ...tags: readonly string[]): AgentText {
  return unmarkedText(text, ...tags)
    .split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/)
    .map((line) => `  | ${line}`)
    .join('\n') as AgentText
}

const TURN_END = /<(?=\|[\w-]{1,40}\|>|<\/?SYS>>|\/?(?:start|end)_of_turn>)/gi
const patterns = new Map<string, RegExp>()
const patternsAhead = new Map<string, RegExp>()

/** The same name in plain letters, behind a bracket. */
function tagAhead(name: string): RegExp {
  const known = patternsAhead.get(name)
  if (known) return known
  const pattern = new RegExp(`^${SLASHES}${name.replace(/[^a-z]/g, '[\\s_\\-\u2010-\u2015\u2212]{0,3}')}`)
  patternsAhead.set(name, pattern)
  return pattern
}

/** Behind any bracket, with blanks and slashes, in wide letters, with any hyphen or none. */
function tagCalled(name: string): RegExp {
  const known = patterns.get(name)
  if (known) return known
  const letters = [...name].map((letter) =>
    /[a-z]/.test(letter)
      ? `[${letter}${String.fromCharCode(letter.charCodeAt(0) + 0xfee0)}]`
      : '[\\s_\\-\u2010-\u2015\u2212\ufe63\uff0d]{0,3}',
  )
  const pattern = new RegExp(`[<${BRACKETS}](?=${SLASHES}${letters.join('')})`, 'gi')
  patterns.set(name, pattern)
  return pattern
}

const FACT_LENGTH = 300
/** Letters of a script that look like brackets. */
const LETTERS_LIKE_BRACKETS = /[\u1433\u1438]/g

/**
 * For what is outside of the quotation, in headers and notes, where it reads as our own word: one line without
 * anything that tags, links, images or a second header are made of. What does not fit shows as `?`.
 */
export function inertFact(text: string): AgentText {
  return factOf(text) as AgentText
}

function factOf(text: string): string {
  const fact = withoutInvisible(text)
    .replace(/[\s\x85]+/g, ' ')
    .trim()
    .replace(unfitIn(text), '?')
    .replace(LETTERS_LIKE_BRACKETS, '?')
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
