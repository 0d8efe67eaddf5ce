// When a memory matters, as tools ask for it: situations in the words of a request, patterns of the agent's own calls.

import { type AgentText, joinTexts, NO_TEXT, own } from '../../base/text/agent-text.ts'
import { inertLine } from '../../base/text/inert-text.ts'
import type { JsonSchema } from '../../base/values/json-schema.ts'
import type { Memory } from '../../memory/memory.ts'
import { situationsOf, triggerLine } from '../../memory/moments.ts'

export const MOMENT_FIELDS = {
  when: {
    type: 'array',
    items: { type: 'string' },
    description:
      'When it matters: two to six short phrases that name what somebody would be doing or asking for then, in the words of such a request, not of the rule ("installing or adding a package", "writing a commit message"). In their language, and in the other one too where they mix two.',
  },
  on: {
    type: 'array',
    items: { type: 'string' },
    description:
      'For a rule that your own calls can break, patterns of those calls: "run: npm install*", "edit: db/migration/**", "write: GLOB", "add: console. in: src/**"; " unless: TEXT" takes a call out. At most 12; none for facts.',
  },
} as const satisfies Record<string, JsonSchema>

/** As tools are given them: what is wrong with them, the writer says. */
export function givenMoments({
  when,
  on,
}: {
  readonly when?: unknown
  readonly on?: unknown
}): Pick<Memory, 'when' | 'on'> {
  return { ...(when !== undefined && { when }), ...(on !== undefined && { on }) } as Pick<
    Memory,
    'when' | 'on'
  >
}

/** After another text: when that matters is asked for again. */
export function askedAgain(memory: Memory, given: Readonly<Record<string, unknown>>): AgentText {
  if (given.content === undefined || given.when !== undefined) return NO_TEXT
  const situations = situationsOf(memory)
  if (situations.length === 0)
    return own` It does not say when it matters: call again with \`when\` if it does not matter in every task.`
  const said = joinTexts(situations.map(inertLine), '; ')
  const calls = joinTexts((memory.on ?? []).map(triggerLine).map(inertLine), '; ')
  const at = calls === '' ? NO_TEXT : own`, and at the calls: ${calls}`
  return own` It still says that it matters when: ${said}${at}. If the new text matters at other times, call again with \`when\` and \`on\`.`
}
