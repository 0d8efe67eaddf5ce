// What fills the window in a recorded conversation, by part, when it was fullest.
import type { Block } from '../../../models/content.ts'
import type { TranscriptMessage } from '../../../models/transcript-message.ts'
import { blockBytes } from '../sizes.ts'
import type { RecordedSegment } from './recorded-conversation.ts'

const MAP_PARTS = [
  'base',
  'summary',
  'attached',
  'user',
  'answers',
  'thinking',
  'calls',
  'results',
  'media',
] as const
type MapPart = (typeof MAP_PARTS)[number]

export interface TokenMap {
  readonly input: number
  readonly parts: Readonly<Record<MapPart, number>>
  /** The tools whose results take most, largest first. */
  readonly tools: readonly { readonly name: string; readonly tokens: number }[]
}

export function mapTokens(segments: readonly RecordedSegment[]): TokenMap | undefined {
  const all = segments.flatMap((segment) => segment.requests.map((request) => ({ segment, request })))
  const fullest = all.reduce<(typeof all)[number] | undefined>(
    (best, one) => (best && best.request.input >= one.request.input ? best : one),
    undefined,
  )
  if (!fullest) return undefined
  const { segment, request } = fullest
  const parts = Object.fromEntries(MAP_PARTS.map((part) => [part, 0])) as Record<MapPart, number>
  parts.base = segment.base
  const tools = new Map<string, number>()
  const names = new Map<string, string>()
  for (const [at, message] of segment.messages.slice(0, request.at).entries()) {
    const bytes = message.content.reduce((sum, block) => sum + blockBytes(block), 0)
    for (const block of message.content) {
      if (block.type === 'tool_use') names.set(block.id, block.name)
      const tokens = bytes > 0 ? ((segment.tokens[at] ?? 0) * blockBytes(block)) / bytes : 0
      parts[partOf(message, block)] += tokens
      if (block.type !== 'tool_result') continue
      const name = names.get(block.toolUseId) ?? '?'
      tools.set(name, (tools.get(name) ?? 0) + tokens)
    }
  }
  const sorted = [...tools].map(([name, tokens]) => ({ name, tokens })).sort((a, b) => b.tokens - a.tokens)
  return { input: request.input, parts, tools: sorted.slice(0, 5) }
}

function partOf({ role, meta }: TranscriptMessage, block: Block): MapPart {
  if (meta === 'summary') return 'summary'
  if (meta) return 'attached'
  switch (block.type) {
    case 'tool_result':
      return 'results'
    case 'tool_use':
      return 'calls'
    case 'thinking':
    case 'media':
      return block.type
    case 'text':
      return role === 'user' ? 'user' : 'answers'
  }
}
