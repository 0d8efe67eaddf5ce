// The `memory` tool: one object with a JSON schema and a function, in the form that agent frameworks take.

import { writeFileAtomic } from '../base/files/atomic-write.ts'
import { memoryActionsTexts } from '../base/messages/memory-actions.ts'
import { message } from '../base/messages/message.ts'
import { redactValues } from '../base/secrets/redact-for.ts'
import { inertValues } from '../base/text/inert-text.ts'
import type { Clock } from '../base/values/clock.ts'
import { findEver } from '../memory/history.ts'
import type { ImportFormat } from '../memory/import-format.ts'
import { type Classified, classifiedAs, kindOf, type Memory, matchesType, typeOf } from '../memory/memory.ts'
import type { MemoryRecords } from '../memory/memory-context.ts'
import { listLive } from '../memory/memory-list.ts'
import type { ChangedBy, MemoryStore } from '../memory/memory-store.ts'
import type { MemoryAction } from '../memory/memory-verbs.ts'
import { originOf } from '../memory/origin-rules.ts'
import { readImport, readImportText } from '../memory/read-import.ts'
import type { FoundMemory, RecordSearch } from '../memory/records.ts'
import { changeIdOf } from '../memory/writer.ts'
import {
  bad,
  MEMORY_SCHEMA,
  type MemoryToolInput,
  readMemoryInput,
} from './memory-tools/memory-action-input.ts'
import { givenMoments } from './memory-tools/moment-fields.ts'

export interface MemoryTool {
  name: 'memory'
  description: string
  /** JSON schema of the input. */
  inputSchema: Record<string, unknown>
  /** Throws a MemdirError with a clear message for bad input, and then changes nothing. */
  execute(input: unknown): Promise<Record<string, unknown>>
}

interface MemoryToolDependencies {
  store: MemoryStore
  records: Omit<MemoryRecords, 'logNote'>
  search: RecordSearch
  clock: Clock
  by(): ChangedBy
  /** False where files outside the memory may not be read or written: then exports are returned. Default true. */
  files?: boolean
}

const LIMIT = 20
const THRESHOLD = 0.6

export function createMemoryTool(deps: MemoryToolDependencies): MemoryTool {
  return {
    name: 'memory',
    description:
      'Long-term memory: remember, find, change and forget what should be known in later conversations. Actions: list, add, delete, search, update, export, import, stats, cleanup, explain.',
    inputSchema: MEMORY_SCHEMA,
    async execute(given) {
      const input = readMemoryInput(given)
      const result = await redactValues(await ACTIONS[input.action](deps, input), 'agent')
      // An export is a document to keep, byte for byte; everything else is for a model to read.
      return input.action === 'export' ? result : inertValues(result)
    },
  }
}

/** Looks further while others are in front of those that are wanted. */
async function findOfType(
  { search }: MemoryToolDependencies,
  query: string,
  { type, limit, threshold }: { type?: string; limit: number; threshold: number },
): Promise<FoundMemory[]> {
  if (type === undefined) return search(query, { limit, threshold })
  for (let most = 5 * limit, before = -1; ; most *= 4) {
    const found = await search(query, { limit: most, threshold })
    const matching = found.filter(({ memory }) => matchesType(memory, type))
    if (matching.length >= limit || found.length === before || found.length === 0)
      return matching.slice(0, limit)
    before = found.length
  }
}

type Act = (deps: MemoryToolDependencies, input: MemoryToolInput) => Promise<Record<string, unknown>>

