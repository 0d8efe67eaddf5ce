import {
  GIVE_TWO_DIFFERENT,
  GIVE_TWO_OR_NONE,
  MERGE_NEEDS_TWO,
  SAME_MEMORY,
} from '../../base/messages/edit-commands.ts'
import { MAKE_IT } from '../../base/messages/files.ts'
import { message } from '../../base/messages/message.ts'
import type { Memory } from '../../memory/memory.ts'
import type { MergeOutcome } from '../../memory/records/merge-into.ts'
import type { PlannedPair } from '../../memory/records/merge-memories.ts'
import { confirm, usage } from '../arguments.ts'
import { type Command, type CommandInput, everywhereOption } from '../command.ts'
import { searchDataBehind } from '../doctor-search.ts'
import { countOf, type Text } from '../language.ts'
import { type Output, printable } from '../output.ts'
import { startProgress } from '../progress.ts'

export const command: Command = {
  usage: 'merge [MEMORY MEMORY]',
  help: {
    en: 'Merges duplicate memories. Without names: all that have the same text, within a kind, after asking. With --near it only shows likely doubles: memories that are near in meaning, with the same numbers and names; merge those that are, by their names. The longer text stays, of two that are as long the one changed last (but what you said is not replaced by what an agent inferred); the other goes into the history; `memdir undo` takes it back.',
    zh: '合并重复的记忆。不给名称时，询问后合并同一种类内文本相同的记忆。--near 仅列出疑似重复：含义相近且数字、名称一致的记忆；确属重复的请给出名称合并。保留较长的文本，等长时保留最近更改的（但代理推断的内容不会取代您说过的话）；另一条存入历史；可用 `memdir undo` 撤销。',
  },
  most: 2,
  options: {
    ...everywhereOption,
    near: { type: 'boolean', en: 'show likely doubles, merge nothing', zh: '列出疑似重复，不合并' },
    'dry-run': { type: 'boolean', en: 'only show what would be merged', zh: '仅显示将合并的内容' },
    yes: { type: 'boolean', short: 'y', en: 'do not ask', zh: '不询问' },
  },
  arguments: ['memories', 'memories'],
  examples: ['memdir merge --near', 'memdir merge k3v9 x7q2', 'memdir merge --dry-run', 'memdir merge --yes'],
  async run(input) {
    const { positionals, values, context } = input
    if (positionals.length === 1) throw usage(message(MERGE_NEEDS_TWO), message(GIVE_TWO_OR_NONE))
    try {
      if (values.near) return await showNear(input)
      return await (positionals.length === 2 ? mergeTwo(input) : mergeAll(input))
    } finally {
      await context.engine().close()
    }
  },
}

async function mergeTwo({ positionals, values, context, output }: CommandInput): Promise<number> {
  const isDry = values['dry-run'] === true
  const engine = isDry ? context.engine() : await context.writingEngine()
  const [one, other] = positionals.map((reference) => engine.store.find(reference))
  if (!one || !other || one.file === other.file)
    throw usage(message(SAME_MEMORY), message(GIVE_TWO_DIFFERENT))
  const records = await engine.records()
  const planned = records.planMerge(one, other)
  if (isDry || planned.likeness !== 'same') printPlanned(output, planned)
  if (planned.likeness === 'different' && (isDry || values.yes))
    output.note(`${output.paint.yellow('!')} ${output.say(DIFFER)}`)
  if (isDry) {
    const { kept, removed, text, content, likeness } = planned
    output.data({
      pairs: [{ kept: plain(kept), removed: plain(removed), text, content, likeness }],
      merged: [],
    })
    output.print(`  ${output.say(NOTHING_CHANGED)}`)
    return 0
  }
  if (planned.likeness !== 'same' && !(await confirm(output, values, QUESTIONS[planned.likeness]))) return 1
  const outcome = await records.merge(one, other, context.changedBy())
  output.data({ merged: [outcome] })
  output.print(
    `${output.paint.green('✓')} ${output.say({ en: 'Merged: ', zh: '已合并：' })}${printable(outcome.memory.name)}\n  ${output.paint.dim(outcome.memory.file)}`,
  )
  return 0
}

