import { join } from 'node:path'
import { DESCRIBE_OTHERWISE, MEMORIES_NOT_ASKED, NOTHING_TO_MEASURE } from '../../base/messages/evaluate.ts'
import { message } from '../../base/messages/message.ts'
import { EVAL_NEEDS_SET } from '../../base/messages/search-commands.ts'
import { RUN_HELP } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { numberOption, textOption, usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import type { Evaluation, Measured } from '../evaluate/evaluate.ts'
import { METRIC_NAMES } from '../evaluate/metrics.ts'
import type { LabelledSet } from '../evaluate/own-set.ts'
import type { SetDocument } from '../evaluate/read-set.ts'
import { countOf } from '../language.ts'
import type { Output } from '../output.ts'
import { startProgress } from '../progress.ts'

export const command: Command = {
  usage:
    'eval --corpus FILE --queries FILE | eval --mine | eval --recall --store FILE --prompts FILE | eval --writing --messages FILE',
  help: {
    en: 'Measures search on labelled questions: full text, vectors and both together. The files are JSONL, plain or .gz: {id, group, text} and {id, group, text, relevant: [ids]}; each group is a store of its own. --mine asks for your own memories by their descriptions and quotations, as far as these use other words than the text; only the text is searched. --recall measures what is attached to prompts instead: the memories {id, text, type?, time?, session?, origin?} are written into a store of their own and each prompt {id, text, lang: en|zh|mixed, relevant: [ids]} is put to it as an agent would; an empty list means that nothing answers it. --writing measures what would be written of messages {id, text, session, time, keep: yes|maybe|no} without a model: at once, or as a candidate; maybe counts neither way.',
    zh: '用带标注的问题衡量搜索：全文、向量以及两者结合。文件为 JSONL（可 .gz）：{id, group, text} 与 {id, group, text, relevant: [ids]}；每组是一个独立的库。--mine 用描述和引文（仅限用词与正文不同者）查找您自己的记忆，只搜索正文。--recall 则衡量会给提示附上什么：把记忆 {id, text, type?, time?, session?, origin?} 写入一个独立的库，再像代理那样逐条提出提示 {id, text, lang: en|zh|mixed, relevant: [ids]}；列表为空表示没有答案。--writing 衡量在没有模型时会从消息 {id, text, session, time, keep: yes|maybe|no} 中写下什么：立即写入，或作为候选；maybe 不计。',
  },
  options: {
    corpus: { type: 'string', value: 'FILE', en: 'what is searched', zh: '被搜索的内容' },
    queries: { type: 'string', value: 'FILE', en: 'questions with their answers', zh: '问题与答案' },
    statements: {
      type: 'string',
      value: 'FILE',
      en: 'what was written from lines of the corpus: {text, evidence: [ids]}; the lines become its quotations',
      zh: '由语料各行写成的陈述：{text, evidence: [ids]}；这些行成为其引文',
    },
    mine: { type: 'boolean', en: 'your own memories', zh: '您自己的记忆' },
    recall: { type: 'boolean', en: 'what is attached to prompts', zh: '会给提示附上什么' },
    store: { type: 'string', value: 'FILE', en: 'memories, with --recall', zh: '记忆（配合 --recall）' },
    prompts: { type: 'string', value: 'FILE', en: 'prompts, with --recall', zh: '提示（配合 --recall）' },
    writing: { type: 'boolean', en: 'what is written of messages', zh: '会从消息中写下什么' },
    messages: { type: 'string', value: 'FILE', en: 'messages, with --writing', zh: '消息（配合 --writing）' },
    show: {
      type: 'boolean',
      en: 'print what is written, with --writing',
      zh: '列出写下的内容（配合 --writing）',
    },
    recurrence: {
      type: 'boolean',
      en: 'with --writing: what becomes a memory because it comes again in other conversations',
      zh: '配合 --writing：哪些内容因在其他对话中再次出现而成为记忆',
    },
    size: {
      type: 'string',
      value: 'N',
      en: 'memories in a store: filled up with invented ones, or several smaller stores',
      zh: '每个库的记忆数：以虚构记忆补足，或分成若干较小的库',
    },
    seed: { type: 'string', value: 'N', en: 'for --size (1)', zh: '用于 --size（默认 1）' },
    each: { type: 'boolean', en: 'list the prompts that went wrong', zh: '列出出错的提示' },
    limit: { type: 'string', short: 'l', value: 'N', en: 'only the first N questions', zh: '仅前 N 个问题' },
    negatives: {
      type: 'boolean',
      en: "also ask each question of another group's store: the false-injection rate",
      zh: '同时向另一组的库提问：误注入率',
    },
    'by-category': { type: 'boolean', en: 'by category of questions', zh: '按问题类别' },
    storage: {
      type: 'boolean',
      en: 'vectors in the store of storage.backend, removed afterwards',
      zh: '向量存入 storage.backend 指定的存放处，结束后删除',
    },
    'no-vectors': { type: 'boolean', en: 'full text only', zh: '仅全文' },
  },
  examples: [
    'memdir eval --corpus notes.corpus.jsonl.gz --queries notes.queries.jsonl.gz --negatives',
    'memdir eval --mine',
    'memdir eval --recall --store memories.jsonl --prompts prompts.jsonl --each',
    'memdir eval --writing --messages messages.jsonl --show',
  ],
  withoutProject: true,
  async run(input) {
    const { values, output } = input
    if (values.recall) {
      const { evalRecall } = await import('../eval-recall.ts')
      await evalRecall(input)
      return
    }
    if (values.writing) {
      const { evalWriting } = await import('../eval-writing.ts')
      evalWriting(input)
      return
    }
    const evaluation = await measure(input)
    output.data({ ...evaluation, by_category: evaluation.byCategory, byCategory: undefined })
    const modes = values['no-vectors']
      ? (['fulltext'] as const)
      : (['hybrid', 'fulltext', 'vectors'] as const)
    printMeasured(output, '', evaluation, modes)
    for (const [name, measured] of Object.entries(evaluation.byCategory ?? {}))
      printMeasured(output, name, measured, modes)
    if (values.negatives) printNegatives(output, evaluation)
  },
}

async function measure(input: CommandInput): Promise<Evaluation> {
  const { values, context, output } = input
  const engine = context.engine()
  const { home, store } = engine
  const [{ evaluate }, sets, { createEmbedders }] = await Promise.all([
    import('../evaluate/evaluate.ts'),
    import('../evaluate/read-set.ts'),
    import('../../search/embed/create-embedders.ts'),
  ])
  const corpusFile = textOption(values, 'corpus')
  const queriesFile = textOption(values, 'queries')
  if (!values.mine && (corpusFile === undefined || queriesFile === undefined)) {
    throw usage(message(EVAL_NEEDS_SET), message(RUN_HELP, { command: 'eval' }))
  }
  const { ownSet } = await import('../evaluate/own-set.ts')
  const set = values.mine
    ? ownMemories(ownSet(store.list()), output)
    : { corpus: written(sets, corpusFile ?? '', values), queries: sets.readQueries(queriesFile ?? '') }
  const embedders = values['no-vectors']
    ? undefined
    : await createEmbedders({ modelsDirectory: join(home, 'models') })
  const openVectors =
    values.storage === true
      ? (await import('../../search/storage.ts')).trialVectors({
          home,
          settings: engine.settings,
          location: engine.location,
          env: context.env,
        })
      : undefined
  const bar = startProgress(output, '')
  try {
    return await evaluate({
      ...set,
      ...(openVectors ? { openVectors } : {}),
      ...(embedders ? { embedders } : {}),
      cacheDirectory: join(home, 'cache', 'eval-vectors'),
      limit: numberOption(values, 'limit', 1, 1e9),
      negatives: values.negatives === true,
      byCategory: values['by-category'] === true,
      onProgress: ({ stage, done, total }) => bar.update(done, total, stage),
    })
  } finally {
    bar.end()
    await embedders?.close()
  }
}

function written(
  sets: typeof import('../evaluate/read-set.ts'),
  corpusFile: string,
  values: CommandInput['values'],
): SetDocument[] {
  const corpus = sets.readCorpus(corpusFile)
  const statements = textOption(values, 'statements')
  return statements === undefined ? corpus : sets.withStatements(corpus, sets.readStatements(statements))
}

function ownMemories(set: LabelledSet, output: Output): LabelledSet {
  const { length: asked } = set.queries
  if (asked === 0)
    throw new MemdirError('not_found', message(NOTHING_TO_MEASURE), { fix: message(DESCRIBE_OTHERWISE) })
  const left = set.corpus.length - asked
  if (left > 0) output.note(output.say(message(MEMORIES_NOT_ASKED, { left })))
  return set
}

function printMeasured(
  output: Output,
  title: string,
  measured: Measured,
  modes: readonly ('hybrid' | 'fulltext' | 'vectors')[],
): void {
  if (title) output.print(`\n${title}`)
  const rows = modes.map((mode) => [mode, ...METRIC_NAMES.map((name) => measured[mode][name].toFixed(1))])
  output.table(
    [output.say({ en: countOf(measured.n, 'question'), zh: `${measured.n} 个问题` }), ...METRIC_NAMES],
    rows,
  )
}

function printNegatives(output: Output, { negatives }: Evaluation): void {
  if (!negatives) {
    output.print(
      output.say({ en: 'False injection: n/a (one group only)', zh: '误注入：不适用（只有一组）' }),
    )
    return
  }
  output.print(
    output.say({
      en: `False injection: ${negatives.falseInjection.toFixed(1)} % of ${negatives.n}; R@5 with the threshold ${negatives['R@5'].toFixed(1)} (cost ${negatives.cost.toFixed(1)})`,
      zh: `误注入：${negatives.n} 个中 ${negatives.falseInjection.toFixed(1)} %；使用阈值时 R@5 ${negatives['R@5'].toFixed(1)}（损失 ${negatives.cost.toFixed(1)}）`,
    }),
  )
}
