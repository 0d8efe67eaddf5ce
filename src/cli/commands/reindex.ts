import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '../command.ts'
import { startProgress } from '../progress.ts'

export const command: Command = {
  usage: 'reindex',
  help: {
    en: 'Brings the search data up to date: reads what changed, embeds what has no vector yet, calibrates. With --all everything is made anew. The memories themselves are only read.',
    zh: '更新搜索数据：读取更改、为缺少向量的记忆生成向量并校准。加 --all 则全部重建。记忆本身只被读取。',
  },
  options: { all: { type: 'boolean', short: 'a', en: 'make everything anew', zh: '全部重建' } },
  examples: ['memdir reindex', 'memdir reindex --all'],
  async run({ values, context, output }) {
    const engine = context.engine()
    if (values.all) rmSync(join(engine.location.state, 'cache'), { recursive: true, force: true })
    const bar = startProgress(output, output.say({ en: 'embedding', zh: '生成向量' }))
    try {
      const outcome = await engine.work({
        reason: 'reindex',
        onProgress: (done, total) => bar.update(done, total),
      })
      bar.end()
      if (outcome.status === 'busy') {
        output.data({ status: 'busy' })
        output.print(
          output.say({
            en: 'A background worker is doing this now; see `memdir jobs`.',
            zh: '后台任务正在进行；请看 `memdir jobs`。',
          }),
        )
        return 0
      }
      const { job } = outcome
      output.data({ status: job.status, job })
      if (job.status === 'failed') {
        output.note(
          `${output.paint.yellow('!')} ${output.say({ en: 'The search data is not up to date', zh: '搜索数据未能更新' })}: ${job.error}`,
        )
        return 1
      }
      const { added = 0, changed = 0, removed = 0, embedded = 0 } = job.did
      output.print(
        output.say({
          en: `Search data is up to date: ${added} added, ${changed} changed, ${removed} removed, ${embedded} embedded.`,
          zh: `搜索数据已更新：新增 ${added}，更改 ${changed}，删除 ${removed}，生成向量 ${embedded}。`,
        }),
      )
      return 0
    } finally {
      bar.end()
      await engine.close()
    }
  },
}
