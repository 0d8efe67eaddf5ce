// What a person reads, as a key with values: code passes it on and compares keys, and only a face picks the language.

export type Language = 'en' | 'zh'

/** A text in both languages. */
export interface Text {
  readonly en: string
  readonly zh: string
}

/** A text with its key; `{name}` stands for a value, `{n memory|memories}` for a count with its English noun. */
export interface MessageTemplate extends Text {
  readonly key: string
}

export type MessageValue = string | number | Message

export interface Message extends Text {
  readonly key: string
  readonly values: Readonly<Record<string, MessageValue>>
}

type Row = readonly [en: string, zh: string]
type Placeholder<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}`
  ? NameIn<Hole> | Placeholder<Rest>
  : never
/** Braces around a quotation mark are text: an example in JSON. */
type NameIn<Hole extends string> = Hole extends `${string}"${string}`
  ? never
  : Hole extends `${infer Name} ${string}`
    ? Name
    : Hole
type Arguments<T extends MessageTemplate> = [Placeholder<T['en']>] extends [never]
  ? []
  : [values: Record<Placeholder<T['en']>, MessageValue>]
/** A row whose languages name different values is none. */
type Checked<R> = {
  readonly [Name in keyof R]: R[Name] extends readonly [infer En extends string, infer Zh extends string]
    ? [Placeholder<En>, Placeholder<Zh>] extends [Placeholder<Zh>, Placeholder<En>]
      ? Row
      : { readonly differs: Exclude<Placeholder<En> | Placeholder<Zh>, Placeholder<En> & Placeholder<Zh>> }
    : Row
}
type Templates<R extends Record<string, Row>> = {
  readonly [Name in keyof R]: { readonly key: string; readonly en: R[Name][0]; readonly zh: R[Name][1] }
}

/**
 * The texts of a subject, a row each: `findingLink` of `doctor` has the key `doctor.finding-link`. A template is made when it
 * is asked for: what a process never says costs it nothing.
 */
/* @__NO_SIDE_EFFECTS__ */
export function texts<const R extends Record<string, Row>>(
  subject: string,
  rows: R & Checked<R>,
): Templates<R> {
  const made: Record<string, MessageTemplate> = Object.create(null)
  const templateOf = (all: Record<string, Row>, name: string): MessageTemplate | undefined => {
    const row = Object.hasOwn(all, name) ? all[name] : undefined
    if (!row) return undefined
    made[name] ??= {
      key: `${subject}.${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`,
      en: row[0],
      zh: row[1],
    }
    return made[name]
  }
  return new Proxy<Record<string, Row>>(rows, { get: templateOf as never }) as unknown as Templates<R>
}

export function message<const T extends MessageTemplate>(template: T, ...[values]: Arguments<T>): Message {
  const given: Record<string, MessageValue> = values ?? {}
  return {
    key: template.key,
    values: given,
    en: fill(template.en, given, 'en'),
    zh: fill(template.zh, given, 'zh'),
  }
}

/** Text that was not made here (of a library, a provider, a person): the same in every language. */
export function verbatim(text: string): Message {
  return { key: 'verbatim', values: {}, en: text, zh: text }
}

/** One after the other, as a list is written in each language. */
export function joinMessages(messages: readonly Message[]): Message {
  return {
    key: 'list',
    values: Object.fromEntries(messages.entries()),
    en: messages.map(({ en }) => en).join(', '),
    zh: messages.map(({ zh }) => zh).join('、'),
  }
}

/** Names, as a list is written in each language. */
export function listOf(names: readonly string[]): Message {
  return joinMessages(names.map(verbatim))
}

export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false
  return 'key' in value && 'values' in value && 'en' in value && 'zh' in value
}

function fill(template: string, values: Record<string, MessageValue>, language: Language): string {
  return template.replace(
    /\{(\w+)(?: ([^{}|]+)(?:\|([^{}]+))?)?\}/g,
    (hole, name: string, one?: string, many = `${one}s`) => {
      const value = values[name]
      if (value === undefined) return hole
      const said = typeof value === 'object' ? value[language] : String(value)
      return one === undefined ? said : `${said} ${value === 1 ? one : many}`
    },
  )
}
