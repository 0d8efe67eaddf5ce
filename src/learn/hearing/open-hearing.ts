// Hearing for one installation: its two local models are opened with the first message that is read in their language,
// whatever provider embeds the memories, because the weights were fitted on theirs.
import { join } from 'node:path'
import { once } from '../../base/values/once.ts'
import { createEmbedders } from '../../search/create-embedders.ts'
import type { Extractor } from '../extract/extractor.ts'
import type { Proposal, ProposalReason, SaidMessage } from '../extract/proposal.ts'
import { type Heard, type HeardStatement, hearMessage } from './hear-message.ts'
import { openJudges } from './judge-units.ts'
import { meaningOf } from './meaning.ts'

/** What a short answer, or "remember that", may refer to. */
const MESSAGES_BEFORE = 4

/** `home`: the config home, where the converted models are. */
export function openHearing(
  home: string,
): (message: SaidMessage, before: readonly SaidMessage[]) => Promise<Heard> {
  const ear = once(async (): Promise<Parameters<typeof hearMessage>[2]> => {
    const { all } = await createEmbedders({ modelsDirectory: join(home, 'models') })
    return {
      judges: openJudges(),
      vectorsOf: async (texts, reader) =>
        (await all
          .find(({ languages }) => languages.includes(reader))
          ?.embed(texts, { purpose: 'memory' })) ?? [],
    }
  })
  return async (message, before) => hearMessage(message, before, await ear())
}

/** What is heard of the messages that the person typed, without asking a model. */
export function hearingExtractor(home: string): Extractor {
  const hear = openHearing(home)
  return {
    name: 'hearing',
    async propose({ messages, before, signal }) {
      const proposals: Proposal[] = []
      for (const [at, message] of messages.entries()) {
        signal.throwIfAborted()
        if (message.role !== 'user') continue
        const earlier = [...before, ...messages.slice(0, at)].slice(-MESSAGES_BEFORE)
        proposals.push(...proposalsOf(await hear(message, earlier), message))
      }
      return proposals
    },
  }
}

function proposalsOf({ written, candidates, asked }: Heard, { id }: SaidMessage): Proposal[] {
  return [
    ...written.map((one) => proposal(one, 'write')),
    ...candidates.map((one) => proposal(one, 'candidate')),
    ...asked.map((quote) => ({
      content: quote,
      quote,
      tier: 'ask' as const,
      reason: 'remember' as const,
      message: id,
    })),
  ]
}

const REASONS = { user: 'person', feedback: 'preference', project: 'project', reference: 'place' } as const
const IMPORTANCE: Partial<Record<ProposalReason, number>> = { remember: 5, instruction: 5, deadline: 4 }

function proposal(
  { ofPerson, score, meaning, ...heard }: HeardStatement,
  tier: 'write' | 'candidate',
): Proposal {
  const reason = heard.reason === 'statement' ? REASONS[heard.type] : heard.reason
  return {
    ...heard,
    ...{
      tier,
      reason,
      importance: IMPORTANCE[reason] ?? 3,
      confidence: tier === 'write' ? 0.9 : Math.max(0.7, score),
    },
    ...(ofPerson && { aboutPerson: true }),
    ...(meaning && { meaning: meaningOf(meaning.vector) }),
  }
}
