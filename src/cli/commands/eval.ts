import { evalCommandTexts } from '../../base/messages/eval-command.ts'
import { evaluateTexts } from '../../base/messages/evaluate.ts'
import { message } from '../../base/messages/message.ts'
import { searchCommandsTexts } from '../../base/messages/search-commands.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { type LabelledSet, METRIC_NAMES, type Measured, ownSet } from '../../search/own-set.ts'
import { usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import type { Output } from '../output.ts'
import { startProgress } from '../progress.ts'

export const command: Command = {
  usage: 'eval --mine',
  help: evalCommandTexts.help,
  options: {
    mine: { type: 'boolean', text: evalCommandTexts.optionMine },
  },
  examples: ['memdir eval --mine'],
  withoutProject: true,
  async run(input) {
    if (!input.values.mine)
      throw usage(
        message(searchCommandsTexts.evalNeedsMine),
        message(usageTexts.runHelp, { command: 'eval' }),
      )
    const measured = await measure(input)
    input.output.data(measured)
    printMeasured(input.output, measured)
  },
}

async function measure({ context, output }: CommandInput): Promise<Measured> {
  const { home, store } = context.engine()
  const { evaluateOwn } = await import('../../search/evaluate-own.ts')
  const set = withQuestions(ownSet(store.list()), output)
  const bar = startProgress(output, '')
  try {
    return await evaluateOwn(set, home, ({ stage, done, total }) => bar.update(done, total, stage))
  } finally {
    bar.end()
  }
}

function withQuestions(set: LabelledSet, output: Output): LabelledSet {
  const { length: asked } = set.queries
  if (asked === 0)
    throw new MemdirError('not_found', message(evaluateTexts.nothingToMeasure), {
      fix: message(evaluateTexts.describeOtherwise),
    })
  const left = set.corpus.length - asked
  if (left > 0) output.note(output.say(message(evaluateTexts.memoriesNotAsked, { left })))
  return set
}

function printMeasured(output: Output, measured: Measured): void {
  const modes = ['hybrid', 'fulltext', 'vectors'] as const
  const rows = modes.map((mode) => [mode, ...METRIC_NAMES.map((name) => measured[mode][name].toFixed(1))])
  output.table(
    [output.say(message(evalCommandTexts.question, { measured: measured.n })), ...METRIC_NAMES],
    rows,
  )
}
