import { isListed, type ListFilter, type ListOrder, listOrder } from '../../memory/list-filter.ts'
import type { Memory } from '../../memory/memory.ts'
import { isSearchable, megabytes } from '../../memory/memory-size.ts'
import { asJsonArray, type ListedMemory, listed, parseMemories } from '../../memory/memory-snapshot.ts'
import type { MemoryStore } from '../../memory/memory-store.ts'
import { newestFirst, summaryOf } from '../../memory/memory-summary.ts'
import { loadCleanCheck, type Reader, redactValues } from '../../memory/redact-memory.ts'
import { NOT_SEARCHED_MARK } from '../../messages/files.ts'
import { labelOf } from '../../messages/kinds.ts'
import { message } from '../../messages/message.ts'
import { CHOOSE_SORT } from '../../messages/search-commands.ts'
import { INVALID_CHOICE } from '../../messages/usage.ts'
import { listOption, numberOption, textOption, typeOption, usage } from '../arguments.ts'
import { type Command, everywhereOption, type Values } from '../command.ts'
import { age, endedNote, stars } from '../describe-memory.ts'
import { filterOptions } from '../filter-options.ts'
import type { Output } from '../output.ts'

const SHOWN = 50

export const command: Command = {
  usage: 'list',
  help: { en: 'Lists memories, newest first.', zh: '列出记忆，最新的在前。' },
  most: 0,
  options: {
    ...everywhereOption,
    ...filterOptions,
    limit: {
      type: 'string',
      short: 'l',
      value: 'N',
      en: `at most N (${SHOWN}; JSON: all)`,
      zh: `最多 N 条（默认 ${SHOWN}；JSON：全部）`,
    },
    all: { type: 'boolean', short: 'a', en: 'all of them', zh: '全部' },
    sort: {
      type: 'string',
      value: 'BY',
      choices: ['newest', 'importance', 'name'],
      en: 'newest, importance or name',
      zh: '排序：newest、importance 或 name',
    },
  },
  examples: [
    'memdir list',
    'memdir list --type feedback --min-importance 4',
    'memdir list --json --limit 100',
  ],
  async run({ values, context, output }) {
    const engine = context.engine()
    const limit = values.all ? undefined : numberOption(values, 'limit', 0, 1e9)
    const most = limit ?? (output.json || values.all ? undefined : SHOWN)
    const by = textOption(values, 'sort') ?? 'newest'
    const order = orderOption(by)
    const filter = listFilter(values)
    const isChosen = Object.keys(filter).length > 0
    const there = listEverywhere(context.everywhereEngine()?.store, { filter, order, most })
    if (most !== undefined && most <= MOST_LOOKED_UP) {
      const found = await engine.list({ most, filter, order })
      if (found) {
        await print(output, found.memories, found, there)
        await engine.close()
        return 0
      }
    }
    if (order === 'newest' && !isChosen) return listNewest(engine.store, most, output, there)
    const all = engine.store.list()
    const matching = all
      .filter((memory) => isListed(memory, filter))
      .map((memory) => ({ ...summaryOf(memory), memory }))
      .sort(listOrder(order))
    const shown = matching.slice(0, most).map(({ memory }) => memory)
    await print(output, shown, { total: matching.length, all: all.length }, there)
    return 0
  },
}

/** More are listed as quickly from the snapshot. */
const MOST_LOOKED_UP = 1_000

async function print(
  output: Output,
  shown: readonly Memory[],
  { total, all }: { total: number; all: number },
  there: readonly Memory[],
): Promise<void> {
  if (!output.json) return printBoth(output, { shown, total, all, there })
  const isClean = await loadCleanCheck()
  const memories = shown.map((memory) => listed(memory, isClean))
  await printJson(memories, total, output, there)
}

/** What is asked for most, of thousands of memories: only those that are shown are looked at. */
async function listNewest(
  store: MemoryStore,
  most: number | undefined,
  output: Output,
  there: readonly Memory[],
): Promise<number> {
  let all = store.listed()
  const isLong = (most ?? all.length) > MOST_LOOKED_UP
  if ((output.json || isLong) && all.some(({ clean }) => !clean)) all = store.listed(await loadCleanCheck())
  const newest = all.sort(newestFirst).slice(0, most)
  if (output.json) await printJson(newest, all.length, output, there)
  else {
    const shown = parseMemories(newest.map(({ json }) => json))
    const clean = output.reader === 'person' && newest.every((memory) => memory.clean)
    printBoth(output, { shown, total: all.length, all: all.length, clean, there })
  }
  return 0
}

