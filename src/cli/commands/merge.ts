import type { MergedPair } from '../../records/merge-memories.ts'
import { confirm, usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { countOf } from '../language.ts'
import { printable } from '../output.ts'

export const command: Command = {
  usage: 'merge [MEMORY MEMORY]',
  help: {
    en: 'Makes one memory of two that say the same. Without names it finds all such pairs (similarity 0.85 and more, within a kind) and asks. The longer text stays, the other in the history; `memdir undo` takes it back.',
    zh: '把内容相同的两条记忆合并为一条。不给名称时找出所有这样的记忆（同一种类内相似度不低于 0.85）并询问。保留较长的文本，另一条留在历史中；可用 `memdir undo` 撤销。',
  },
  most: 2,
  options: {
    'dry-run': { type: 'boolean', en: 'only show what would be merged', zh: '仅显示将合并的内容' },
    yes: { type: 'boolean', short: 'y', en: 'do not ask', zh: '不询问' },
  },
  examples: ['memdir merge --dry-run', 'memdir merge k3v9 x7q2', 'memdir merge --yes'],
  async run(input) {
    const { positionals, context } = input
    if (positionals.length === 1) throw usage('merge needs two memories', 'Give two, or none to find them.')
    try {
      return await (positionals.length === 2 ? mergeTwo(input) : mergeAll(input))
    } finally {
      await context.engine().close()
    }
  },
}

async function mergeTwo({ positionals, context, output }: CommandInput): Promise<number> {
  const engine = await context.writingEngine()
  const [one, other] = positionals.map((reference) => engine.store.find(reference))
  if (one!.file === other!.file) throw usage('these are the same memory', 'Give two different ones.')
  const records = await engine.records()
  const outcome = await records.merge(one!, other!, context.changedBy())
  output.data({ merged: [outcome] })
  if (outcome.status === 'merged')
    output.print(
      `${output.paint.green('✓')} ${output.say({ en: 'Merged: ', zh: '已合并：' })}${printable(outcome.memory.name)}\n  ${output.paint.dim(outcome.memory.file)}`,
    )
  return 0
}

async function mergeAll({ values, context, output }: CommandInput): Promise<number> {
  const engine = values['dry-run'] ? context.engine() : await context.writingEngine()
  const records = await engine.records()
  const pairs = await records.findMergeable()
  const shown = pairs.map(describe)
  if (pairs.length === 0 || values['dry-run']) {
    output.data({ pairs: shown, merged: [] })
    if (pairs.length === 0)
      output.print(output.say({ en: 'No two memories say the same.', zh: '没有内容相同的记忆。' }))
  }
  for (const { kept, removed, similarity } of pairs)
    output.print(
      `${output.paint.green(similarity.toFixed(2))}  ${printable(removed.name)} → ${printable(kept.name)}\n      ${output.paint.dim(`${removed.file} → ${kept.file}`)}`,
    )
  if (pairs.length === 0 || values['dry-run']) return 0
  const question = {
    en: `Merge ${countOf(pairs.length, 'pair')}?`,
    zh: `合并这 ${pairs.length} 对记忆？`,
  }
  if (!(await confirm(output, values, question))) return 1
  const merged = []
  for (const { kept, removed } of pairs) merged.push(await records.merge(kept, removed, context.changedBy()))
  output.data({ pairs: shown, merged })
  output.print(
    `${output.paint.green('✓')} ${output.say({ en: `${countOf(merged.length, 'pair')} merged.`, zh: `已合并 ${merged.length} 对。` })}`,
  )
  return 0
}

function describe({ kept, removed, similarity }: MergedPair) {
  const plain = ({ id, file, name }: MergedPair['kept']) => ({ id, file, name })
  return { kept: plain(kept), removed: plain(removed), similarity }
}
