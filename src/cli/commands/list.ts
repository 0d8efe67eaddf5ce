import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listCommandTexts } from '../../base/messages/list-command.ts'
import { message } from '../../base/messages/message.ts'
import { searchCommandsTexts } from '../../base/messages/search-commands.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { loadCleanCheck, type Reader, redactValues } from '../../base/secrets/redact-for.ts'
import { inertValues } from '../../base/text/inert-text.ts'
import type { Engine } from '../../connect/engine.ts'
import { asJsonArray, type MemoryList, memoryListOf, parseOne } from '../../memory/listed-memories.ts'
import type { Memory } from '../../memory/memory.ts'
import { chooseListed, type ListFilter, type ListOrder } from '../../memory/memory-list.ts'
import { SNAPSHOT_FILE } from '../../memory/memory-snapshot.ts'
import { listBeside, type PlacedMemory } from '../../memory/place-verbs.ts'
import { wordsOf } from '../../memory/places.ts'
import { listOption, numberOption, textOption, typeOption, usage } from '../arguments.ts'
import { type Command, placeOptions, type Values } from '../command.ts'
import { filterOptions } from '../filter-options.ts'
import { printMemoryTable, type ShownMemories, shownMemories } from '../memory-table.ts'
import type { Output } from '../output.ts'
import { COLON } from '../saved.ts'
import { unoptimized } from '../unoptimized.ts'

const SHOWN = 50

export const command: Command = {
  usage: 'list',
  help: listCommandTexts.help,
  most: 0,
  options: {
    ...placeOptions,
    ...filterOptions,
    limit: {
      type: 'string',
      short: 'l',
      value: 'N',
      text: message(listCommandTexts.optionLimit, { shown: SHOWN }),
    },
    all: { type: 'boolean', short: 'a', text: listCommandTexts.optionAll },
    'without-when': { type: 'boolean', text: listCommandTexts.optionWithoutWhen },
    sort: {
      type: 'string',
      value: 'BY',
      choices: ['newest', 'importance', 'name'],
      text: listCommandTexts.optionSort,
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
    const there = listBeside(engine, { filter, order, most })
    if (most !== undefined && most <= MOST_LOOKED_UP) {
      const found = await engine.list({ most, filter, order })
      if (found) {
        await print(output, found.memories, found, there)
        await engine.close()
        return 0
      }
    }
    if (order === 'newest' && !isChosen) return listNewest(engine, most, output, there)
    const all = engine.store.list()
    const matching = chooseListed(all, filter, order)
    const shown = matching.slice(0, most)
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
  there: readonly PlacedMemory[],
): Promise<void> {
  if (!output.json) return printAll(output, { ...shownMemories(shown), total, all }, there)
  const list = memoryListOf(shown)
  list.checkClean(await loadCleanCheck())
  await printJson(list, [...shown.keys()], { total, output, there })
}

/** What is asked for most, of thousands of memories: only those that are shown are looked at. */
async function listNewest(
  { store, location }: Pick<Engine, 'store' | 'location'>,
  most: number | undefined,
  output: Output,
  there: readonly PlacedMemory[],
): Promise<number> {
  const isLarge = existsSync(join(location.state, 'cache', SNAPSHOT_FILE))
  const run = isLarge ? unoptimized : <T>(work: () => T) => work()
  const list = run(() => store.listed())
  const isLong = (most ?? list.length) > MOST_LOOKED_UP
  if ((output.json || isLong) && !run(() => isAllClean(list))) list.checkClean(await loadCleanCheck())
  const newest = run(() => list.newestFirst().slice(0, most))
  const total = list.length
  if (output.json) await printJson(list, newest, { total, output, there })
  else
    run(() => {
      const clean = output.reader === 'person' && newest.every((at) => list.isClean(at))
      const line = (at: number) => list.line(newest[at]!)
      printAll(output, { shown: newest.length, line, total, all: total, clean }, there)
    })
  return 0
}

function isAllClean(list: MemoryList): boolean {
  for (let at = 0; at < list.length; at++) if (!list.isClean(at)) return false
  return true
}

async function printJson(
  list: MemoryList,
  order: readonly number[],
  { total, output, there }: { total: number; output: Output; there: readonly PlacedMemory[] },
): Promise<void> {
  const isPlain = (at: number) => output.reader === 'person' && list.isClean(at)
  const pieces = order.every(isPlain) ? list.pieces(order) : []
  if (pieces.length === 0)
    for (const at of order)
      pieces.push(isPlain(at) ? list.json(at) : await withoutSecrets(list.json(at), output.reader))
  for (const { memory, place } of there) {
    const marked = { ...wordsOf(place).mark, ...(await redactValues(memory, output.reader)) }
    const shown = output.reader === 'agent' ? inertValues(marked) : marked
    pieces.push(Buffer.from(JSON.stringify(shown), 'utf8'))
  }
  const sum = Buffer.from(`,"total":${total + there.length}}`)
  output.dataBytes(Buffer.from('{"memories":'), ...asJsonArray(pieces), sum)
}

async function withoutSecrets(json: Uint8Array, reader: Reader): Promise<Uint8Array> {
  const clean = await redactValues(parseOne(json), reader)
  return Buffer.from(JSON.stringify(reader === 'agent' ? inertValues(clean) : clean), 'utf8')
}

/** The project's, then those of each place beside, under what it is called. */
function printAll(output: Output, here: ShownMemories, there: readonly PlacedMemory[]): void {
  if (here.total > 0 || there.length === 0) printMemoryTable(output, here)
  for (const host of new Set(there.map((one) => one.host))) {
    const placed = there.filter((one) => one.host === host)
    if (here.total > 0 || placed[0] !== there[0]) output.print('')
    const called = placed[0] && wordsOf(placed[0].place).called
    if (called) output.print(output.paint.bold(heading(output.say(called) + output.say(COLON).trimEnd())))
    const memories = placed.map(({ memory }) => memory)
    printMemoryTable(output, { ...shownMemories(memories), total: memories.length, all: memories.length })
  }
}

function heading(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function listFilter(values: Values): ListFilter {
  const type = textOption(values, 'type')
  const minImportance = numberOption(values, 'min-importance', 1, 5)
  const tags = listOption(values, 'tags')
  return {
    ...(type !== undefined && typeOption(type)),
    ...(minImportance !== undefined && { minImportance }),
    ...(tags && { tags }),
    ...(values['without-when'] === true && { withoutWhen: true }),
  }
}

function orderOption(by: string): ListOrder {
  if (by === 'newest' || by === 'importance' || by === 'name') return by
  throw usage(
    message(usageTexts.invalidChoice, { name: 'sort', value: by }),
    message(searchCommandsTexts.chooseSort),
  )
}
