import type { Memory } from '../../memory/memory.ts'
import type { AddOutcome } from '../../records/add-record.ts'
import type { MergedPair } from '../../records/merge-memories.ts'
import { confirm, usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { countOf, type Text } from '../language.ts'
import { type Output, printable } from '../output.ts'
import { startProgress } from '../progress.ts'

export const command: Command = {
  usage: 'merge [MEMORY MEMORY]',
  help: {
    en: 'Makes one memory of two that say the same. Without names it finds all such pairs (similarity 0.85 and more, within a kind) and asks; memories without vectors are compared by their words alone. The longer text stays, the other in the history; `memdir undo` takes it back.',
    zh: '把内容相同的两条记忆合并为一条。不给名称时找出所有这样的记忆（同一种类内相似度不低于 0.85）并询问；还没有向量的记忆只比较文字。保留较长的文本，另一条留在历史中；可用 `memdir undo` 撤销。',
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

async function mergeTwo({ positionals, values, context, output }: CommandInput): Promise<number> {
  const engine = values['dry-run'] ? context.engine() : await context.writingEngine()
  const [one, other] = positionals.map((reference) => engine.store.find(reference))
  if (one!.file === other!.file) throw usage('these are the same memory', 'Give two different ones.')
  const records = await engine.records()
  if (values['dry-run']) {
    const { kept, removed, text, content } = records.planMerge(one!, other!)
    output.data({ pairs: [{ kept: plain(kept), removed: plain(removed), text, content }], merged: [] })
    output.print(arrow(output, kept, removed))
    output.print(`  ${output.say(TEXT_OF[text])}`)
    return 0
  }
  const outcome = await records.merge(one!, other!, context.changedBy())
  output.data({ merged: [outcome] })
  if (outcome.status === 'merged')
    output.print(
      `${output.paint.green('✓')} ${output.say({ en: 'Merged: ', zh: '已合并：' })}${printable(outcome.memory.name)}\n  ${output.paint.dim(outcome.memory.file)}`,
    )
  return 0
}

const TEXT_OF: Record<'old' | 'new' | 'both', Text> = {
  old: { en: 'Nothing was changed. The older text would stay.', zh: '未更改任何内容。将保留较早的文本。' },
  new: { en: 'Nothing was changed. The newer text would stay.', zh: '未更改任何内容。将采用较新的文本。' },
  both: {
    en: 'Nothing was changed. What the newer text takes back would be replaced in the older.',
    zh: '未更改任何内容。较早文本中被推翻的部分将被替换。',
  },
}

async function mergeAll({ values, context, output }: CommandInput): Promise<number> {
  const engine = values['dry-run'] ? context.engine() : await context.writingEngine()
  const records = await engine.records()
  const { pairs, withoutVectors } = await withProgress(
    output,
    { en: 'comparing', zh: '比较' },
    records.findMergeable,
  )
  const shown = { pairs: pairs.map(describe), without_vectors: withoutVectors }
  for (const { kept, removed, similarity } of pairs)
    output.print(`${output.paint.green(similarity.toFixed(2))}  ${arrow(output, kept, removed)}`)
  if (pairs.length === 0) output.print(output.say(withoutVectors > 0 ? NONE_BY_WORDS : NONE))
  if (withoutVectors > 0) output.note(`${output.paint.yellow('!')} ${output.say(unseen(withoutVectors))}`)
  if (pairs.length === 0 || values['dry-run']) {
    output.data({ ...shown, merged: [] })
    return 0
  }
  const question = {
    en: `Merge ${countOf(pairs.length, 'pair')}?`,
    zh: `合并这 ${pairs.length} 对记忆？`,
  }
  if (!(await confirm(output, values, question))) return 1
  const merged: AddOutcome[] = []
  await withProgress(output, { en: 'merging', zh: '合并' }, async (onProgress) => {
    for (const { kept, removed } of pairs) {
      onProgress(merged.length, pairs.length)
      merged.push(await records.merge(kept, removed, context.changedBy()))
    }
  })
  output.data({ ...shown, merged })
  output.print(
    `${output.paint.green('✓')} ${output.say({ en: `${countOf(merged.length, 'pair')} merged.`, zh: `已合并 ${merged.length} 对。` })}`,
  )
  return 0
}

const NONE: Text = { en: 'No two memories say the same.', zh: '没有内容相同的记忆。' }
const NONE_BY_WORDS: Text = { en: 'No two memories have the same words.', zh: '没有文字相同的记忆。' }

/** What says the same in other words is only seen with vectors. */
function unseen(count: number): Text {
  return {
    en: `${countOf(count, 'memory has', 'memories have')} no vectors yet: of these only the words were compared. \`memdir reindex\` makes them.`,
    zh: `${count} 条记忆还没有向量，只比较了文字。可用 \`memdir reindex\` 生成。`,
  }
}

async function withProgress<T>(
  output: Output,
  label: Text,
  work: (onProgress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  const bar = startProgress(output, output.say(label))
  try {
    return await work((done, total) => bar.update(done, total))
  } finally {
    bar.end()
  }
}

function arrow(output: Output, kept: Memory, removed: Memory): string {
  return `${printable(removed.name)} → ${printable(kept.name)}\n      ${output.paint.dim(`${removed.file} → ${kept.file}`)}`
}

function describe({ kept, removed, similarity }: MergedPair) {
  return { kept: plain(kept), removed: plain(removed), similarity }
}

function plain({ id, file, name }: Memory) {
  return { id, file, name }
}
