// What waits for the person because of what conversations said: candidates, and what dreams propose.
import { DREAM_PROPOSES } from '../base/messages/dream.ts'
import * as texts from '../base/messages/inbox.ts'
import { inboxTexts } from '../base/messages/inbox.ts'
import { message } from '../base/messages/message.ts'
import { ACCEPTED, type Answering, type InboxAnswer, type InboxSource } from '../memory/inbox.ts'
import type { Memory } from '../memory/memory.ts'
import { isPerson } from '../memory/origin-rules.ts'
import { proposing } from '../memory/persons-proposals.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { answeringHeld } from './dream/dream-state.ts'
import { acceptProposal, findHeld, listProposals } from './dream/held-operations.ts'
import type { Statement } from './extract/check-proposal.ts'
import { openExtraction } from './extract/open-extraction.ts'
import { statementOf } from './run-extraction.ts'

export const LEARN_SOURCES: readonly ((context: ProjectContext) => InboxSource)[] = [
  candidateSource,
  proposalSource,
]

function candidateSource(context: ProjectContext): InboxSource {
  const { candidates } = openExtraction(context)
  const keep = async (id: string, { by, change }: Answering, content?: string): Promise<InboxAnswer> => {
    const candidate = candidates.find(id)
    const statement = statementOf(candidate)
    const { conversation } = candidate.said.at(-1) ?? {}
    // Whoever accepts it answers for it: an agent does not make it the person's word.
    const origin = isPerson(by.actor) ? (content === undefined ? statement.origin : 'user') : 'agent'
    const records = await context.records()
    const outcome = await records.add(
      {
        ...newMemory(statement),
        content: content ?? statement.content,
        source: { origin, conversation, message: statement.message },
      },
      { ...by, reason: ACCEPTED, conversation: by.conversation ?? conversation },
      { confirmed: isPerson(by.actor) },
    )
    if (statement.aboutPerson && 'memory' in outcome) change(...proposing(context, outcome.memory))
    return {
      id,
      ...('memory' in outcome && { memory: placeOf(outcome.memory) }),
      ...('warnings' in outcome && outcome.warnings.length > 0 && { warnings: outcome.warnings }),
    }
  }
  return {
    group: 'candidates',
    list: async () =>
      candidates.list().map(({ id, proposal, said }) => ({
        id,
        text: proposal.content,
        reason: message(texts.CANDIDATE_REASONS[proposal.reason]),
        quote: said.at(-1)?.quote,
        conversation: said.at(-1)?.conversation,
        time: said.at(-1)?.time ?? '',
        ...(said.length > 1 && { details: [message(inboxTexts.saidTimes, { count: said.length })] }),
      })),
    accept: (id, asked) => keep(id, asked),
    edit: (id, content, asked) => keep(id, asked, content),
    takes: async (id) => candidates.answering(candidates.find(id)),
  }
}

function newMemory(statement: Statement) {
  const { content, quote, type, kind, category, tags, importance, expires, when, on } = statement
  return {
    ...{ content, evidence: quote, type, kind, category, importance, expires, when, on },
    ...(tags && { tags: [...tags] }),
  }
}

/** What dreams did not decide by themselves. */
function proposalSource(context: ProjectContext): InboxSource {
  const { store, location } = context
  return {
    group: 'proposals',
    list: async () =>
      listProposals(store, location.state).map(({ id, op, text, file, survivor, reason, because, time }) => ({
        id,
        text: survivor === undefined ? text : `${text}\n→ ${survivor}`,
        reason,
        time,
        details: [message(DREAM_PROPOSES[op], { file, because })],
      })),
    async accept(id, { by }) {
      await acceptProposal(store, location.state, id, by)
      return { id }
    },
    takes: async (id) => [answeringHeld(findHeld(location.state, id))],
  }
}

function placeOf({ id, file, name }: Memory): { id: string; file: string; name: string } {
  return { id, file, name }
}
