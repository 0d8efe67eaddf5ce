// A client's log with what its prompt hook has seen: the one way in which memdir reads what was said to another agent.

import type { FoundLog } from './find-log.ts'
import { readSeen } from './seen-prompts.ts'
import { type ForeignTranscript, readForeignTranscript } from './transcript/foreign-transcript.ts'
import { agreeWithHook } from './transcript/seen-by-hook.ts'

export async function readLog(state: string, { path, client }: FoundLog): Promise<ForeignTranscript> {
  const read = await readForeignTranscript(path, client)
  const seen = readSeen(state, client)
  return { ...read, all: agreeWithHook(read.all, seen), messages: agreeWithHook(read.messages, seen) }
}
