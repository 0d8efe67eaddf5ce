// `memdir eval --recall`: what people would be given for their prompts, and how it is printed.
import { join } from 'node:path'
import { EVAL_RECALL_NEEDS_SET } from '../base/messages/evaluate.ts'
import { message } from '../base/messages/message.ts'
import { RUN_HELP } from '../base/messages/usage.ts'
import { HOOK_CHARACTERS } from '../connect/events/hook-output.ts'
import { formatSimilarity } from '../search/recall/answer-similarity.ts'
import type { AskSelector } from '../search/recall/selector.ts'
import { numberOption, textOption, usage } from './arguments.ts'
import type { CommandInput } from './command.ts'
import {
  type AskedRecall,
  evaluateRecall,
  type RecallEvaluation,
  type RecallStore,
} from './evaluate/evaluate-recall.ts'
import { openTrial, type Trial } from './evaluate/open-trial.ts'
import { PROMPT_LANGUAGES, readPrompts, readSetMemories, type SetMemory } from './evaluate/read-set.ts'
import type { RecallScore } from './evaluate/recall-score.ts'
import { type Output, printable } from './output.ts'
import { startProgress } from './progress.ts'

export async function evalRecall({ values, context, output }: CommandInput): Promise<void> {
  const store = textOption(values, 'store')
  const prompts = textOption(values, 'prompts')
  if (store === undefined || prompts === undefined)
    throw usage(message(EVAL_RECALL_NEEDS_SET), message(RUN_HELP, { command: 'eval' }))
  const bar = startProgress(output, '')
  const modelsDirectory = join(context.engine().home, 'models')
  try {
    const evaluation = await evaluateRecall({
      memories: readSetMemories(store),
      prompts: readPrompts(prompts).slice(0, numberOption(values, 'limit', 1, 1e9)),
      size: numberOption(values, 'size', 1, 1e6),
      seed: numberOption(values, 'seed', 0, 2 ** 32 - 1),
      openStore: (memories, onProgress) =>
        openRecallStore(memories, { modelsDirectory, path: context.env.PATH, onProgress }),
      onProgress: (done, total, stage) => bar.update(done, total, stage),
    })
    bar.end()
    printEvaluation(output, evaluation, values.each === true)
  } finally {
    bar.end()
  }
}

interface StoreOptions {
  modelsDirectory: string
  path: string | undefined
  /** Picks in a model's place: of the ids that it is shown, in the order of search, those to attach. */
  select?: (prompt: string, shown: readonly string[]) => readonly string[]
  onProgress?: (done: number, total: number, stage: 'embedding') => void
}

/** The set's memories in a store of the product, asked as a hook asks. */
export async function openRecallStore(
  memories: readonly SetMemory[],
  { onProgress, select, ...options }: StoreOptions,
): Promise<RecallStore> {
  const ids = new Map(memories.map(({ id }, at) => [storedId(at), id]))
  const trial = await openTrial({
    ...options,
    memories: memories.map(({ text, type, kind, importance, time, session, origin = 'user', quote }, at) => ({
      id: storedId(at),
      content: text,
      type,
      kind,
      importance,
      created: time,
      updated: time,
      ...(quote === undefined ? {} : { evidence: quote }),
      source: session === undefined ? { origin } : { origin, conversation: session },
    })),
    onProgress: (done, total) => onProgress?.(done, total, 'embedding'),
  })
  return {
    async ask(prompt) {
      const hits = await trial.recall({
        prompt,
        budget: HOOK_CHARACTERS,
        ...(select && { select: selectorBy(ids, trial, (shown) => select(prompt, shown)) }),
      })
      return hits.map(({ memory, similarity }) => ({ id: ids.get(memory.id) ?? memory.id, similarity }))
    },
    close: trial.close,
  }
}

/** As a model is asked: it sees files in a manifest, and answers with files. */
function selectorBy(
  ids: ReadonlyMap<string, string>,
  trial: Trial,
  select: (shown: readonly string[]) => readonly string[],
): AskSelector {
  const fileById = new Map([...ids].map(([stored, id]) => [id, trial.fileOf(stored) ?? '']))
  return async ({ user }) => {
    const shown = [...fileById].flatMap(([id, file]) => {
      const at = user.indexOf(` ${file} (`)
      return at < 0 ? [] : [{ id, at }]
    })
    const inOrder = shown.sort((one, other) => one.at - other.at).map(({ id }) => id)
    return { selected_memories: select(inOrder).map((id) => fileById.get(id)) }
  }
}

/** A set may call its memories what it likes. */
function storedId(at: number): string {
  return at.toString(36).padStart(8, '0')
}

function printEvaluation(output: Output, { scores, asked }: RecallEvaluation, each: boolean): void {
  output.data({ ...scores, ...(each && { each: asked.map(eachData) }) })
  const { by } = scores
  const rows = [['', scores] as const, ...PROMPT_LANGUAGES.map((lang) => [lang, by[lang]] as const)]
  output.table(
    output.language === 'zh'
      ? ['', '提示', '有答案：给出', '排在首位', '每次给出的无关记忆', '只给出无关记忆', '无答案：误注入']
      : ['', 'prompts', 'answered', 'first', 'riders per answer', 'only others', 'false injections'],
    rows.filter(([, { n }]) => n > 0).map(([name, score]) => [name || output.say(ALL), ...cells(score)]),
  )
  if (each) for (const one of asked) if (!isRight(one)) printWrong(output, one)
}

const ALL = { en: 'all', zh: '全部' }

function cells({ n, answered, first, riders, misled, false_injections: injected }: RecallScore): string[] {
  const percent = (value: number) => `${value.toFixed(1)} %`
  return [String(n), percent(answered), percent(first), riders.toFixed(2), percent(misled), percent(injected)]
}

function eachData({ prompt, relevant, hits }: AskedRecall) {
  return { id: prompt.id, lang: prompt.lang, text: prompt.text, relevant: [...relevant], attached: hits }
}

/** The answer first and nothing else, or nothing where there is none. */
function isRight({ relevant, attached }: AskedRecall): boolean {
  return attached.every((id) => relevant.has(id)) && (relevant.size === 0 || attached.length > 0)
}

function printWrong(output: Output, { prompt, relevant, hits }: AskedRecall): void {
  output.print(`\n${output.paint.bold(printable(prompt.id))}  ${printable(prompt.text)}`)
  const given = new Set(hits.map(({ id }) => id))
  for (const { id, similarity } of hits)
    output.print(`  ${relevant.has(id) ? '✓' : '✗'} ${formatSimilarity(similarity)} ${printable(id)}`)
  for (const id of relevant)
    if (!given.has(id))
      output.print(`  – ${printable(id)} ${output.say({ en: '(missing)', zh: '（缺少）' })}`)
}
