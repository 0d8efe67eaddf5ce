// A part that needs approval as the person sees it: the whole content the first time, then what has changed since.
import { createTwoFilesPatch } from 'diff'
import { type Message, type MessageTemplate, message } from '../base/messages/message.ts'
import { trustCommandTexts } from '../base/messages/trust-command.ts'
import { redactFor } from '../base/secrets/redact-for.ts'
import { UNPRINTABLE } from '../base/text/invisible.ts'
import type { PartKind, TrustPart } from '../base/trust/trust-store.ts'
import { attempt } from '../base/values/attempt.ts'
import { printable } from './output.ts'

interface ShownPart {
  /** What it asks for, in one sentence. */
  heading: Message
  /** The content as text, without secrets: what is kept with an approval. */
  text: string
  /** Something was cut out of it. */
  hidden: boolean
}

const HEADINGS = {
  settings: trustCommandTexts.settingsAsk,
  include: trustCommandTexts.includeAsks,
  mcp: trustCommandTexts.mcpAsks,
  agent: trustCommandTexts.agentAsks,
  skill: trustCommandTexts.skillAsks,
  style: trustCommandTexts.styleAsks,
} as const satisfies Record<PartKind, MessageTemplate>

export async function showPart({ kind, name, from, content }: TrustPart): Promise<ShownPart> {
  const whole = visible(attempt(() => JSON.stringify(content, null, 2)) ?? '')
  const text = await redactFor(whole, 'person')
  const heading = message(HEADINGS[kind], { name: printable(name), from: printable(from ?? name) })
  return { heading, text, hidden: text !== whole }
}

/** What cannot be seen is spelt out: an approval must not be for something else than what is on the screen. */
function visible(text: string): string {
  return text.replace(new RegExp(UNPRINTABLE, 'gu'), (character) =>
    character === '\n'
      ? character
      : [...Array(character.length).keys()]
          .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
          .join(''),
  )
}

/** Lines with `+`, `-` or a space; the whole text as new where there was none. */
export function diffOf(before: string | undefined, after: string): string[] {
  if (before === undefined) return after.split('\n').map((line) => `+${line}`)
  const patch = createTwoFilesPatch('', '', `${before}\n`, `${after}\n`, '', '', { context: 3 })
  return patch
    .split('\n')
    .slice(4)
    .filter((line) => line !== '')
}
