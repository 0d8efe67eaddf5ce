import {
  isMemoryKind,
  isMemoryType,
  isOrigin,
  MEMORY_KINDS,
  MEMORY_TYPES,
  ORIGINS,
} from '../../memory/memory.ts'
import { labelOf, nameOfLabel } from '../../messages/kinds.ts'
import { listOf, message } from '../../messages/message.ts'
import { QUERY_REQUIRED, SEARCH_EXAMPLE } from '../../messages/search-commands.ts'
import { CHOOSE_ONE_OF, UNKNOWN_ORIGIN, UNKNOWN_TYPE } from '../../messages/usage.ts'
import { ANSWER_SIMILARITY, formatSimilarity } from '../../recall/answer-similarity.ts'
import type { MemoryHit } from '../../search/catalog.ts'
import type { FoundMemories } from '../../search/memory-search.ts'
import type { SearchFilter } from '../../search/search-document.ts'
import { listOption, numberOption, parseTime, textOption, usage } from '../arguments.ts'
import type { Command, Values } from '../command.ts'
import { stars } from '../describe-memory.ts'
import { asSentences, type ErrorData, errorData } from '../error-line.ts'
import { filterOptions } from '../filter-options.ts'
import { type Output, printable } from '../output.ts'
import { whyLine } from '../why.ts'

/** Below this similarity a hit without a common word is not shown unless asked for. */
const LEAST = 0.4

export const command: Command = {
  usage: 'search QUERY…',
  help: {
    en: 'Finds memories by words and by meaning, best first, each with its similarity and why. For what an agent would be given, see recall.',
    zh: '按词和语义查找记忆，最佳在前，并给出相似度和原因。代理会得到什么，请看 recall。',
  },
  options: {
    limit: { type: 'string', short: 'l', value: 'N', en: 'at most N (10)', zh: '最多 N 条（默认 10）' },
    threshold: {
      type: 'string',
      value: '0-1',
      en: 'least similarity, 0 for all',
      zh: '最低相似度，0 为全部',
    },
    ...filterOptions,
    since: {
      type: 'string',
      value: 'WHEN',
      en: 'only changed since: 2026-04-09, 30d',
      zh: '仅此后更改的：2026-04-09、30d',
    },
    origin: { type: 'string', value: 'WHO', choices: ORIGINS, en: 'only from this origin', zh: '仅此来源' },
  },
  examples: [
    'memdir search how do we test the database',
    'memdir search 监控面板 --type reference',
    'memdir search deploy --since 30d --json',
  ],
  async run({ positionals, values, context, output }) {
    const query = positionals.join(' ').trim()
    if (query === '') throw usage(message(QUERY_REQUIRED), message(SEARCH_EXAMPLE))
    const engine = context.engine()
    try {
      const result = await engine.search({
        query,
        limit: numberOption(values, 'limit', 1, 1_000) ?? 10,
        threshold: numberOption(values, 'threshold', 0, 1) ?? 0,
        filter: searchFilter(values),
      })
      const hits = result.hits.map(({ memory, similarity, why }) => ({ memory, similarity, why }))
      const { mode, covered, documents: total } = result
      const problem = result.problem && errorData(result.problem, output.language)
      output.data({ hits, mode, covered, total, ...(problem && { problem }) })
      const shown = values.threshold === undefined ? hits.filter(isRelevant) : hits
      if (shown.length === 0) output.print(output.say({ en: 'Nothing found.', zh: '没有找到。' }))
      else if (shown.every(({ similarity }) => similarity < ANSWER_SIMILARITY)) noteNearest(output)
      // Programs get the order that finds most; people are not puzzled by numbers that go up and down.
      for (const { memory, similarity, why } of shown.toSorted((a, b) => b.similarity - a.similarity)) {
        const facts = [
          memory.type && output.say(labelOf(memory.type)),
          stars(memory.importance),
          memory.id,
          memory.file,
        ]
          .filter(Boolean)
          .join('  ')
        output.print(
          `${output.paint.green(formatSimilarity(similarity))}  ${output.paint.bold(printable(memory.name))}`,
        )
        output.print(`      ${output.paint.dim(printable(facts))}`)
        output.print(`      ${output.paint.dim(whyLine(output, why))}`)
      }
      if (problem) {
        noteProblem(output, problem, mode)
      } else if (mode === 'fulltext' && total > 0) {
        output.note(
          output.say({
            en: 'Searched by words only: there are no vectors yet. `memdir reindex` makes them.',
            zh: '仅按词搜索：尚无向量。运行 `memdir reindex` 生成。',
          }),
        )
      }
    } finally {
      await engine.close()
    }
  },
}

/** With no word in common and little meaning it is just one of the others. */
function isRelevant({ similarity, why }: MemoryHit): boolean {
  return similarity >= LEAST || why.matchedTerms.length > 0
}

function noteNearest(output: Output): void {
  const least = ANSWER_SIMILARITY.toFixed(2)
  output.note(
    output.say({
      en: `None of these is sure to answer that (${least} would be); the nearest:`,
      zh: `没有确定的答案（需达到 ${least}）；最接近的是：`,
    }),
  )
}

/** Only full text answered: says why, and what to do. */
function noteProblem(output: Output, { message, fix }: ErrorData, mode: FoundMemories['mode']): void {
  const why =
    mode === 'fulltext'
      ? output.say({ en: `Searched by words only: ${message}`, zh: `仅按词搜索：${message}` })
      : output.say({ en: `Searched in part by words only: ${message}`, zh: `部分仅按词搜索：${message}` })
  output.note(asSentences(why, fix, output.language))
}

export function searchFilter(values: Values): SearchFilter {
  const given = textOption(values, 'type')
  const type = given === undefined ? undefined : nameOfLabel(given)
  if (type !== undefined && !isMemoryType(type) && !isMemoryKind(type)) {
    throw usage(
      message(UNKNOWN_TYPE, { type }),
      message(CHOOSE_ONE_OF, { choices: listOf([...MEMORY_TYPES, ...MEMORY_KINDS]) }),
    )
  }
  const origin = textOption(values, 'origin')
  if (origin !== undefined && !isOrigin(origin))
    throw usage(message(UNKNOWN_ORIGIN, { origin }), message(CHOOSE_ONE_OF, { choices: listOf(ORIGINS) }))
  const since = textOption(values, 'since')
  const tags = listOption(values, 'tags')
  const minImportance = numberOption(values, 'min-importance', 1, 5)
  return {
    ...(isMemoryType(type) ? { types: [type] } : {}),
    ...(isMemoryKind(type) ? { kinds: [type] } : {}),
    ...(origin !== undefined ? { origins: [origin] } : {}),
    ...(tags ? { tags } : {}),
    ...(minImportance === undefined ? {} : { minImportance }),
    ...(since === undefined ? {} : { changedAfter: parseTime(since, new Date(), 'past').getTime() }),
  }
}