const NOTHING_CHANGED: Text = { en: 'Nothing was changed.', zh: '未更改任何内容。' }
const DIFFER: Text = {
  en: 'They differ in a number, a name or a negation.',
  zh: '两者的数字、名称或否定不同。',
}
const QUESTIONS: Record<'reworded' | 'different', Text> = {
  reworded: { en: 'Merge these two?', zh: '合并这两条记忆？' },
  different: {
    en: `${DIFFER.en} Merge them all the same?`,
    zh: `${DIFFER.zh}仍要合并吗？`,
  },
}

function printPlanned(output: Output, { kept, removed, text }: PlannedPair): void {
  const [staying, going] = text === 'old' ? [kept, removed] : [removed, kept]
  printPair(output, staying, going, kept.file)
}

async function mergeAll({ values, context, output }: CommandInput): Promise<number> {
  const engine = values['dry-run'] ? context.engine() : await context.writingEngine()
  const records = await engine.records()
  const pairs = records.findMergeable()
  const near = records.likelyDoubles().length
  const shown = {
    pairs: pairs.map(({ kept, removed }) => ({ kept: plain(kept), removed: plain(removed) })),
    near,
  }
  for (const { kept, removed } of pairs) printPair(output, kept, removed, kept.file)
  if (pairs.length === 0) output.print(output.say(NONE))
  if (near > 0) output.note(output.say(likely(near)))
  if (pairs.length === 0 || values['dry-run']) {
    output.data({ ...shown, merged: [] })
    return 0
  }
  const question = {
    en: `Merge ${countOf(pairs.length, 'pair')}?`,
    zh: `合并这 ${pairs.length} 对记忆？`,
  }
  if (!(await confirm(output, values, question))) return 1
  const merged: MergeOutcome[] = []
  const bar = startProgress(output, output.say({ en: 'merging', zh: '合并' }))
  try {
    for (const { kept, removed } of pairs) {
      bar.update(merged.length, pairs.length)
      merged.push(await records.merge(kept, removed, context.changedBy()))
    }
  } finally {
    bar.end()
  }
  output.data({ ...shown, merged })
  output.print(
    `${output.paint.green('✓')} ${output.say({ en: `${countOf(merged.length, 'pair')} merged.`, zh: `已合并 ${merged.length} 对。` })}`,
  )
  return 0
}

async function showNear({ context, output }: CommandInput): Promise<number> {
  const records = await context.engine().records()
  const doubles = await records.findLikelyDoubles()
  output.data({
    doubles: doubles.map(({ one, other, similarity }) => ({
      one: plain(one),
      other: plain(other),
      similarity,
    })),
  })
  for (const { one, other, similarity } of doubles) {
    output.print(`${output.paint.green(similarity.toFixed(2))}  memdir merge ${one.id} ${other.id}`)
    for (const { name, file } of [one, other])
      output.print(`      ${printable(name)}  ${output.paint.dim(printable(file))}`)
  }
  if (doubles.length === 0) output.print(output.say(NO_DOUBLES))
  const behind = searchDataBehind(await context.engine().searchData.examine())
  if (behind) output.note(`${output.paint.yellow('!')} ${output.say(message(MAKE_IT, { what: behind }))}`)
  return 0
}

const NONE: Text = { en: 'No two memories have the same text.', zh: '没有文本相同的记忆。' }
const NO_DOUBLES: Text = {
  en: 'No likely doubles were found.',
  zh: '没有找到疑似重复。',
}

function likely(count: number): Text {
  return {
    en: `${countOf(count, 'likely double')}: \`memdir merge --near\` shows them.`,
    zh: `${count} 对疑似重复：用 \`memdir merge --near\` 查看。`,
  }
}

/** Whose text stays, and in which file; the other's is kept in the history. */
function printPair(output: Output, staying: Memory, going: Memory, file: string): void {
  const [keeps, goes] = [
    output.say({ en: 'Keeps: ', zh: '保留：' }),
    output.say({ en: 'Goes into the history: ', zh: '存入历史：' }),
  ]
  output.print(`${keeps}${printable(staying.name)}  ${output.paint.dim(printable(file))}`)
  output.print(`${goes}${printable(going.name)}`)
}

function plain({ id, file, name }: Memory) {
  return { id, file, name }
}
