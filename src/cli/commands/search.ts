import { labelOf, nameOfLabel } from '../../base/messages/kinds.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { searchCommandTexts } from '../../base/messages/search-command.ts'
import { searchCommandsTexts } from '../../base/messages/search-commands.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import {
  isMemoryKind,
  isMemoryType,
  isOrigin,
  MEMORY_KINDS,
  MEMORY_TYPES,
  ORIGINS,
} from '../../memory/memory.ts'
import { type Place, wordsOf } from '../../memory/places.ts'
import {
  ANSWER_SIMILARITY,
  findAnswers,
  formatSimilarity,
  isSearchMode,
  SEARCH_MODES,
  type SearchMode,
} from '../../search/find-answers.ts'
import type { FoundMemories } from '../../search/memory-search.ts'
import type { SearchFilter } from '../../search/search-document.ts'
import { listOption, numberOption, parseTime, textOption, usage } from '../arguments.ts'
import { type Command, placeOptions, type Values } from '../command.ts'
import { stars } from '../describe-memory.ts'
import { asSentences, type ErrorData, errorData } from '../error-line.ts'
import { filterOptions } from '../filter-options.ts'
import { type Output, printable } from '../output.ts'
import { whyLine } from '../why.ts'

export const command: Command = {
  usage: 'search QUERY…',
  help: searchCommandTexts.help,
  options: {
    ...placeOptions,
    limit: { type: 'string', short: 'l', value: 'N', text: searchCommandTexts.optionLimit },
    threshold: {
      type: 'string',
      value: '0-1',
      text: message(searchCommandTexts.optionThreshold, { answerSimilarity: ANSWER_SIMILARITY }),
    },
    mode: {
      type: 'string',
      value: 'MODE',
      choices: SEARCH_MODES,
      text: searchCommandTexts.optionMode,
    },
    ...filterOptions,
    since: {
      type: 'string',
      value: 'WHEN',
      text: searchCommandTexts.optionSince,
    },
    episodes: {
      type: 'boolean',
      text: searchCommandTexts.optionEpisodes,
    },
    origin: { type: 'string', value: 'WHO', choices: ORIGINS, text: searchCommandTexts.optionOrigin },
  },
  examples: [
    'memdir search how do we test the database',
    'memdir search 监控面板 --type reference',
    'memdir search deploy --since 30d --json',
    'memdir search ECONNRESET --mode words',
  ],
  async run({ positionals, values, context, output }) {
    const query = positionals.join(' ').trim()
    if (query === '')
      throw usage(message(searchCommandsTexts.queryRequired), message(searchCommandsTexts.searchExample))
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
      const hits = result.hits.map(({ memory, similarity, why, place }) => ({
        ...{ memory, similarity, why },
        ...wordsOf(place).mark,
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
      const isSaid = ({ kind }: Place) => kind === 'episodes'
      for (const { memory, similarity, why, place } of result.hits.toSorted(
        (a, b) => Number(isSaid(a.place)) - Number(isSaid(b.place)) || b.similarity - a.similarity,
      )) {
        const day = memory.modified.slice(0, 10)
        const said = output.say(message(searchCommandTexts.saidEarlierConversationNot, { day }))
        const { called } = wordsOf(place)
        const memoryFacts = [
          memory.type && output.say(labelOf(memory.type)),
          stars(memory.importance),
          called && output.say(called),
          memory.id,
          memory.file,
        ]
        const facts = isSaid(place) ? said : memoryFacts.filter(Boolean).join('  ')
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
  output.print(output.say(searchCommandTexts.nothingFound))
  if (threshold === 0) return
  const least = formatSimilarity(threshold)
  const nearest = message(searchCommandTexts.nearest, { least })
  // What has none of the words is nearest to nothing.
  const containing = searchCommandTexts.containing
  output.note(output.say(asked === 'words' ? containing : nearest))
}

function noteWordsOnly(output: Output, threshold: number): void {
  const least = formatSimilarity(threshold)
  output.note(output.say(message(searchCommandTexts.noMemoryReachesSimilarity, { least })))
}

/** Words were not asked for. */
function noteImpossible(output: Output, { message: problem, fix }: ErrorData): void {
  const why = output.say(message(searchCommandTexts.searchMeaningNotPossible, { problem }))
  output.note(asSentences(why, fix, output.language))
}

/** Only full text answered: says why, and what to do. */
function noteProblem(
  output: Output,
  { message: problem, fix }: ErrorData,
  mode: FoundMemories['mode'],
): void {
  const why =
    mode === 'fulltext'
      ? output.say(message(searchCommandTexts.searchedWordsOnly, { problem }))
      : output.say(message(searchCommandTexts.searchedPartWordsOnly, { problem }))
  output.note(asSentences(why, fix, output.language))
}

function searchMode(values: Values): SearchMode | undefined {
  const mode = textOption(values, 'mode')
  if (mode === undefined || isSearchMode(mode)) return mode
  throw usage(
    message(usageTexts.unknownMode, { mode }),
    message(usageTexts.chooseOneOf, { choices: listOf(SEARCH_MODES) }),
  )
}

function searchFilter(values: Values): SearchFilter {
  const given = textOption(values, 'type')
  const type = given === undefined ? undefined : nameOfLabel(given)
  if (type !== undefined && !isMemoryType(type) && !isMemoryKind(type)) {
    throw usage(
      message(usageTexts.unknownType, { type }),
      message(usageTexts.chooseOneOf, { choices: listOf([...MEMORY_TYPES, ...MEMORY_KINDS]) }),
    )
  }
  const origin = textOption(values, 'origin')
  if (origin !== undefined && !isOrigin(origin))
    throw usage(
      message(usageTexts.unknownOrigin, { origin }),
      message(usageTexts.chooseOneOf, { choices: listOf(ORIGINS) }),
    )
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
