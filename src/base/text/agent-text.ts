// What an agent reads: our own words, and what others wrote after it was made inert (`inert-text.ts`). Every face takes
// this type and nothing else, so that no text reaches an agent as it came.

declare const inert: unique symbol

export type AgentText = string & { readonly [inert]: true }

/** Our own words; what is put in is agent text already, or a number. */
export function own(words: TemplateStringsArray, ...parts: readonly (AgentText | number)[]): AgentText {
  return String.raw({ raw: words }, ...parts) as AgentText
}

export const NO_TEXT = own``

/** Empty parts are left out. */
export function joinTexts(
  parts: readonly AgentText[],
  separator: '' | ', ' | '; ' | '\n' | '\n\n',
): AgentText {
  return parts.filter((part) => part !== '').join(separator) as AgentText
}

/** With the empty lines. */
export function joinLines(lines: readonly AgentText[]): AgentText {
  return lines.join('\n') as AgentText
}

export function linesOf(text: AgentText): AgentText[] {
  return text.split('\n') as AgentText[]
}

interface AgentFields {
  readonly [name: string]: AgentText | AgentFields
}

/** As JSON, for clients that take it so. */
export function fieldsText(fields: AgentFields): AgentText {
  return JSON.stringify(fields) as AgentText
}

/** Half of what is inert is. Not for a text with an envelope around it. */
export function startOf(text: AgentText, characters: number): AgentText {
  return partOf(text, 0, characters)
}

export function partOf(text: AgentText, from: number, to: number): AgentText {
  return text.slice(from, to) as AgentText
}

/** Through a function that only takes out, such as one that cuts out secrets; undefined where it has nothing to give. */
export async function redactText<Redacted extends string | undefined>(
  text: AgentText,
  redact: (text: string) => Redacted | Promise<Redacted>,
): Promise<AgentText | Extract<Redacted, undefined>> {
  return (await redact(text)) as AgentText | Extract<Redacted, undefined>
}

const OPENING = '<system-reminder>\n'
const CLOSING = '\n</system-reminder>'

/** The envelope: agent text cannot close it. One that is there already is enough. */
export function reminderText(body: AgentText): AgentText {
  return isReminder(body) ? body : (`${OPENING}${body}${CLOSING}` as AgentText)
}

function isReminder(body: AgentText): boolean {
  return insideReminder(body) !== undefined && body.indexOf(CLOSING) === body.length - CLOSING.length
}

/** Undefined where there is no envelope around it. What is inside may be anything where it is no agent text. */
export function insideReminder(text: string): string | undefined {
  return text.startsWith(OPENING) && text.endsWith(CLOSING)
    ? text.slice(OPENING.length, -CLOSING.length)
    : undefined
}

/** What is in the envelope, for clients that put one of their own around it. Several may follow each other. */
export function withoutReminder(text: AgentText): AgentText {
  return text.replace(/^<system-reminder>\n/gm, '').replace(/\n<\/system-reminder>$/gm, '') as AgentText
}

/** The same of what is inside of the envelope, where there is one: it stays closed. */
export async function redactReminder<Redacted extends string | undefined>(
  text: AgentText,
  redact: (text: string) => Promise<Redacted>,
): Promise<AgentText | Extract<Redacted, undefined>> {
  const inside = insideReminder(text)
  if (inside === undefined) return redactText(text, redact)
  const clean = await redact(inside)
  if (clean === undefined) return clean as Extract<Redacted, undefined>
  return `${OPENING}${clean}${CLOSING}` as AgentText
}
