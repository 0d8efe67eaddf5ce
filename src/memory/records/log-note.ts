// A line in the log of the day, through the writer: its lock, the search for secrets, the history.

import { dreamTexts } from '../../base/messages/dream.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { contentHash } from '../../base/values/hash.ts'
import { logFileOf, logLine } from '../daily-log.ts'
import type { MemoryContext } from '../memory-context.ts'
import type { ChangedBy } from '../memory-store.ts'
import type { LoggedNote } from '../records.ts'
import { changeIdOf } from '../writer.ts'
import { checkText } from './check-memory.ts'

export async function logNote(
  { store, clock, settings }: MemoryContext,
  text: string,
  { actor, conversation }: ChangedBy,
): Promise<LoggedNote> {
  // Nothing would ever find it: neither search nor recall looks into logs, and no dream distils them.
  if (!settings.get('dailyLog.enabled'))
    throw new MemdirError('unavailable', message(dreamTexts.logNoteOff), {
      fix: message(dreamTexts.logNoteOffFix),
    })
  checkText('content', text)
  if (text.trim() === '')
    throw new MemdirError('usage', message(dreamTexts.logNoteEmpty), { fix: message(dreamTexts.logNoteFix) })
  const now = clock.now()
  const [file, line] = [logFileOf(now), logLine(text, now)]
  const written = await store.writer.writePlanned(
    (view) => {
      const bytes = view.read(file)
      if (!bytes) return [{ file, create: line }]
      const before = bytes.toString('utf8')
      const gap = before === '' || before.endsWith('\n') ? '' : '\n'
      return [{ file, replace: before + gap + line, expect: contentHash(bytes) }]
    },
    { actor, action: 'edit', ...(conversation !== undefined && { source: { conversation } }) },
  )
  return { file, change: changeIdOf(written) ?? '', warnings: written.warnings }
}
