// What was said to another agent, by its own log and what its prompt hook has seen. The log of a turn is found once and read
// once, however many want to know what was said in it.
import { statSync } from 'node:fs'
import { type EventAgent, eventsOf, knownAgent } from '../base/agents/agents.ts'
import type { Environment } from '../base/settings/environment.ts'
import { attempt } from '../base/values/attempt.ts'
import { type ForeignTranscript, readForeignTranscript } from './foreign-transcript.ts'
import { readSeen } from './seen-prompts.ts'
import { type FoundLog, findLog } from './transcript/find-log.ts'
import { opencodeItems } from './transcript/opencode.ts'
import { agreeWithHook } from './transcript/seen-by-hook.ts'
import type { TranscriptMessage } from './transcript-message.ts'

export interface TurnLog {
  /** undefined: this client keeps no log that can be read. */
  readonly found: FoundLog | undefined
  /** Its size when it was opened: what is read may be more, never less. */
  readonly bytes: number
  read(): Promise<ForeignTranscript>
}

type OpenTurnLog = (turn: Parameters<typeof findLog>[0]) => TurnLog

/** Several turns of one conversation may wait: its log is read once for all of them, while it stays as it is. */
export function openTurnLogs(state: string, env: Environment): OpenTurnLog {
  let last: { key: string; transcript: Promise<ForeignTranscript> } | undefined
  return (turn) => {
    const found = findLog(turn, env)
    const stat = found && attempt(() => statSync(found.path))
    const key = [found?.path, stat?.size, stat?.mtimeMs].join(' ')
    let transcript: Promise<ForeignTranscript> | undefined
    return {
      found,
      bytes: stat?.size ?? 0,
      read() {
        if (!found) throw new Error(`there is no log of this turn of ${turn.agent}`)
        if (!transcript) {
          transcript = last?.key === key ? last.transcript : readLog(state, found)
          last = { key, transcript }
        }
        return transcript
      },
    }
  }
}

/** The one way in which memdir reads what was said to another agent. */
export async function readLog(state: string, { path, client }: FoundLog): Promise<ForeignTranscript> {
  const read = await readForeignTranscript(path, client)
  const seen = readSeen(state, client)
  return { ...read, all: agreeWithHook(read.all, seen), messages: agreeWithHook(read.messages, seen) }
}

/** What a client compacts: of its log; opencode has none, our plugin there sends the messages along as `raw`. */
export async function readCompacted(
  state: string,
  { transcript, agent, raw }: { transcript?: string | undefined; agent: EventAgent; raw: string },
): Promise<readonly TranscriptMessage[]> {
  const { compacts } = eventsOf(agent)
  if (compacts === 'sent')
    return opencodeItems(JSON.parse(raw)).flatMap((item) => (item.type === 'message' ? [item.message] : []))
  const client = knownAgent(agent)?.log?.client
  if (transcript === undefined || compacts !== 'log' || client === undefined) return []
  return (await readLog(state, { path: transcript, client })).all
}
