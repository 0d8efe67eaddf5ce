// Prompts that people pick in their client: the things one does with a memory.
import { type AgentText, own } from '../../base/text/agent-text.ts'
import { unmarkedText } from '../../base/text/inert-text.ts'
import type { ServedPrompt } from './protocol.ts'

export const PROMPTS: ServedPrompt[] = [
  {
    name: 'remember',
    title: 'Remember this',
    description: 'Save something for later conversations',
    arguments: [
      {
        name: 'what',
        description: 'What to remember; empty: the important of this conversation',
        required: false,
      },
    ],
  },
  {
    name: 'recall',
    title: 'What do you remember?',
    description: 'Find what is remembered about a topic',
    arguments: [{ name: 'topic', description: 'What to look for', required: true }],
  },
  {
    name: 'memory',
    title: 'Review memories',
    description: 'Go through what is remembered and put it in order',
    arguments: [
      { name: 'from', description: 'Begin with the memory of this number, newest first', required: false },
    ],
  },
  {
    name: 'fill',
    title: 'Say when memories matter',
    description: 'Fill in, for memories that lack it, when they matter and at which calls',
    arguments: [
      { name: 'from', description: 'Begin with the memory of this number, newest first', required: false },
    ],
  },
]

/** `listed`: memories, for a client that is not offered the tool which lists them. */
export function promptText(
  name: string,
  input: Record<string, string>,
  listed?: AgentText,
): AgentText | undefined {
  const memories = listed && own`This is what you remember:\n\n${listed}\n\n`
  switch (name) {
    case 'remember':
      return input.what
        ? own`Remember this with the \`remember\` tool, as something I said myself, or \`update\` the memory that covers the topic already: ${unmarkedText(input.what)}`
        : own`Look through our conversation for what later conversations need: who I am, how I want you to work and why, decisions and their reasons, where things are. Show me the list, and after I agree save each with the \`remember\` tool, or \`update\` the memory that covers it already.`
    case 'recall':
      return own`Use the \`recall\` tool to find what you remember about this, and tell me what it says, how old it is and where it came from: ${unmarkedText(input.topic ?? '')}`
    case 'memory':
      return own`${memories ?? own`List what you remember with the \`list\` tool.`} Group it by topic, point out what seems outdated, contradictory or said twice, and suggest what to update or forget. Change nothing before I agree.`
    case 'fill':
      return own`${memories ?? own`List the memories that do not say when they matter: the \`list\` tool with without_when, 20 at a time.`} For each that does not matter in every task, \`update\` it with \`when\` alone: two to six short phrases that name what somebody would be doing or asking for then, in the words of such a request and not of the rule ("installing or adding a package", "writing a commit message"), in the language of the memory. Where your own calls can break a rule, give \`on\`, too ("run: npm install*"). Change neither text nor title. Say first how many there are, and begin after I agree; say at the end which ones you left out.`
    default:
      return undefined
  }
}
