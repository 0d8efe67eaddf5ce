import { labelOf, nameOfLabel } from '../../base/messages/kinds.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { QUERY_REQUIRED, SEARCH_EXAMPLE } from '../../base/messages/search-commands.ts'
import { CHOOSE_ONE_OF, UNKNOWN_MODE, UNKNOWN_ORIGIN, UNKNOWN_TYPE } from '../../base/messages/usage.ts'
import {
  isMemoryKind,
  isMemoryType,
  isOrigin,
  MEMORY_KINDS,
  MEMORY_TYPES,
  ORIGINS,
} from '../../memory/memory.ts'
import { ANSWER_SIMILARITY, formatSimilarity } from '../../search/answer-similarity.ts'
import { findAnswers } from '../../search/find-answers.ts'
import type { FoundMemories } from '../../search/memory-search.ts'
import type { SearchFilter } from '../../search/search-document.ts'
import { isSearchMode, SEARCH_MODES, type SearchMode } from '../../search/search-mode.ts'
import { listOption, numberOption, parseTime, textOption, usage } from '../arguments.ts'
import { type Command, everywhereOption, type Values } from '../command.ts'
import { stars } from '../describe-memory.ts'
import { asSentences, type ErrorData, errorData } from '../error-line.ts'
import { filterOptions } from '../filter-options.ts'
import { type Output, printable } from '../output.ts'
import { whyLine } from '../why.ts'

export const command: Command = {
  usage: 'search QUERY…',
  help: {
    en: 'Finds memories by words and by meaning, best first, each with its similarity and why. For what an agent would be given, see recall.',
    zh: '按词和语义查找记忆，最佳在前，并给出相似度和原因。代理会得到什么，请看 recall。',
  },
  options: {
    ...everywhereOption,
    limit: { type: 'string', short: 'l', value: 'N', en: 'at most N (10)', zh: '最多 N 条（默认 10）' },
    threshold: {
      type: 'string',
      value: '0-1',
      en: `least similarity (${ANSWER_SIMILARITY}, or every word of QUERY), 0 for all`,
      zh: `最低相似度（默认 ${ANSWER_SIMILARITY}，或含全部词），0 为全部`,
    },
    mode: {
      type: 'string',
      value: 'MODE',
      choices: SEARCH_MODES,
      en: 'hybrid (by words and meaning), words, or meaning',
      zh: 'hybrid（词与语义）、words（仅词）或 meaning（仅语义）',
    },
    ...filterOptions,
    since: {
      type: 'string',
      value: 'WHEN',
      en: 'only changed since: 2026-04-09, 30d',
      zh: '仅此后更改的：2026-04-09、30d',
    },
    episodes: {
      type: 'boolean',
      en: 'also what you said in earlier conversations, below the memories',
      zh: '也列出您在以往对话中说过的话，排在记忆之后',
    },
    origin: { type: 'string', value: 'WHO', choices: ORIGINS, en: 'only from this origin', zh: '仅此来源' },
  },
  examples: [
    'memdir search how do we test the database',
    'memdir search 监控面板 --type reference',
    'memdir search deploy --since 30d --json',
    'memdir search ECONNRESET --mode words',
  ],
  async run({ positionals, values, context, output }) {
    const query = positionals.join(' ').trim()
    if (query === '') throw usage(message(QUERY_REQUIRED), message(SEARCH_EXAMPLE))
    const given = numberOption(values, 'threshold', 0, 1)
    const threshold = given ?? ANSWER_SIMILARITY
    const engine = context.engine()
    try {
      const limit = numberOption(values, 'limit', 1, 1_000) ?? 10
      const asked = searchMode(values)
      const request = {
        query,
        limit,
        filter: searchFilter(values),
        mode: asked,
        episodes: values.episodes === true,
      }
      const result = await findAnswers((least) => engine.search({ ...request, threshold: least }), {
        given,
        mode: asked,
      })
      const hits = result.hits.map(({ memory, similarity, why, everywhere, keptBy, episode }) => ({
        ...{ memory, similarity, why },
        ...(everywhere && { everywhere }),
        ...(keptBy && { kept_by: keptBy }),
        ...(episode && { episode }),
      }))
      const { mode, covered, documents: total } = result
      const why = asked === 'words' ? undefined : await engine.whyByWords(result)
      const problem = why && errorData(why, output.language)
      const isImpossible = problem !== undefined && asked === 'meaning' && covered === 0
      output.data({ hits, mode, covered, total, ...(problem && { problem }) })
      if (isImpossible) noteImpossible(output, problem)
      else if (hits.length === 0) noteNothing(output, threshold, asked)
      else if (result.wordsOnly) noteWordsOnly(output, threshold)
      // Programs get the order that finds most; people are not puzzled by numbers that go up and down.
      // Episodes stay below the memories.
      for (const { memory, similarity, why, everywhere, kept_by, episode } of hits.toSorted(
        (a, b) => Number(a.episode ?? false) - Number(b.episode ?? false) || b.similarity - a.similarity,
      )) {
        const day = memory.modified.slice(0, 10)
        const said = output.say({
          en: `said on ${day} in an earlier conversation, not a memory`,
          zh: `${day} 在以往对话中说过，不是记忆`,
        })
        const memoryFacts = [
          memory.type && output.say(labelOf(memory.type)),
          stars(memory.importance),
          everywhere && output.say({ en: 'in all projects', zh: '所有项目' }),
          kept_by && output.say({ en: `kept by ${kept_by}`, zh: `${kept_by} 自己的记忆` }),
          memory.id,
          memory.file,
        ]
        const facts = episode ? said : memoryFacts.filter(Boolean).join('  ')
        output.print(
          `${output.paint.green(formatSimilarity(similarity))}  ${output.paint.bold(printable(memory.name))}`,
        )
        output.print(`      ${output.paint.dim(printable(facts))}`)
        output.print(`      ${output.paint.dim(whyLine(output, why))}`)
      }
      if (problem && !isImpossible) noteProblem(output, problem, mode)
    } finally {
      await engine.close()
    }
  },
}

