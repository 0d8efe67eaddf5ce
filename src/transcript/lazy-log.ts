// A log that is made with its first entry: a conversation in which nothing was said leaves no file.
import type { LogHeader } from './log-line.ts'
import type { RedactText } from './redact-entry.ts'
import { openSessionLog, type SessionLog } from './session-log.ts'

export function lazyLog(
  path: string,
  redact: RedactText,
  header: () => Omit<LogHeader, 'type' | 'version'>,
): SessionLog {
  let log: SessionLog | undefined
  const open = () => {
    log ??= openSessionLog({ path, redact, header: header() })
    return log
  }
  return {
    path,
    append: (entries) => open().append(entries),
    appendMessages: (messages) => {
      if (messages.length > 0) open().appendMessages(messages)
    },
    close: () => log?.close(),
  }
}
