// After a turn: what an agent reported as said by the person, with a quotation, is looked up in the conversation's own
// transcript. What the person typed there becomes theirs; everything else stays a report.

import { provesQuotation } from '../../base/terms/prove-quotation.ts'
import type { Memory } from '../../memory/memory.ts'
import type { MemoryStore } from '../../memory/memory-store.ts'
import type { TurnLog } from '../../models/turn-log.ts'
import { typedTexts } from '../../models/typed-messages.ts'
import type { SpooledTurn } from '../worker/spool-files.ts'

const REASON = 'the quotation was found in the transcript'

/** How many memories turned out to be the person's. */
export async function proveReported(
  store: MemoryStore,
  { conversation }: SpooledTurn,
  log: TurnLog,
): Promise<number> {
  const open = store.list().filter((memory): memory is Report => isReportOf(memory, conversation))
  if (open.length === 0 || !log.found) return 0
  const { all } = await log.read()
  const typed = typedTexts(all)
  // The name is shown with it, and recall judges by the description: they are said, too.
  const proven = open.filter(({ evidence, name, description, content }) =>
    provesQuotation(evidence, [name, description, content].join('\n'), typed),
  )
  for (const memory of proven) {
    const fields = { source: { ...memory.source, origin: 'user' }, confidence: 1 }
    const by = { actor: 'memdir', conversation, reason: REASON, proven: true }
    await store.edit(memory, { fields }, by)
  }
  return proven.length
}

type Report = Memory & { evidence: string }

function isReportOf({ source, evidence }: Memory, conversation: string | undefined): boolean {
  return (
    source?.origin === 'reported' &&
    evidence !== undefined &&
    conversation !== undefined &&
    source.conversation === conversation
  )
}
