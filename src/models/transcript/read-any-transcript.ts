// A conversation from a file, whoever wrote it: memdir itself, Claude Code or Codex.

import { readTranscript } from '../read-transcript.ts'
import type { TranscriptMessage } from '../transcript-message.ts'
import type { LogClient } from './foreign-log.ts'
import { detectLogClient, readForeignTranscript } from './foreign-transcript.ts'
import { readLines } from './read-lines.ts'

export interface AnyTranscript {
  readonly client: LogClient | 'memdir'
  /** In the order of the file, what compactions removed too. */
  readonly messages: readonly TranscriptMessage[]
}

/** undefined: nobody's log that is known. */
export async function readAnyTranscript(path: string): Promise<AnyTranscript | undefined> {
  if (await isOurs(path)) return { client: 'memdir', messages: (await readTranscript(path)).all }
  const client = await detectLogClient(path)
  return client && { client, messages: (await readForeignTranscript(path, client)).all }
}

async function isOurs(path: string): Promise<boolean> {
  for await (const lines of readLines(path))
    return /^\{"type":"conversation","version":\d/.test(lines[0]?.text ?? '')
  return false
}
