// What a person reads, as a key with values: code passes it on and compares keys, and only a face picks the language.

export type Language = 'en' | 'zh'

/** A sentence in both languages; `{name}` stands for a value. Exported constants, so that a bundle holds what it uses. */
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

function fill(template: string, values: Record<string, MessageValue>, language: Language): string {
  return template.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name]
    return value === undefined ? hole : typeof value === 'object' ? value[language] : String(value)
  })
}
