// What daily logs say becomes memories: the rules that read conversations read each entry once, and what they find
// carries the entry as evidence. The entry itself stays where it is, and search finds it there.

import { readDreamState, writeDreamState } from '../dream/dream-state.ts'
import { proposeByRules } from '../extract/rules/propose-by-rules.ts'
import { isLogFile, type LogEntry, logEntries, logFileOf } from '../memory/daily-log.ts'
import { EVIDENCE_LENGTH } from '../memory/memory-file.ts'
import { readMemoryText } from '../memory/read-memory-file.ts'
import { listLogFiles } from '../memory/scan-files.ts'
import type { EngineContext } from './engine-context.ts'

export interface DistilledLogs {
  /** Entries that were read. */
  entries: number
  /** Memories that were made or merged into others. */
  memories: number
}

/** The first turn of a new day asks for what was logged before. */
export function areLogsDue({ settings, location, clock }: EngineContext): boolean {
  if (!settings.get('dailyLog.enabled')) return false
  const today = logFileOf(clock.now())
  if (readDreamState(location.state).logsDay === today) return false
  return listLogFiles(location.memory).files.some((file) => file < today)
}

/** `all`: today's too. A log that is cut off in the middle is read again: what is the same is merged. */
export async function distilLogs(
  context: EngineContext,
  { all = false, signal }: { all?: boolean; signal?: AbortSignal } = {},
): Promise<DistilledLogs> {
  const { location, clock, records } = context
  const today = logFileOf(clock.now())
  const files = listLogFiles(location.memory).files.filter((file) => isLogFile(file) && (all || file < today))
  const distilled = { entries: 0, memories: 0 }
  const known = await records()
  for (const file of files) {
    const entries = logEntries(readMemoryText(location.memory, file) ?? '')
    const done = readDreamState(location.state).logs[file] ?? 0
    for (const entry of entries.slice(done)) {
      signal?.throwIfAborted()
      distilled.entries++
      for (const memory of memoriesOf(file, entry)) {
        const { status } = await known.add(memory, {
          actor: 'memdir',
          conversation: memory.source.conversation,
        })
        if (status === 'added' || status === 'merged') distilled.memories++
      }
    }
    if (entries.length > done) {
      const now = readDreamState(location.state)
      writeDreamState(location.state, { ...now, logs: { ...now.logs, [file]: entries.length } })
    }
  }
  if (files.length > 0) writeDreamState(location.state, { ...readDreamState(location.state), logsDay: today })
  return distilled
}

/** An agent chose the line to be remembered: both tiers count. */
function memoriesOf(file: string, { number, time, text }: LogEntry) {
  const day = file.slice(-13, -3)
  const id = `${file}#${number}`
  const said = new Date(`${day}T${time.length === 5 ? `${time}:00` : time}`)
  const when = Number.isNaN(said.getTime()) ? new Date(`${day}T12:00:00`) : said
  return proposeByRules({ id, role: 'user', text, time: when.toISOString() }).map((found) => ({
    content: found.content,
    ...(found.type && { type: found.type }),
    ...(found.kind && { kind: found.kind }),
    ...(found.importance !== undefined && { importance: found.importance }),
    ...(found.expires !== undefined && { expires: found.expires }),
    evidence: text.slice(0, EVIDENCE_LENGTH),
    source: { origin: 'agent' as const, conversation: `log-${day}`, message: id },
  }))
}
