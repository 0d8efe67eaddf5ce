// A fork of our own conversation as an extractor: it sees everything that was said, and what it wants kept are proposals
// that pass the same check as all others.
import type { AgentText } from '../base/text/agent-text.ts'
import { isMemoryType } from '../memory/memory.ts'
import { readSituations, readTriggers } from '../memory/moments.ts'
import { forkTask } from './extract/extraction-prompt.ts'
import type { Extractor, ExtractorInput } from './extract/extractor.ts'
import type { Proposal } from './extract/proposal.ts'

/** What a fork is asked to do. */
interface ForkTask extends Pick<ExtractorInput, 'signal' | 'onUsage'> {
  readonly task: AgentText
  /** Takes what the fork adds to the memory. False: it gives no words that it rests on. */
  propose(input: Readonly<Record<string, unknown>>): boolean
}

/** Gives a fork of the conversation a task. Throws where it fails. */
export type RunFork = (task: ForkTask) => Promise<void>

/** `directory`: of the memories, which a fork may edit. */
export function forkExtractor(run: RunFork, directory: string): Extractor {
  return {
    name: 'fork',
    async propose({ messages, manifest, signal, onUsage }) {
      const proposals: Proposal[] = []
      await run({
        ...{ signal, onUsage },
        task: forkTask({ messages: messages.length, directory, manifest: manifest() }),
        propose(input) {
          const proposal = proposalOf(input)
          if (proposal) proposals.push(proposal)
          return proposal !== undefined
        },
      })
      return proposals
    },
  }
}

function proposalOf(input: Readonly<Record<string, unknown>>): Proposal | undefined {
  const { content, quote, type, tags, importance, when, on } = input
  const [situations, triggers] = [readSituations(when).read, readTriggers(on).read]
  if (typeof content !== 'string' || typeof quote !== 'string' || quote.trim() === '') return undefined
  return {
    ...partsOf(content),
    quote,
    tier: 'write',
    reason: 'model',
    ...(isMemoryType(type) && { type }),
    ...(Array.isArray(tags) && { tags: tags.map(String) }),
    ...(situations.length > 0 && { when: situations }),
    ...(triggers.length > 0 && { on: triggers }),
    ...(typeof importance === 'number' && { importance }),
  }
}

/** The Memory tool has no fields for them: a heading is the title, a line that says why the reason. */
function partsOf(written: string): Pick<Proposal, 'content' | 'title' | 'why'> {
  const [, title, body = ''] = /^#+ +(.+)\n([\s\S]+)$/.exec(written.trim()) ?? ['', undefined, written.trim()]
  const [, content = body, why] =
    /^([\s\S]+?)\n+\**(?:Why|为什么|原因)\**[:：]\** *(.+)$/.exec(body.trim()) ?? []
  return { content: content.trim(), ...(title && { title: title.trim() }), ...(why && { why: why.trim() }) }
}
