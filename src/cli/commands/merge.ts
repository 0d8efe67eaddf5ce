import { editCommandsTexts } from '../../base/messages/edit-commands.ts'
import { filesTexts } from '../../base/messages/files.ts'
import { mergeCommandTexts } from '../../base/messages/merge-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { message } from '../../base/messages/message.ts'
import type { Memory } from '../../memory/memory.ts'
import type { MergeOutcome, PlannedPair } from '../../memory/records.ts'
import { confirm, usage } from '../arguments.ts'
import { type Command, type CommandInput, placeOptions } from '../command.ts'
import { searchDataBehind } from '../doctor-search.ts'
import { type Output, printable } from '../output.ts'
import { startProgress } from '../progress.ts'

export const command: Command = {
  usage: 'merge [MEMORY MEMORY]',
  help: mergeCommandTexts.help,
  most: 2,
  options: {
    ...placeOptions,
    near: { type: 'boolean', text: mergeCommandTexts.optionNear },
    'dry-run': { type: 'boolean', text: mergeCommandTexts.optionDryRun },
    yes: { type: 'boolean', short: 'y', text: mergeCommandTexts.optionYes },
  },
  arguments: ['memories', 'memories'],
  examples: ['memdir merge --near', 'memdir merge k3v9 x7q2', 'memdir merge --dry-run', 'memdir merge --yes'],
  async run(input) {
    const { positionals, values, context } = input
    if (positionals.length === 1)
      throw usage(message(editCommandsTexts.mergeNeedsTwo), message(editCommandsTexts.giveTwoOrNone))
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
    throw usage(message(editCommandsTexts.sameMemory), message(editCommandsTexts.giveTwoDifferent))
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
    `${output.paint.green('✓')} ${output.say(mergeCommandTexts.merged)}${printable(outcome.memory.name)}\n  ${output.paint.dim(outcome.memory.file)}`,
  )
  return 0
}

const NOTHING_CHANGED: Text = mergeCommandTexts.nothingChanged
const DIFFER = message(mergeCommandTexts.differ)
const QUESTIONS: Record<'reworded' | 'different', Text> = {
  reworded: mergeCommandTexts.questionsReworded,
  different: message(mergeCommandTexts.questionsDifferent, { differ: DIFFER }),
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
  const question = message(mergeCommandTexts.question, { pairs: pairs.length })
  if (!(await confirm(output, values, question))) return 1
  const merged: MergeOutcome[] = []
  const bar = startProgress(output, output.say(mergeCommandTexts.merging))
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
    `${output.paint.green('✓')} ${output.say(message(mergeCommandTexts.pairMerged, { merged: merged.length }))}`,
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
  if (behind)
    output.note(`${output.paint.yellow('!')} ${output.say(message(filesTexts.makeIt, { what: behind }))}`)
  return 0
}

const NONE: Text = mergeCommandTexts.none
const NO_DOUBLES: Text = mergeCommandTexts.noDoubles

function likely(count: number): Text {
  return message(mergeCommandTexts.likelyDoubleMergeNear, { count })
}

/** Whose text stays, and in which file; the other's is kept in the history. */
function printPair(output: Output, staying: Memory, going: Memory, file: string): void {
  const [keeps, goes] = [output.say(mergeCommandTexts.keeps), output.say(mergeCommandTexts.goesIntoHistory)]
  output.print(`${keeps}${printable(staying.name)}  ${output.paint.dim(printable(file))}`)
  output.print(`${goes}${printable(going.name)}`)
}

function plain({ id, file, name }: Memory) {
  return { id, file, name }
}
