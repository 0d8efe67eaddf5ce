// What a person reads, as a key with values: code passes it on and compares keys, and only a face picks the language.

export type Language = 'en' | 'zh'

/** A sentence in both languages; `{name}` stands for a value. Exported constants, so that a bundle contains only what it uses. */
export interface MessageTemplate {
  readonly key: string
  readonly en: string
  readonly zh: string
}

export type MessageValue = string | number | Message

export interface Message {
  readonly key: string
  readonly values: Readonly<Record<string, MessageValue>>
  readonly en: string
  readonly zh: string
}

type Placeholder<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never
type ValuesOf<T extends MessageTemplate> = Record<Placeholder<T['en']>, MessageValue>
type Arguments<T extends MessageTemplate> = [Placeholder<T['en']>] extends [never]
  ? []
  : [values: ValuesOf<T>]

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
  return template.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name]
    return value === undefined ? hole : typeof value === 'object' ? value[language] : String(value)
  })
}
