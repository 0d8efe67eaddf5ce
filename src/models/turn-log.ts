// The log of a turn of another agent: found once and read once, however many want to know what was said in it.
import { statSync } from 'node:fs'
import type { Environment } from '../base/settings/environment.ts'
import { attempt } from '../base/values/attempt.ts'
import { type FoundLog, findLog } from './find-log.ts'
import { readLog } from './read-log.ts'
import type { ForeignTranscript } from './transcript/foreign-transcript.ts'

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
