// Which conversation a fork came from. Claude Code does not say so, and writes the fork's transcript only with its first
// turn; but it says how many tokens the fork holds, which is what the last answer of its parent counted.
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readPart } from '../../base/files/read-regular.ts'
import { attempt } from '../../base/values/attempt.ts'
import { isObject } from '../../base/values/is-object.ts'

const MOST_TRANSCRIPTS = 40
const TAIL_BYTES = 262_144
const ENDING = '.jsonl'

/** All that it may be, newest first; none where nothing tells. `raw`: the event, as it came. */
export function forkParents(raw: string): string[] {
  const data: unknown = attempt(() => JSON.parse(raw))
  if (!isObject(data)) return []
  const { parent_session_ids: given, context_tokens: tokens, transcript_path: own } = data
  if (Array.isArray(given)) return given.filter((id) => typeof id === 'string')
  if (typeof tokens !== 'number' || typeof own !== 'string' || !own.endsWith(ENDING)) return []
  const directory = dirname(own)
  const names = (attempt(() => readdirSync(directory)) ?? []).filter(
    (name) => name.endsWith(ENDING) && name !== basename(own),
  )
  const newest = names
    .flatMap((name) => {
      const stat = attempt(() => statSync(join(directory, name)))
      return stat?.isFile() ? [{ name, ms: stat.mtimeMs }] : []
    })
    .sort((a, b) => b.ms - a.ms)
    .slice(0, MOST_TRANSCRIPTS)
  return newest
    .filter(({ name }) => attempt(() => tokensAtEnd(join(directory, name))) === tokens)
    .map(({ name }) => name.slice(0, -ENDING.length))
}

/** What the last answer in the transcript took. */
function tokensAtEnd(path: string): number | undefined {
  for (const line of readPart(path, TAIL_BYTES, 'last').split('\n').toReversed()) {
    if (!line.includes('"assistant"')) continue
    const entry = attempt(
      () => JSON.parse(line) as { type?: string; isSidechain?: boolean; message?: Answer },
    )
    const usage = entry?.type === 'assistant' && !entry.isSidechain ? entry.message?.usage : undefined
    if (usage) return COUNTED.reduce((sum, name) => sum + (Number(usage[name]) || 0), 0)
  }
  return undefined
}

interface Answer {
  usage?: Record<string, unknown>
}

const COUNTED = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens']
