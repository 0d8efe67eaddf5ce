// When a memory matters, besides what it says: situations (`when`, for prompts) and triggers (`on`, for an agent's calls).
// Reading is lenient and bounded, and says what it left out; nothing here looks at a file or at a call.
import { cutToCharacters } from '../base/text/unicode.ts'
import { attempt } from '../base/values/attempt.ts'
import { isObject } from '../base/values/is-object.ts'

interface Unless {
  /** Takes a call out whose command, path or added lines hold this text. */
  unless?: string
}

/** One pattern of an agent's own calls. */
export type Trigger = Unless &
  (
    | { /** One simple command of a shell line. */ run: string }
    | { /** A file that a call changes or creates. */ edit: string }
    | { /** A file that a call writes whole. */ write: string }
    | { /** Text among added lines. */ add: string /** In which files; absent: in every one. */; in?: string }
  )

/** A trigger that matches nearly always. */
export interface WideTrigger {
  trigger: Trigger
  /** Of the calls that it is compared with, in percent. */
  share: number
  /** So many percent may be. */
  most: number
}

/** Whoever knows the calls of agents says it. */
export type FindTooWide = (triggers: readonly Trigger[]) => Promise<WideTrigger | undefined>

const TRIGGER_VERBS = ['run', 'edit', 'write', 'add'] as const

export const MOST_SITUATIONS = 6
/** Characters of all situations of a memory together. */
export const SITUATIONS_LENGTH = 200
export const MOST_TRIGGERS = 12
/** Characters of each text of a trigger. */
const TRIGGER_LENGTH = 200

/** What was read, and how many entries were not: not understood, or more than may be. */
interface ReadMoments<T> {
  read: T[]
  left: number
}

/** A list of texts, or one text. What is more than the bounds allow is left; the first phrase is cut to them. */
export function readSituations(value: unknown): ReadMoments<string> {
  const given = asList(value)
  const phrases = given.map((one) => (typeof one === 'string' ? oneLine(one) : ''))
  const read = withinBounds(phrases.filter((phrase) => phrase !== ''))
  return { read, left: given.length - read.length }
}

/** In order, each once, as many as fit whole. */
function withinBounds(phrases: readonly string[]): string[] {
  const kept: string[] = []
  let room = SITUATIONS_LENGTH
  for (const phrase of new Set(phrases)) {
    if (kept.length === MOST_SITUATIONS) break
    const fitting = kept.length === 0 ? cutToCharacters(phrase, SITUATIONS_LENGTH) : phrase
    const length = [...fitting].length
    if (length > room) continue
    kept.push(fitting)
    room -= length
  }
  return kept
}

/** Objects of the frontmatter, or the form in one line (`run: npm install* unless: --dry-run`). */
export function readTriggers(value: unknown): ReadMoments<Trigger> {
  const given = asList(value)
  const read = distinctTriggers(given.flatMap((one) => readTrigger(one) ?? []))
  return { read, left: given.length - read.length }
}

/** Each once, as many as a memory may have. */
export function distinctTriggers(triggers: readonly Trigger[]): Trigger[] {
  const byText = new Map(triggers.map((trigger) => [JSON.stringify(trigger), trigger]))
  return [...byText.values()].slice(0, MOST_TRIGGERS)
}

/** Exactly one of `run`, `edit`, `write` and `add`, each a text of one line. */
export function readTrigger(value: unknown): Trigger | undefined {
  const given = typeof value === 'string' ? partsOf(value) : value
  if (!isObject(given) || !Object.keys(given).every((name) => PARTS.includes(name))) return undefined
  const verbs = TRIGGER_VERBS.filter((verb) => verb in given)
  if (verbs.length !== 1 || ('in' in given && verbs[0] !== 'add')) return undefined
  // In one order, whatever the order they were given in.
  const parts = PARTS.filter((name) => name in given).map((name) => [name, readPart(name, given[name])])
  return parts.every(([, text]) => text !== undefined) ? (Object.fromEntries(parts) as Trigger) : undefined
}

const PARTS: readonly string[] = [...TRIGGER_VERBS, 'in', 'unless']
/** Texts that are looked for as they are, blanks included; the others are globs. */
const TEXTS: ReadonlySet<string> = new Set(['add', 'unless'])

/** `add: console. in: src/** unless: test`: a word of the form, a colon and a space begin the next part; or JSON. */
function partsOf(line: string): unknown {
  if (line.startsWith('{')) return attempt(() => JSON.parse(line))
  const found = [...line.matchAll(/(?:^| )(run|edit|write|add|in|unless): /g)]
  if (found[0]?.index !== 0) return undefined
  const parts = found.map((match, at) => {
    const text = line.slice(match.index + match[0].length, found[at + 1]?.index)
    return [match[1] ?? '', text] as const
  })
  return new Set(parts.map(([name]) => name)).size === parts.length ? Object.fromEntries(parts) : undefined
}

function readPart(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || /[\r\n\0]/.test(value) || [...value].length > TRIGGER_LENGTH)
    return undefined
  if (TEXTS.has(name)) return value.trim() === '' ? undefined : value
  const glob = value.trim()
  // Nothing but stars says nothing of a call; of `in`, that it may be any file.
  return (name === 'in' ? glob !== '' : /[^*]/.test(glob)) ? glob : undefined
}

/** A text as it was given, or a list of them: in the forms in which a file says them. What is left out stays out. */
export function writtenMoments(given: { when?: unknown; on?: unknown }): { when?: string[]; on?: Trigger[] } {
  const listOf = <T>(list: T[]) => (list.length > 0 ? list : undefined)
  return {
    ...('when' in given && { when: listOf(readSituations(given.when).read) }),
    ...('on' in given && { on: listOf(readTriggers(given.on).read) }),
  } as { when?: string[]; on?: Trigger[] }
}

/** Two memories become one: it matters whenever one of them did, as far as the bounds allow. */
export function mergedMoments(
  old: { when?: readonly string[]; on?: readonly Trigger[] },
  other: { when?: readonly string[]; on?: readonly Trigger[] },
): { when?: string[]; on?: Trigger[] } {
  const when = readSituations([...(old.when ?? []), ...(other.when ?? [])]).read
  const on = distinctTriggers([...(old.on ?? []), ...(other.on ?? [])])
  return {
    ...(when.length > (old.when?.length ?? 0) && { when }),
    ...(on.length > (old.on?.length ?? 0) && { on }),
  }
}

/** A trigger in one line, as it can be given again. */
export function triggerLine(trigger: Trigger): string {
  return Object.entries(trigger)
    .map(([name, text]) => `${name}: ${text}`)
    .join(' ')
}

/** A line of a body that says the same as `when`. */
const SITUATION_LINE =
  /^(?:\*\*(?:How to apply|When)(?::\*\*|\*\*:)|(?:\*\*)?(?:适用|何时)(?:\*\*)?[：:](?:\*\*)?)(.+)$/
/** In characters: what a memory is about is said at its beginning. */
const SITUATION_LINES_WITHIN = 20_000

/** All that a memory says of when it matters, as far as the bounds allow: its `when`, then lines of its body. */
export function situationsOf({
  when = [],
  content,
}: {
  when?: readonly string[]
  content: string
}): string[] {
  return readSituations([...when, ...situationLines(content)]).read
}

function situationLines(content: string): string[] {
  const lines = content.slice(0, SITUATION_LINES_WITHIN).split(/\r\n|\n|\r/)
  return lines.flatMap((line) => SITUATION_LINE.exec(line.trim())?.[1] ?? [])
}

function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
