// Nothing writes below the config home while it is taken apart: workers are ended, whoever writes is waited for.
import { dirname, join } from 'node:path'
import { acquireLock, type Lock } from '../base/files/lock.ts'
import { message } from '../base/messages/message.ts'
import { uninstallTexts } from '../base/messages/uninstall.ts'
import { MemdirError } from '../base/values/errors.ts'
import { stopWorker } from '../learn/stop-worker.ts'

const TIMEOUT_MS = 5_000

/** Holds the locks of these states until the returned function is called. Throws where somebody goes on writing. */
export async function holdStill(states: readonly string[], timeoutMs = TIMEOUT_MS): Promise<() => void> {
  const held: Lock[] = []
  const release = () => {
    for (const lock of held.splice(0)) lock.release()
  }
  try {
    for (const state of states) {
      const worker = await stopWorker(state, { timeoutMs })
      if (!('lock' in worker)) throw stillWriting(state, worker.pid)
      held.push(worker.lock)
      held.push(await acquireLock(join(state, 'locks'), 'write', { timeoutMs }).catch(refuse(state)))
    }
    return release
  } catch (error) {
    release()
    throw error
  }
}

function refuse(state: string) {
  return (error: unknown): never => {
    if (!MemdirError.is(error) || error.code !== 'locked') throw error
    throw stillWriting(state, error.details?.pid)
  }
}

function stillWriting(state: string, pid: unknown): MemdirError {
  const shown = typeof pid === 'number' ? pid : '?'
  return new MemdirError(
    'locked',
    message(uninstallTexts.stillWriting, { pid: shown, path: dirname(state) }),
    {
      fix: message(uninstallTexts.endIt),
    },
  )
}