async function printJson(
  shown: readonly ListedMemory[],
  total: number,
  output: Output,
  there: readonly Memory[],
): Promise<void> {
  const memories: Uint8Array[] = []
  for (const { json, clean } of shown) {
    const isPlain = clean && output.reader === 'person'
    memories.push(isPlain ? json : await withoutSecrets(json, output.reader))
  }
  for (const memory of there) {
    const marked = { everywhere: true, ...(await redactValues(memory, output.reader)) }
    memories.push(Buffer.from(JSON.stringify(marked), 'utf8'))
  }
  const sum = Buffer.from(`,"total":${total + there.length}}`)
  output.dataBytes(Buffer.from('{"memories":'), asJsonArray(memories), sum)
}

async function withoutSecrets(json: Uint8Array, reader: Reader): Promise<Uint8Array> {
  return Buffer.from(JSON.stringify(await redactValues(parseMemories([json])[0], reader)), 'utf8')
}

/** Those that hold in all projects come after the project's. */
function listEverywhere(
  store: MemoryStore | undefined,
  { filter, order, most }: { filter: ListFilter; order: ListOrder; most: number | undefined },
): Memory[] {
  return (store?.list() ?? [])
    .filter((memory) => isListed(memory, filter))
    .map((memory) => ({ ...summaryOf(memory), memory }))
    .sort(listOrder(order))
    .slice(0, most)
    .map(({ memory }) => memory)
}

interface Tables {
  shown: readonly Memory[]
  total: number
  all: number
  clean?: boolean
  there: readonly Memory[]
}

function printBoth(output: Output, { shown, there, ...counts }: Tables): void {
  if (counts.total > 0 || there.length === 0) printTable(output, shown, counts)
  if (there.length === 0) return
  if (counts.total > 0) output.print('')
  output.print(output.paint.bold(output.say({ en: 'In all projects:', zh: '适用于所有项目：' })))
  printTable(output, there, { total: there.length, all: there.length })
}

function listFilter(values: Values): ListFilter {
  const type = textOption(values, 'type')
  const minImportance = numberOption(values, 'min-importance', 1, 5)
  const tags = listOption(values, 'tags')
  return {
    ...(type !== undefined && typeOption(type)),
    ...(minImportance !== undefined && { minImportance }),
    ...(tags && { tags }),
  }
}

function orderOption(by: string): ListOrder {
  if (by === 'newest' || by === 'importance' || by === 'name') return by
  throw usage(message(INVALID_CHOICE, { name: 'sort', value: by }), message(CHOOSE_SORT))
}

interface TableTotals {
  total: number
  all: number
  /** What is shown is known to contain no secret. */
  clean?: boolean
}

function printTable(output: Output, shown: readonly Memory[], { total, all, clean }: TableTotals): void {
  if (total === 0 && all > 0) {
    output.print(
      output.say({
        en: all === 1 ? 'The one memory does not match.' : `None of the ${all} memories matches.`,
        zh: `${all} 条记忆中没有符合条件的。`,
      }),
    )
    return
  }
  if (total === 0) {
    output.print(
      output.say({
        en: 'No memories yet. Add one: memdir add "…"',
        zh: '还没有记忆。添加一条：memdir add "…"',
      }),
    )
    return
  }
  const now = new Date()
  const header = [
    output.say({ en: 'ID', zh: '编号' }),
    output.say({ en: 'IMPORTANCE', zh: '重要性' }),
    output.say({ en: 'TYPE', zh: '类型' }),
    output.say({ en: 'CHANGED', zh: '更改' }),
    output.say({ en: 'MEMORY', zh: '记忆' }),
  ]
  const rows = shown.map((memory) => [
    memory.id,
    stars(memory.importance),
    memory.type ? output.say(labelOf(memory.type)) : '',
    age(memory, now, output.language),
    noted(output, memory, now),
  ])
  output.table(header, rows, { clean: clean ?? false })
  if (shown.length < total) {
    const more = total - shown.length
    output.print(
      output.paint.dim(output.say({ en: `… and ${more} more (--all)`, zh: `……还有 ${more} 条（--all）` })),
    )
  }
}

/** In front, where a narrow terminal does not cut it off. */
function noted(output: Output, memory: Memory, now: Date): string {
  const large = isSearchable(memory)
    ? undefined
    : message(NOT_SEARCHED_MARK, { size: megabytes(memory.size) })
  const notes = [endedNote(memory, now), large].filter((note) => note !== undefined)
  return [...notes.map((note) => `[${output.say(note)}]`), summary(memory)].join(' ')
}

function summary(memory: Memory): string {
  const description = memory.description ?? ''
  return !description || description.startsWith(memory.name.replace(/…$/, ''))
    ? description || memory.name
    : `${memory.name} — ${description}`
}