/** What is below the threshold may be what somebody looks for, too. */
function noteNothing(output: Output, threshold: number, asked: SearchMode | undefined): void {
  output.print(output.say({ en: 'Nothing found.', zh: '没有找到。' }))
  if (threshold === 0) return
  const least = formatSimilarity(threshold)
  const nearest = {
    en: `No memory reaches a similarity of ${least}; \`--threshold 0\` shows what comes nearest.`,
    zh: `没有记忆达到相似度 ${least}；\`--threshold 0\` 显示最接近的记忆。`,
  }
  // What has none of the words is nearest to nothing.
  const containing = {
    en: 'No memory contains enough of these words; `--threshold 0` shows those that contain any of them.',
    zh: '没有记忆包含足够多的这些词；`--threshold 0` 显示包含其中任何一个词的记忆。',
  }
  output.note(output.say(asked === 'words' ? containing : nearest))
}

function noteWordsOnly(output: Output, threshold: number): void {
  const least = formatSimilarity(threshold)
  output.note(
    output.say({
      en: `No memory reaches a similarity of ${least}; these contain the words that you searched for.`,
      zh: `没有记忆达到相似度 ${least}；以下记忆包含您搜索的词。`,
    }),
  )
}

/** Words were not asked for. */
function noteImpossible(output: Output, { message, fix }: ErrorData): void {
  const why = output.say({
    en: `Search by meaning is not possible yet: ${message}`,
    zh: `尚不能按语义搜索：${message}`,
  })
  output.note(asSentences(why, fix, output.language))
}

/** Only full text answered: says why, and what to do. */
function noteProblem(output: Output, { message, fix }: ErrorData, mode: FoundMemories['mode']): void {
  const why =
    mode === 'fulltext'
      ? output.say({ en: `Searched by words only: ${message}`, zh: `仅按词搜索：${message}` })
      : output.say({ en: `Searched in part by words only: ${message}`, zh: `部分仅按词搜索：${message}` })
  output.note(asSentences(why, fix, output.language))
}

function searchMode(values: Values): SearchMode | undefined {
  const mode = textOption(values, 'mode')
  if (mode === undefined || isSearchMode(mode)) return mode
  throw usage(message(UNKNOWN_MODE, { mode }), message(CHOOSE_ONE_OF, { choices: listOf(SEARCH_MODES) }))
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
