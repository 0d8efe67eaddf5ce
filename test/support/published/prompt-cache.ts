// A provider's prompt cache, counted as a provider would: by equal beginnings, block by block. It rewards a request
// whose tools, system prompt and first messages are those of an earlier one, and nothing else.

import { shortHash } from '../../../src/base/values/hash.ts'
import type { Usage } from '../../../src/base/values/usage.ts'

const LOOK_BACK_BLOCKS = 20

interface Body {
  model?: string
  tools?: unknown[]
  system?: unknown[]
  messages?: { role: string; content: unknown[] }[]
  cache_control?: unknown
}

export class PromptCache {
  private readonly entries = new Set<string>()
  private readonly bytesPerToken: number

  constructor(bytesPerToken = 4) {
    this.bytesPerToken = bytesPerToken
  }

  /** Counts a Messages API request and remembers it. Breakpoints do not count as content. */
  take(raw: string): Usage {
    const body = JSON.parse(raw) as Body
    const blocks = prefixBlocks(body)
    const marks = blocks.flatMap((block, at) => (block.marked ? [at] : []))
    if (body.cache_control && blocks.length > 0) marks.push(blocks.length - 1)
    const keys = chainedKeys(blocks.map((block) => block.text))
    const hit = longestHit(keys, marks, this.entries)
    const written = Math.max(-1, ...marks)
    for (const mark of marks) this.entries.add(keys[mark] ?? '')
    const tokens = (from: number, to: number) =>
      Math.ceil(
        blocks.slice(from, to).reduce((sum, block) => sum + Buffer.byteLength(block.text), 0) /
          this.bytesPerToken,
      )
    return {
      cacheRead: tokens(0, hit + 1),
      cacheCreated: tokens(hit + 1, Math.max(hit, written) + 1),
      input: tokens(Math.max(hit, written) + 1, blocks.length),
      output: 0,
    }
  }
}

function prefixBlocks(body: Body): { text: string; marked: boolean }[] {
  const of = (value: unknown, role = '') => {
    const { cache_control: mark, ...rest } = value as Record<string, unknown>
    return { text: role + JSON.stringify(rest), marked: mark !== undefined }
  }
  return [
    { text: body.model ?? '', marked: false },
    ...(body.tools ?? []).map((tool) => of(tool)),
    ...(body.system ?? []).map((part) => of(part)),
    ...(body.messages ?? []).flatMap(({ role, content }) => content.map((block) => of(block, role))),
  ]
}

/** Each key covers everything up to its block. */
function chainedKeys(texts: readonly string[]): string[] {
  let key = ''
  return texts.map((text) => {
    key = shortHash(`${key}\n${text}`)
    return key
  })
}

function longestHit(keys: readonly string[], marks: readonly number[], entries: ReadonlySet<string>): number {
  let best = -1
  for (const mark of marks) {
    for (let at = mark; at >= 0 && at > mark - LOOK_BACK_BLOCKS; at--) {
      if (entries.has(keys[at] ?? '')) {
        best = Math.max(best, at)
        break
      }
    }
  }
  return best
}
