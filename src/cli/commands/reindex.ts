import type { Background, RunHere } from '../../learn/background.ts'
import type { JobRun } from '../../learn/job-log.ts'
import { type Command, everywhereOption } from '../command.ts'
import { type Output, printable } from '../output.ts'
import { startProgress } from '../progress.ts'

const LOOK_MS = 300

export const command: Command = {
  usage: 'reindex',
  help: {
    en: 'Brings the search data up to date: reads what changed, embeds what has no vector yet, calibrates. --all rebuilds everything. The memories themselves are only read.',
    zh: '更新搜索数据：读取更改、为缺少向量的记忆生成向量并校准。加 --all 则全部重建。记忆本身只被读取。',
  },
  options: {
    ...everywhereOption,
    all: { type: 'boolean', short: 'a', en: 'rebuild everything', zh: '全部重建' },
  },
  examples: ['memdir reindex', 'memdir reindex --all'],
  async run({ values, context, output }) {
    const engine = context.engine()
    const bar = startProgress(output, output.say({ en: 'embedding', zh: '生成向量' }))
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
          `${output.paint.yellow('!')} ${output.say({ en: 'The search data is not up to date: ', zh: '搜索数据未能更新：' })}${printable(failed.error?.[output.language] ?? '')}`,
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
    return output.say({
      en: `Time ran out: ${embedded} embedded, others are left. \`memdir reindex\` continues from there.`,
      zh: `时间已到：生成向量 ${embedded}，尚有剩余。运行 \`memdir reindex\` 即可继续。`,
    })
  return output.say({
    en: `Search data is up to date: ${added} new, ${changed} changed and ${removed} removed since the last look; ${embedded} embedded.`,
    zh: `搜索数据已更新：自上次以来新增 ${added}，更改 ${changed}，删除 ${removed}；生成向量 ${embedded}。`,
  })
}
