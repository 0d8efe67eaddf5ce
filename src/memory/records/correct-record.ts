// What is right takes the place of a memory that was wrong.

import { inboxTexts } from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { Memory } from '../memory.ts'
import type { ChangedBy } from '../memory-store.ts'
import { isPerson, sourceOf } from '../origin-rules.ts'
import { mayRewrite } from '../plan-merge.ts'
import type { AddOutcome } from '../records.ts'
import { type AddDependencies, addRecord } from './add-record.ts'

/** On the same subject: it keeps the type, the tags and the importance. */
export async function correctRecord(
  deps: AddDependencies,
  wrong: Memory,
  content: string,
  by: ChangedBy,
): Promise<AddOutcome> {
  const source = sourceOf(by, {
    origin: isPerson(by.actor) ? 'user' : 'agent',
    conversation: by.conversation,
  })
  if (!mayRewrite(wrong, { source }))
    throw new MemdirError('needs_person', message(inboxTexts.conflictRefused), {
      fix: message(inboxTexts.conflictRefusedFix),
    })
  const { id, hash, type, kind, category, tags, importance, when, on } = wrong
  const record = { content, source, type, kind, category, tags: [...tags], importance, when, on }
  const outcome = await addRecord(deps, record, by, { judged: { id, hash } })
  if (!('memory' in outcome) || outcome.memory.id === id) return outcome
  if (outcome.status === 'added' && outcome.superseded?.id === id) return outcome
  // It said the same as a third, or is kept apart from others: whoever corrects it means this one.
  await deps.store.edit(wrong, { fields: { superseded_by: outcome.memory.id } }, by)
  return outcome
}
