// Conversations as no person would have them, from a number: parallel and open calls, pictures, signed thinking, empty and
// giant messages, interruptions, earlier compactions. The same number gives the same conversation.
import { type Block, type MediaBlock, type TextBlock, text } from '../../src/models/content.ts'
import type { TranscriptMessage } from '../../src/models/transcript-message.ts'

export type Random = () => number

/** mulberry32: 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface RandomConversation {
  readonly messages: TranscriptMessage[]
  /** When the next request is made. */
  readonly now: number
}

const TOOLS = ['Read', 'Bash', 'Grep', 'Glob', 'Edit', 'Write', 'WebFetch', 'Agent', 'Skill', 'Memory']
const START = Date.parse('2026-11-01T08:00:00Z')
const WORDS = [
  ...[
    'the build fails on CI since DEV-1234',
    'please always run npm test before a commit',
    '部署前必须先备份数据库',
  ],
  ...['we decided to use port 8431', 'see src/engine/open.ts', 'TODO: rename the flag', 'ok', '好的', '👍'],
  ...[
    'that did not work: ENOENT',
    'use the hash 4f2a91c0 instead of main',
    '`cargo build --release` is the command',
  ],
]

export function randomConversation(seed: number, most = 15): RandomConversation {
  const random = seededRandom(seed)
  const messages: TranscriptMessage[] = []
  let clock = START
  let number = 0
  // One in ten is so large that it has to be compacted.
  const scale = random() < 0.1 ? 40 : random() < 0.3 ? 6 : 0.5
  let used = 5_000
  const add = (role: TranscriptMessage['role'], content: Block[], more: Partial<TranscriptMessage> = {}) => {
    clock += Math.floor(random() < 0.05 ? random() * 4_000_000 : random() * 30_000)
    const message: TranscriptMessage = {
      id: `m${seed}-${number++}`,
      parent: messages.at(-1)?.id ?? null,
      role,
      time: new Date(clock).toISOString(),
      content,
      ...more,
    }
    messages.push(message)
    used += Math.ceil(JSON.stringify(content).length / 4)
  }
  if (random() < 0.25)
    add('user', [text('[An earlier summary.] DEV-99 is open.')], { meta: 'summary', id: `s${seed}` })
  const turns = 1 + Math.floor(random() * (scale > 6 ? Math.min(most, 8) : most))
  const ends = random()
  for (let turn = 0; turn < turns; turn++) {
    if (random() < 0.3)
      add('user', [text('<system-reminder>\nattached\n</system-reminder>')], { meta: 'attachment' })
    add('user', prompt(random, scale))
    if (random() < 0.1) add('user', [text('<system-reminder>\na hook\n</system-reminder>')], { meta: 'hook' })
    // The person writes again before there is an answer.
    if (random() < 0.05) continue
    const steps = Math.floor(random() * 5)
    for (let step = 0; step < steps; step++) {
      const calls = callsOf(random, seed, number, scale)
      add(
        'assistant',
        [...thinking(random, number), ...maybeText(random, scale), ...calls],
        answer(used, random),
      )
      const results = calls.map((call) => result(call, random, scale))
      if (turn === turns - 1 && step === steps - 1 && ends < 0.15)
        return { messages, now: later(clock, random) }
      add('user', results)
      if (random() < 0.05) add('user', [text('[stopped]')], { meta: 'interruption' })
    }
    if (turn < turns - 1 || ends < 0.5)
      add('assistant', [...thinking(random, number), text(words(random, scale))], answer(used, random))
  }
  // What follows an answer is always the person.
  if (messages.at(-1)?.role === 'assistant') add('user', prompt(random, 1))
  return { messages, now: later(clock, random) }
}

function later(clock: number, random: Random): number {
  return clock + Math.floor(random() < 0.4 ? random() * 8_000_000 : random() * 20_000)
}

function answer(used: number, random: Random): Partial<TranscriptMessage> {
  if (random() < 0.1) return {}
  const hour = random() < 0.3 ? 500 : 0
  return { usage: { input: 10, output: 50, cacheRead: used, cacheCreated: 500, cacheCreatedHour: hour } }
}

function prompt(random: Random, scale: number): Block[] {
  const blocks: Block[] = [text(words(random, scale))]
  if (random() < 0.1) blocks.push(media(random))
  if (random() < 0.05) blocks.push(text('  '))
  return blocks
}

function words(random: Random, scale: number): string {
  const count = 1 + Math.floor(random() * 6)
  const sentences = Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)] ?? '')
  const filler = random() < 0.05 ? `\n${'x '.repeat(Math.floor(random() * 3_000 * scale))}` : ''
  return sentences.join('. ') + filler
}

function maybeText(random: Random, scale: number): TextBlock[] {
  return random() < 0.5 ? [text(words(random, Math.min(scale, 3)))] : []
}

function media(random: Random): MediaBlock {
  const size = random() < 0.1 ? 40_000 : 100
  return { type: 'media', mediaType: 'image/png', data: 'A'.repeat(size) }
}

function thinking(random: Random, number: number): Block[] {
  const kind = random()
  if (kind < 0.6) return []
  if (kind < 0.7) return [{ type: 'thinking', text: '', redacted: `r${number}` }]
  return [{ type: 'thinking', text: `thought ${number}`, signature: `sig${number}` }]
}

type Call = Extract<Block, { type: 'tool_use' }>

function callsOf(random: Random, seed: number, number: number, scale: number): Call[] {
  const count = random() < 0.3 ? 1 + Math.floor(random() * 9) : 1
  return Array.from({ length: count }, (_, at) => ({
    type: 'tool_use' as const,
    id: `toolu_${seed}_${number}_${at}`,
    name: TOOLS[Math.floor(random() * TOOLS.length)] ?? 'Read',
    inputJson: JSON.stringify({
      file_path: `/repo/src/file-${Math.floor(random() * 30)}.ts`,
      command: `npm run task-${Math.floor(random() * 9)}`,
      content: 'y'.repeat(Math.floor(random() * 40 * scale)),
    }),
  }))
}

function result(call: Call, random: Random, scale: number): Block {
  const size = random() < 0.1 ? 0 : Math.floor(random() * 2_000 * scale)
  const content: (TextBlock | MediaBlock)[] = size === 0 && random() < 0.5 ? [] : [text('z'.repeat(size))]
  if (random() < 0.05) content.push(media(random))
  return { type: 'tool_result', toolUseId: call.id, content, ...(random() < 0.1 && { isError: true }) }
}
