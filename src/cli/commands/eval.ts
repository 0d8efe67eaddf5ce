import { DESCRIBE_OTHERWISE, MEMORIES_NOT_ASKED, NOTHING_TO_MEASURE } from '../../base/messages/evaluate.ts'
import { message } from '../../base/messages/message.ts'
import { EVAL_NEEDS_MINE } from '../../base/messages/search-commands.ts'
import { RUN_HELP } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { METRIC_NAMES, type Measured } from '../../search/metrics.ts'
import type { LabelledSet } from '../../search/own-set.ts'
import { usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { countOf } from '../language.ts'
import type { Output } from '../output.ts'
import { startProgress } from '../progress.ts'

export const command: Command = {
  usage: 'eval --mine',
  help: {
    en: 'Measures search on your own memories: full text, vectors and both together. They are asked for by their descriptions and quotations, as far as these use other words than the text; only the text is searched.',
    zh: '用您自己的记忆衡量搜索：全文、向量以及两者结合。用描述和引文（仅限用词与正文不同者）查找记忆，只搜索正文。',
  },
  options: {
    mine: { type: 'boolean', en: 'your own memories', zh: '您自己的记忆' },
  },
  examples: ['memdir eval --mine'],
  withoutProject: true,
  async run(input) {
    if (!input.values.mine) throw usage(message(EVAL_NEEDS_MINE), message(RUN_HELP, { command: 'eval' }))
    const measured = await measure(input)
    input.output.data(measured)
    printMeasured(input.output, measured)
  },
}

async function measure({ context, output }: CommandInput): Promise<Measured> {
  const { home, store } = context.engine()
  const [{ evaluateOwn }, { ownSet }] = await Promise.all([
    import('../../search/evaluate-own.ts'),
    import('../../search/own-set.ts'),
  ])
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
    throw new MemdirError('not_found', message(NOTHING_TO_MEASURE), { fix: message(DESCRIBE_OTHERWISE) })
  const left = set.corpus.length - asked
  if (left > 0) output.note(output.say(message(MEMORIES_NOT_ASKED, { left })))
  return set
}

function printMeasured(output: Output, measured: Measured): void {
  const modes = ['hybrid', 'fulltext', 'vectors'] as const
  const rows = modes.map((mode) => [mode, ...METRIC_NAMES.map((name) => measured[mode][name].toFixed(1))])
  output.table(
    [output.say({ en: countOf(measured.n, 'question'), zh: `${measured.n} 个问题` }), ...METRIC_NAMES],
    rows,
  )
}
