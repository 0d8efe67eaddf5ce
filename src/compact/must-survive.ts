// What of a dropped span must not get lost, found by rules: standing instructions, decisions, open todos, failed
// attempts, commands, paths, identifiers. A summary is checked for each of them; what it lost is attached again.
import { attempt } from '../lib/attempt.ts'
import { toolInput, toolResultText } from '../lib/content.ts'
import type { TranscriptMessage } from '../transcript/transcript-message.ts'
import { judgeTyped } from '../transcript/typed-text.ts'
import { ATTACHED_FACTS } from './context-settings.ts'
import { tokensOfText } from './count-tokens.ts'
import { FACT_KINDS, type FactKind, type SurvivingFact } from './surviving-fact.ts'

const SENTENCE_MOST = 300
const COMMAND_MOST = 200
/** A conversation of many days: the newest of each kind. */
const MOST_OF_A_KIND = 400

const RULES: Record<'instruction' | 'decision' | 'todo' | 'failure', RegExp> = {
  instruction:
    /\b(always|never|don['’]t|do not|from now on|make sure|must(?: not)?|only ever|remember to|please (?:use|keep|avoid)|prefer|stop \w+ing)\b|总是|始终|永远|不要|别再|以后|务必|必须|禁止|请用|优先|一律/i,
  decision:
    /\b(decided|decision|let['’]s (?:go with|use)|we(?:['’]ll| will) (?:use|go with|keep|take)|we agreed|agreed (?:to|on)|chose|going with|settled on|instead of)\b|决定|采用|改用|选定|选择了|约定|敲定/i,
  todo: /\b(todo|fixme|still (?:need|have|has) to|remains? to be|not (?:yet )?done|next step|pending|open (?:item|question)|follow[- ]up)\b|^\s*[-*] \[ \]|待办|还需要|尚未|未完成|下一步/i,
  failure:
    /\b(failed|fails|did(?: not|n['’]t) (?:work|help)|does(?: not|n['’]t) work|broke|reverted|rolled back|dead end|not an option|gave up)\b|失败|不起作用|没用|行不通|回滚|报错/i,
}

const IDENTIFIER =
  /https?:\/\/[^\s<>"'`)\]]{4,200}|\b[A-Z][A-Z0-9]{1,9}-\d{1,7}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b|\B#\d{1,7}\b|\bv?\d+\.\d+\.\d+(?:-[\w.]+)?\b|\b[A-Z][A-Z0-9]*_[A-Z0-9_]{2,60}\b|\b[a-z]{2,}(?:-[a-z0-9]+)*-\d[a-z0-9]*\b|\b\w+:\d{2,5}\b|\bport \d{2,5}\b/g
const PATH = /(?:^|[\s"'`(])((?:~|\.{1,2})?\/?(?:[\w@.-]+\/)+[\w@.-]*[\w@-]\.?[\w-]*)(?=$|[\s"'`),.:;])/g
const TICKED = /`([^`\n]{4,200})`/g
const COMMAND_WORDS =
  /^(?:\$ )?(?:npm|npx|pnpm|yarn|bun|node|deno|git|gh|docker|kubectl|make|cargo|go|python3?|pip|pytest|uv|bash|sh|curl|psql|terraform|mvn|gradle|dotnet|ruby|rake|bundle|php|composer|[\w./-]+\.sh)\s/

/** Looking around: can be done again at any time, and says nothing about the work. */
const LOOKING =
  /^(?:cat|ls|ll|head|tail|less|grep|rg|egrep|find|fd|wc|pwd|which|echo|stat|file|tree|du|sed -n|awk|sort|git (?:status|diff|log|show|branch|blame|ls-files|rev-parse)|true|sleep)\b/
const LEADING = /^(?:cd [^&;|]{1,200}(?:&&|;)\s*|\w+=\S+\s+)+/

/** Of the messages, oldest first; an older fact with the same key gives way to the newer. */
export function extractFacts(messages: readonly TranscriptMessage[]): SurvivingFact[] {
  const found = new Map<string, SurvivingFact>()
  const add = (kind: FactKind, text: string, key = text) => {
    const fact = { kind, text: text.trim(), key: key.trim() }
    if (fact.key.length < 2) return
    const name = `${kind} ${fact.key.toLowerCase()}`
    found.delete(name)
    found.set(name, fact)
  }
  for (const message of messages) {
    if (message.meta !== undefined && message.meta !== 'other') continue
    const judged = judgeTyped(message)
    if (judged.typed) fromText(judged.text, true, add)
    for (const block of message.content) {
      if (block.type === 'text' && message.role === 'assistant') fromText(block.text, false, add)
      else if (block.type === 'tool_use') fromCall(attempt(() => toolInput(block)) ?? {}, add)
      else if (block.type === 'tool_result' && block.isError) fromError(toolResultText(block), add)
    }
  }
  return newestOfEach([...found.values()])
}

type Add = (kind: FactKind, text: string, key?: string) => void

function fromText(text: string, persons: boolean, add: Add): void {
  for (const sentence of sentencesOf(text)) {
    // What an agent calls "must" is its reasoning; what the person calls so is a rule.
    if (persons && RULES.instruction.test(sentence)) add('instruction', sentence)
    if (RULES.decision.test(sentence)) add('decision', sentence)
    if (RULES.todo.test(sentence)) add('todo', sentence)
    if (RULES.failure.test(sentence)) add('failure', sentence)
    for (const [identifier] of sentence.matchAll(IDENTIFIER))
      add('identifier', around(sentence, identifier), identifier)
    for (const [, path = ''] of sentence.matchAll(PATH)) if (isPath(path)) add('path', path)
    for (const [, ticked = ''] of sentence.matchAll(TICKED))
      if (COMMAND_WORDS.test(ticked)) add('command', ticked)
  }
}

/** As agents write them: `command`, Codex's `cmd`, and its older list, whose last word is the line for the shell. */
function commandOf({ command, cmd }: Record<string, unknown>): string {
  const given = command ?? cmd
  if (!Array.isArray(given)) return typeof given === 'string' ? given : ''
  const isShell = given.length === 3 && /^-l?c$/.test(String(given[1]))
  return isShell ? String(given[2]) : given.join(' ')
}

function isPath(written: string): boolean {
  return written.length <= 250 && (/^[~./]/.test(written) || /\.\w{1,8}$/.test(written))
}

function fromCall(input: Record<string, unknown>, add: Add): void {
  for (const key of ['file_path', 'filePath', 'absolute_path', 'notebook_path'])
    if (typeof input[key] === 'string') add('path', input[key])
  const [line = ''] = commandOf(input).split('\n', 1)
  const bare = line.replace(LEADING, '')
  if (bare !== '' && !LOOKING.test(bare)) add('command', bare.slice(0, COMMAND_MOST))
}

function fromError(text: string, add: Add): void {
  const line = text.split('\n').find((each) => /\S/.test(each)) ?? ''
  if (line !== '') add('failure', line.slice(0, SENTENCE_MOST))
}

/** Sentences and lines; in linear time, and never a giant one. */
function sentencesOf(text: string): string[] {
  return text
    .slice(0, 200_000)
    .split(/\n+|(?<=[.!?;])\s+|(?<=[。！？；])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) => (sentence.length > SENTENCE_MOST ? `${sentence.slice(0, SENTENCE_MOST)}…` : sentence))
}

const AROUND = 80

/** An identifier alone says nothing: with the words around it. */
function around(sentence: string, identifier: string): string {
  if (sentence.length <= 2 * AROUND) return sentence
  const at = sentence.indexOf(identifier)
  return sentence.slice(Math.max(0, at - AROUND), at + identifier.length + AROUND)
}

function newestOfEach(facts: readonly SurvivingFact[]): SurvivingFact[] {
  return FACT_KINDS.flatMap((kind) => facts.filter((fact) => fact.kind === kind).slice(-MOST_OF_A_KIND))
}

/** Known facts and newer ones; the newer counts where both say the same. */
export function mergeFacts(
  known: readonly SurvivingFact[],
  newer: readonly SurvivingFact[],
): SurvivingFact[] {
  const merged = new Map<string, SurvivingFact>()
  for (const fact of [...known, ...newer]) {
    const name = `${fact.kind} ${fact.key.toLowerCase()}`
    merged.delete(name)
    merged.set(name, fact)
  }
  return newestOfEach([...merged.values()])
}

/** The facts that this text does not contain. */
export function missingFacts(facts: readonly SurvivingFact[], text: string): SurvivingFact[] {
  const inside = squeezed(text)
  return facts.filter(({ key }) => !inside.includes(squeezed(key)))
}

function squeezed(text: string): string {
  return text.toLowerCase().replace(/[\s`*"'“”‘’]+/g, ' ')
}

export interface AttachedFacts {
  readonly text: string
  readonly attached: readonly SurvivingFact[]
  readonly leftOut: number
}

const HEADINGS: Record<FactKind, string> = {
  instruction: 'Standing instructions of the user',
  decision: 'Decisions',
  todo: 'Open items',
  failure: 'What did not work',
  command: 'Commands that were used',
  identifier: 'Names, numbers and references',
  path: 'Paths',
}

/** By kind, the newest of each first to get a place, until the budget is used up. */
export function attachFacts(missing: readonly SurvivingFact[], budget = ATTACHED_FACTS): AttachedFacts {
  const chosen = new Set<SurvivingFact>()
  let left = budget
  const shared = new Set<string>()
  for (const kind of FACT_KINDS)
    for (const fact of missing.filter((one) => one.kind === kind).reverse()) {
      // One sentence can hold several facts: it is written once.
      const tokens = shared.has(fact.text) ? 0 : tokensOfText(fact.text) + 2
      if (tokens > left) continue
      shared.add(fact.text)
      left -= tokens
      chosen.add(fact)
    }
  const written = new Set<string>()
  const parts = FACT_KINDS.flatMap((kind) => {
    const texts = missing.filter((fact) => fact.kind === kind && chosen.has(fact)).map(({ text }) => text)
    const fresh = [...new Set(texts)].filter((one) => !written.has(one))
    for (const one of fresh) written.add(one)
    return fresh.length > 0 ? [`${HEADINGS[kind]}:\n${fresh.map((one) => `- ${one}`).join('\n')}`] : []
  })
  return { text: parts.join('\n\n'), attached: [...chosen], leftOut: missing.length - chosen.size }
}
