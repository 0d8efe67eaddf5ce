// All that is known of one memory: where it came from, who said it, how sure, how used, what it said before.

import { type MemoryFeedback, raiseOf } from '../feedback.ts'
import type { LoggedChange } from '../history.ts'
import { kindOf, type Memory, supersededBy, typeOf } from '../memory.ts'
import { parseMemory } from '../memory-file.ts'
import type { Explanation, FormerVersion } from '../records.ts'
import { bytesOf } from '../writer.ts'
import { lifeStateOf } from './retention.ts'
import type { UsageTotals } from './usage.ts'

interface ExplainInput {
  memory: Memory
  /** The changes of this memory, newest first. */
  history: readonly LoggedChange[]
  usage: UsageTotals | undefined
  feedback?: MemoryFeedback
  /** Memories that name this one as their successor. */
  supersedes: readonly Memory[]
  /** Its file is gone. */
  isRemoved: boolean
  now: Date
  auditDays: number
}

export function explainMemory(input: ExplainInput): Explanation {
  const { memory, history, usage, feedback } = input
  const first = history.findLast((change) => change.before === null && change.file === memory.file)
  const source = memory.source ?? first?.source
  return {
    id: memory.id,
    file: memory.file,
    name: memory.name,
    type: typeOf(memory),
    kind: kindOf(memory),
    created: memory.created ?? first?.time ?? memory.modified,
    said_by: source?.origin ?? (first?.actor === 'user' ? 'user' : 'unknown'),
    written_by: first?.actor ?? 'another program',
    conversation: source?.conversation,
    message: source?.message,
    confidence: memory.confidence,
    importance: memory.importance,
    expires: memory.expires,
    state: input.isRemoved ? 'removed' : lifeStateOf(memory, input.now, input.auditDays),
    superseded_by: supersededBy(memory),
    supersedes: input.supersedes.map(({ id }) => id),
    related: memory.related,
    used: usage?.count ?? 0,
    last_used: usage?.last,
    recalled_because: usage?.why,
    acted_on: feedback?.used ?? 0,
    called_wrong: feedback?.wrong ?? 0,
    ...(feedback?.said && { wrong_said: feedback.said }),
    raised: raiseOf(feedback, source?.origin),
    former: formerVersions(memory, history),
    merged: history.flatMap(({ merged, time, source: from }) =>
      merged === undefined ? [] : [{ time, content: merged, conversation: from?.conversation }],
    ),
    changes: history.length,
  }
}

/** Each text that it had before; changes of fields alone are no versions. */
function formerVersions(memory: Memory, history: readonly LoggedChange[]): FormerVersion[] {
  const versions: FormerVersion[] = []
  let later = memory.content.trim()
  for (const change of history) {
    const bytes = bytesOf(change.before)
    if (!bytes) continue
    const content = parseMemory(bytes, { file: change.file, modified: new Date(0) }).content.trim()
    if (content === later) continue
    const { time, id, actor, action, reason } = change
    versions.push({ until: time, change: id, actor, action, reason, content })
    later = content
  }
  return versions
}
