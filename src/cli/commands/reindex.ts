import { message } from '../../base/messages/message.ts'
import { reindexCommandTexts } from '../../base/messages/reindex-command.ts'
import type { Background, RunHere } from '../../learn/background.ts'
import type { JobRun } from '../../learn/job.ts'
import { type Command, placeOptions } from '../command.ts'
import { type Output, printable } from '../output.ts'
import { startProgress } from '../progress.ts'

const LOOK_MS = 300

export const command: Command = {
  usage: 'reindex',
  help: reindexCommandTexts.help,
  options: {
    ...placeOptions,
    all: { type: 'boolean', short: 'a', text: reindexCommandTexts.optionAll },
  },
  examples: ['memdir reindex', 'memdir reindex --all'],
  async run({ values, context, output }) {
    const engine = context.engine()
    const bar = startProgress(output, output.say(reindexCommandTexts.embedding))
    try {
      const background = await engine.background()
      const options = { reason: 'reindex', remake: values.all === true }
      const job = await runInTurn(background, 'embedding', {
        ...options,
        onProgress: (done, total) => bar.update(done, total),
      })
      const ofAgents = await runInTurn(background, 'agent-memories', options)
      bar.end()
      output.data({ status: job.status, job, agents: ofAgents })
      const failed = [job, ofAgents].find(({ status }) => status === 'failed')
      if (failed) {
        output.note(
          `${output.paint.yellow('!')} ${output.say(reindexCommandTexts.searchDataNotUp)}${printable(failed.error?.[output.language] ?? '')}`,
        )
        return 1
      }
      output.print(summary(output, job))
      return 0
    } finally {
      bar.end()
      await engine.close()
    }
  },
}

/** A worker in the background may be at it: its progress is shown, and when it is done this one looks again. */
async function runInTurn(background: Background, name: string, options: RunHere): Promise<JobRun> {
  for (;;) {
    const run = await background.run(name, options)
    if (run) return run
    const running = background.runs().findLast(({ job, status }) => job === name && status === 'running')
    if (running?.progress) options.onProgress?.(running.progress.done, running.progress.total)
    await new Promise((wake) => setTimeout(wake, LOOK_MS))
  }
}

function summary(output: Output, job: JobRun): string {
  const { added = 0, changed = 0, removed = 0, embedded = 0 } = job.did
  if (job.status === 'stopped')
    return output.say(message(reindexCommandTexts.timeRanOutEmbedded, { embedded }))
  return output.say(message(reindexCommandTexts.searchDataUpDate, { added, changed, removed, embedded }))
}