const ACTIONS: Record<MemoryAction, Act> = {
  async list({ store, clock }, { type, tags, limit = LIMIT }) {
    const all = listLive(store.list(), { type, tags }, clock.now())
    return { memories: all.slice(0, limit).map(shown), total: all.length }
  },
  async add({ records, by }, input) {
    const content = required(input, 'content')
    const { type, tags, importance, separate } = input
    const { actor, conversation } = by()
    const source = { origin: originOf({ actor, claimed: undefined }), conversation }
    const memory = { content, ...classified(type), tags, importance, source, ...givenMoments(input) }
    const outcome = await records.add(memory, by(), { separate })
    if (outcome.status === 'filtered' || outcome.status === 'quarantined') return { ...outcome }
    return { ...outcome, memory: shown(outcome.memory) }
  },
  async delete({ store, by }, input) {
    const memory = store.find(required(input, 'id'))
    const written = await store.remove(memory, by())
    return { deleted: shown(memory), change: changeIdOf(written) }
  },
  async search(deps, { query, type, limit = LIMIT, threshold = THRESHOLD }) {
    const matching = await findOfType(deps, required({ query }, 'query'), { type, limit, threshold })
    deps.records.usage.record(
      matching.map(({ memory, similarity, why }) => ({ id: memory.id, similarity, terms: why.matchedTerms })),
    )
    return {
      memories: matching.map(({ memory, similarity, why }) => ({ ...shown(memory), similarity, why })),
      total: matching.length,
    }
  },
  async update({ store, by }, input) {
    const memory = store.find(required(input, 'id'))
    const { content, type, tags, importance } = input
    const moments = givenMoments(input)
    const given = [content, type, tags, importance, ...Object.values(moments)]
    if (given.every((one) => one === undefined))
      throw bad(message(memoryActionsTexts.updateNeedsChange), message(memoryActionsTexts.giveAChange))
    if (content !== undefined && content.trim() === '')
      throw bad(message(memoryActionsTexts.emptyContent), message(memoryActionsTexts.useDelete))
    const fields = {
      ...(type === undefined ? {} : classified(type)),
      ...(tags ? { tags } : {}),
      ...(importance === undefined ? {} : { importance }),
      ...moments,
    }
    const saved = await store.edit(memory, { content, fields }, by())
    return {
      memory: shown(saved.memory),
      change: changeIdOf(saved.written),
      warnings: saved.written.warnings,
    }
  },
  async export({ records, files = true }, { output, type }) {
    const made = records.exportJson((memory) => type === undefined || matchesType(memory, type))
    if (output === undefined) return { count: made.count, skipped: made.skipped, data: JSON.parse(made.text) }
    if (!files)
      throw bad(message(memoryActionsTexts.noFilesWritten), message(memoryActionsTexts.leaveOutputOut))
    writeFileAtomic(output, made.text, { exclusive: true })
    return { count: made.count, skipped: made.skipped, output }
  },
  async import({ records, by, files = true }, { file, data, format }) {
    if (file === undefined && data === undefined)
      throw bad(message(memoryActionsTexts.importNeedsData), message(memoryActionsTexts.giveData))
    if (file !== undefined && !files)
      throw bad(message(memoryActionsTexts.noFilesRead), message(memoryActionsTexts.giveDocument))
    const wanted = format as ImportFormat | undefined
    const read = file === undefined ? readImportText('data', data ?? '', wanted) : readImport(file, wanted)
    return { ...(await records.import(read, by())) }
  },
  stats: async ({ records }) => ({ ...(await records.statistics()) }),
  cleanup: async ({ records, by }) => ({ ...(await records.cleanUp(by())) }),
  explain: async ({ store, records }, input) => ({
    ...records.explain(findEver(store, required(input, 'id'))),
  }),
}

function shown(memory: Memory) {
  const { id, content, importance, created, file, name, when, on } = memory
  return {
    id,
    content: content.trim(),
    kind: kindOf(memory),
    type: typeOf(memory),
    importance,
    created,
    name,
    file,
    ...(when && { when }),
    ...(on && { on }),
  }
}

function classified(word: string | undefined): Classified {
  const given = classifiedAs(word)
  return given.type ? { ...given, kind: kindOf(given) } : given
}

function required(input: Partial<MemoryToolInput>, key: 'id' | 'query' | 'content'): string {
  const value = input[key]
  if (value === undefined || value.trim() === '')
    throw bad(
      message(memoryActionsTexts.parameterMissing, { name: key }),
      message(memoryActionsTexts.giveParameter, { name: key }),
    )
  return value
}
