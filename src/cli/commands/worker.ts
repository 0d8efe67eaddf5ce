import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { drainSpool } from '../../clients/spool.ts'
import { tryLock } from '../../lib/lock.ts'
import type { Command } from '../command.ts'

/** The worker ends by itself, whatever it was doing. */
const DEADLINE_MS = 60_000

export const command: Command = {
  usage: 'worker',
  help: {
    en: 'Works off what hooks left behind, and ends. Started by hooks; harmless to run by hand.',
    zh: '处理钩子留下的工作后结束。由钩子启动；也可手动运行。',
  },
  options: {},
  examples: ['memdir worker'],
  async run({ context, output }) {
    setTimeout(() => process.exit(0), DEADLINE_MS).unref()
    const started = Date.now()
    const { state } = context.engine().location
    mkdirSync(join(state, 'locks'), { recursive: true, mode: 0o700 })
    mkdirSync(join(state, 'jobs'), { recursive: true, mode: 0o700 })
    let turns = 0
    // Asked again after the lock is free: a turn spooled in between finds no other worker.
    for (let found = 1; found > 0; turns += found) {
      const lock = tryLock(join(state, 'locks'), 'worker')
      if (!lock) break
      try {
        found = (await drainSpool(state, () => {})).turns
      } finally {
        lock.release()
      }
    }
    const line = { v: 1, job: 'spool', at: new Date(started).toISOString(), ms: Date.now() - started, turns }
    appendFileSync(join(state, 'jobs', 'worker.jsonl'), `${JSON.stringify(line)}\n`, { mode: 0o600 })
    output.data({ turns })
    return 0
  },
}
