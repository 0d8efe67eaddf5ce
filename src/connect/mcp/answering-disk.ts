// A server must answer its client also where the disk does not: nothing is opened before another process has found that
// it does. Asked until it has answered once; a server that found silence asks again with a later call.
import { join } from 'node:path'
import { diskAnswers } from '../../base/files/disk-answers.ts'
import { hookFaultsTexts } from '../../base/messages/hook-faults.ts'
import { message } from '../../base/messages/message.ts'
import { configHome } from '../../base/settings/config-home.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { MemdirError } from '../../base/values/errors.ts'

/** Less than the three seconds that a client gives a hook. */
const SILENCE_MS = 2_000
/** So that a model which tries again and again leaves no process behind each time. */
const AGAIN_MS = 30_000

/** Throws where the disk with the memories does not answer. */
export type AnsweringDisk = () => Promise<void>

export function answeringDisk(env: Environment): AnsweringDisk {
  const directory = join(configHome(env), 'projects')
  let asked: { at: number; answers: Promise<boolean> } | undefined
  let answered = false
  return async () => {
    if (answered) return
    if (!asked || Date.now() - asked.at > AGAIN_MS)
      asked = { at: Date.now(), answers: diskAnswers([directory], SILENCE_MS) }
    answered ||= await asked.answers
    if (!answered) throw new MemdirError('io', message(hookFaultsTexts.diskSilent, { directory }))
  }
}
