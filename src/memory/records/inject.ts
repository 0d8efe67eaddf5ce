// Injection by budget, for hosts that manage their own prompt: one system message with the memories that fit.

import { injectTexts } from '../../base/messages/inject.ts'
import { KIND_LABELS } from '../../base/messages/kinds.ts'
import { message } from '../../base/messages/message.ts'
import { recordsTexts } from '../../base/messages/records.ts'
import { contentWords } from '../../base/terms/content-words.ts'
import { inertText } from '../../base/text/inert-text.ts'
import { estimateTokens } from '../../base/text/tokens.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { kindOf, MEMORY_KINDS, type Memory, type MemoryKind } from '../memory.ts'
import type { BudgetBreakdown, HostMessage, Injected, TokenBudget } from '../records.ts'
import { lifeStateOf } from './retention.ts'

export interface InjectSettings {
  enabled: boolean
  maxMemories: number
  threshold: number
  budgetRatio: number
}

export interface InjectDependencies {
  search(query: string, options: { limit: number; threshold: number }): Promise<{ memory: Memory }[]>
  /** Whether the person asks in these messages, oldest first, to leave memory aside. */
  isLeftAside(said: readonly string[]): boolean
  /** Cuts secrets out of what others wrote. */
  redact(text: string): Promise<string>
  settings: InjectSettings
  now: Date
  language?: 'en' | 'zh'
}

const RECENT = 10
const WORDS = 15
const LIMIT = 20

/** No hits: the messages come back as they are. */
export async function inject<M extends HostMessage>(
  deps: InjectDependencies,
  messages: readonly M[],
  budget: TokenBudget,
): Promise<Injected<M>> {
  checkMessages(messages)
  const tokens = conversationTokens(budget)
  const query = queryOf(messages)
  const nothing = { messages: [...messages], memories: [], query }
  const { enabled, threshold, maxMemories } = deps.settings
  if (!enabled || query === '' || deps.isLeftAside(saidIn(messages))) return nothing
  const asked = { limit: Math.max(LIMIT, maxMemories), threshold }
  const found = await deps.search(query, asked)
  // Words of a long conversation hide what it has come to.
  const hits = found.length > 0 ? found : await deps.search(lastQuestion(messages), asked)
  const live = hits.filter(({ memory }) => lifeStateOf(memory, deps.now, 0) === 'live')
  const lines = await Promise.all(
    live.map(async ({ memory }) => ({
      memory,
      line: lineOf(inertText(await deps.redact(memory.content))),
    })),
  )
  const language = deps.language ?? (/\p{Script=Han}/u.test(query) ? 'zh' : 'en')
  const chosen = chooseFitting(lines, Math.floor(tokens * deps.settings.budgetRatio), maxMemories, language)
  if (chosen.length === 0) return nothing
  const injected: HostMessage = {
    role: 'system',
    content: render(chosen, language),
    metadata: { memory_injection: true, memory_count: chosen.length },
  }
  const rest = messages.filter(({ metadata }) => metadata?.memory_injection !== true)
  return {
    messages: [injected, ...rest],
    memories: byKind(chosen).flatMap(([, group]) => group.map((one) => one.memory)),
    query,
  }
}

function conversationTokens(budget: TokenBudget): number {
  const given: unknown = typeof budget === 'number' ? { conversation: budget } : budget
  const {
    conversation,
    total = 0,
    system = 0,
    tools = 0,
    ...unknown
  } = (given ?? {}) as Partial<BudgetBreakdown>
  const isCount = (tokens: unknown): tokens is number =>
    typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0
  if ([total, system, tools].every(isCount) && isCount(conversation) && Object.keys(unknown).length === 0)
    return conversation
  throw new MemdirError('usage', message(recordsTexts.badBudget))
}

function checkMessages(messages: unknown): void {
  const isMessage = (one: unknown) =>
    typeof one === 'object' && one !== null && 'role' in one && 'content' in one
  if (!Array.isArray(messages) || !messages.every(isMessage))
    throw new MemdirError('usage', message(recordsTexts.badMessages))
}

export function queryOf(messages: readonly HostMessage[]): string {
  const recent = messages.filter(
    ({ role, metadata }) => role !== 'system' && metadata?.memory_injection !== true,
  )
  return contentWords(recent.slice(-RECENT).map(textOf).join('\n'), WORDS).join(' ')
}

function lastQuestion(messages: readonly HostMessage[]): string {
  return saidIn(messages).at(-1) ?? ''
}

function saidIn(messages: readonly HostMessage[]): string[] {
  return messages.filter(({ role }) => role === 'user').map(textOf)
}

function textOf({ content }: HostMessage): string {
  if (typeof content === 'string') return content
  return content
    .map((block) => {
      const text = (block as { text?: unknown } | null)?.text
      return typeof block === 'string' ? block : typeof text === 'string' ? text : ''
    })
    .join('\n')
}

interface Line {
  memory: Memory
  line: string
}

function lineOf(text: string): string {
  return `- ${text.trim().replace(/\s*\n\s*/g, ' ')}`
}

/** What does not fit is skipped, and smaller ones are still tried. */
function chooseFitting(lines: readonly Line[], tokens: number, most: number, language: 'en' | 'zh'): Line[] {
  const chosen: Line[] = []
  for (const line of lines) {
    if (chosen.length >= most) break
    if (estimateTokens(render([...chosen, line], language)) <= tokens) chosen.push(line)
  }
  return chosen
}

function byKind(lines: readonly Line[]): [MemoryKind, Line[]][] {
  const groups = MEMORY_KINDS.map((kind): [MemoryKind, Line[]] => [
    kind,
    lines.filter(({ memory }) => kindOf(memory) === kind),
  ])
  return groups.filter(([, group]) => group.length > 0)
}

const HEAD = injectTexts.head

function render(lines: readonly Line[], language: 'en' | 'zh'): string {
  const groups = byKind(lines).map(
    ([kind, group]) => `## ${KIND_LABELS[kind][language]}\n${group.map(({ line }) => line).join('\n')}`,
  )
  return [HEAD[language], ...groups].join('\n\n')
}
