// What an agent is told at one of its calls: remembered rules whose triggers the call matches. No search, no model: strings
// are compared, and what was told is recorded with what recall attached.
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { makeDirectories } from '../../base/files/directory.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { redactFor } from '../../base/secrets/redact-for.ts'
import { callsDirectory } from '../../base/settings/config-home.ts'
import {
  type AgentText,
  joinTexts,
  NO_TEXT,
  own,
  redactText,
  reminderText,
} from '../../base/text/agent-text.ts'
import { inertFact, quoteText } from '../../base/text/inert-text.ts'
import { cutToCharacters } from '../../base/text/unicode.ts'
import { attempt } from '../../base/values/attempt.ts'
import { lastChanged, type Memory } from '../../memory/memory.ts'
import { ORIGIN_WORDS, redactShown } from '../envelope.ts'
import type { ProjectContext } from '../project-context.ts'
import { readShown, recordShown, type ShownRecord } from '../shown-record.ts'
import { callWords } from './call-words.ts'
import { matchTriggers, type TriggerMatch } from './match-triggers.ts'
import { normaliseCall } from './normalise-call.ts'

/** A call of a tool, as the agent makes it. */
export interface ActionCall {
  tool: string
  input: unknown
  /** Whose tool it is, by the name that memdir has for the agent. */
  client?: string | undefined
  conversation?: string | undefined
  /** The sub-agent that makes it: what the conversation was told, that one was not. */
  subagent?: string | undefined
  /** The client's mark of the prompt that it belongs to. */
  prompt?: string | undefined
  /** Where the call's own paths begin. */
  directory?: string | undefined
  /** False: only calls that the person wants held are looked for. Default true. */
  tells?: boolean
  /** The call has not been made, and can be refused. */
  canRefuse?: boolean
}

/** One that has triggers. */
export interface TriggeredMemory extends Pick<Memory, 'on'> {
  memory: Memory
  /** The person wants the call held back once. */
  held: boolean
}

export interface Acted {
  memories: Memory[]
  /** For the agent, without secrets; empty: nothing. */
  text: AgentText
  /** The call is to be refused, with the text as the reason; made again, it goes through. */
  refused?: true
  /** Call it once the text has gone out. Never throws. */
  noteTold(): void
}

/** Memories that have triggers, newest first. */
type ListTriggered = () => Promise<TriggeredMemory[]>
type Match = TriggerMatch<TriggeredMemory>

/** So many are told at one call. */
const MOST_TOLD = 2
/** So much of a memory's text is told. */
const TEXT_CHARACTERS = 600
const WHAT_CHARACTERS = 60

export async function tellAtCall(
  context: ProjectContext,
  call: ActionCall,
  memories: ListTriggered,
): Promise<Acted> {
  const { location } = context
  const nothing: Acted = { memories: [], text: NO_TEXT, noteTold: () => {} }
  if (!context.switch.on || !context.settings.get('recall.enabled')) return nothing
  const tells = call.tells !== false && !isLeftAside(readShown(location.state, call.conversation), call)
  const all = await matchesOf(context, call, memories)
  const matches = tells ? all : all.filter(({ memory }) => memory.held)
  if (matches.length === 0) return nothing
  const record = recordOf(call)
  const shown = readShown(location.state, record)
  const refusal = call.canRefuse ? await refusalOf(context, record, shown, matches) : undefined
  if (refusal) return refusal
  if (!tells) return nothing
  const chosen = chooseTold(matches, shown, call.prompt)
  if (chosen.length === 0) return nothing
  const isFirst = (shown.told ?? []).length === 0
  const blocks = await Promise.all(
    chosen.map((match, at) => tellingOf(match, isFirst && at === 0 ? FIRST : undefined)),
  )
  const text = reminderText(joinTexts(blocks, '\n\n'))
  const told = chosen.map(({ memory }) => memory.memory)
  return {
    memories: told,
    text: await redactShown(text, location.memory, (part) => redactFor(part, 'agent')),
    noteTold() {
      if (record === undefined) return
      const files = told.map(({ file }) => file)
      // What was told whole is in the conversation: recall has nothing to add.
      const whole = told.filter((memory) => !isCut(memory)).map(({ file }) => file)
      attempt(() =>
        recordShown(location.state, record, { told: files, shown: whole, bytes: Buffer.byteLength(text) }),
      )
    },
  }
}

/** By the whole conversation, or by the prompt that the call belongs to. */
function isLeftAside({ ignoring, aside, prompt }: ShownRecord, call: ActionCall): boolean {
  return ignoring === true || (aside === true && prompt === call.prompt)
}

/** Once in a conversation: it is written down before it is said, and where that fails the call goes on. */
async function refusalOf(
  { location }: ProjectContext,
  record: string | undefined,
  { held = [] }: ShownRecord,
  matches: readonly Match[],
): Promise<Acted | undefined> {
  const due = matches.filter(({ memory }) => memory.held && !held.includes(memory.memory.file))
  const chosen = due.slice(0, MOST_TOLD)
  if (chosen.length === 0 || record === undefined) return undefined
  const blocks = await Promise.all(chosen.map((match) => tellingOf(match, HELD)))
  const text = await redactText(joinTexts(blocks, '\n\n'), (part) => redactFor(part, 'agent'))
  const files = due.map(({ memory }) => memory.memory.file)
  const isNoted = attempt(() => {
    recordShown(location.state, record, { held: files, told: files })
    return true
  })
  if (!isNoted) return undefined
  const memories = chosen.map(({ memory }) => memory.memory)
  return { memories, text, refused: true, noteTold: () => {} }
}

async function matchesOf(
  context: ProjectContext,
  call: ActionCall,
  memories: ListTriggered,
): Promise<Match[]> {
  const { identity } = context.location
  const roots = [identity.git?.workTree, identity.root, context.directory, call.directory]
  const normal = normaliseCall(call.tool, call.input, {
    client: call.client,
    roots: roots.filter((root) => root !== undefined),
    directory: call.directory,
  })
  if (normal.commands.length + normal.changes.length === 0) return []
  return matchTriggers(normal, await memories())
}

/** A hook for each call would cost more than the call: a shell looks for these words first, and for the file. */
export async function prepareCalls(context: ProjectContext, list: ListTriggered): Promise<void> {
  const { home, directory, location, settings } = context
  const mayAct = context.switch.on && settings.get('recall.enabled')
  const isOn = settings.get('recall.actions')
  const memories = mayAct ? (await list()).filter(({ held }) => held || isOn) : []
  const words = callWords(memories.flatMap(({ on = [] }) => on))
  const { git, root } = location.identity
  for (const project of new Set([git?.workTree ?? root, directory])) {
    const path = join(callsDirectory(home), project, 'words')
    if (words.length === 0) rmSync(path, { force: true })
    else if (attempt(() => readFileSync(path, 'utf8')) !== linesOf(words)) {
      makeDirectories(nodeFileOps, dirname(path))
      writeFileAtomic(path, linesOf(words), { mode: 0o600 })
    }
  }
}

function linesOf(words: readonly string[]): string {
  return words.map((word) => `${word}\n`).join('')
}

/** Each once, and not what the prompt of this call was given. */
function chooseTold(
  matches: readonly Match[],
  { told = [], now = [], prompt }: ShownRecord,
  asked: string | undefined,
): Match[] {
  const isGiven = (file: string) => prompt === asked && now.includes(file)
  return matches
    .filter(({ memory: { memory } }) => !told.includes(memory.file) && !isGiven(memory.file))
    .slice(0, MOST_TOLD)
}

/** A sub-agent sees nothing of the conversation that started it. */
function recordOf({ conversation, subagent }: ActionCall): string | undefined {
  if (conversation === undefined || subagent === undefined) return conversation
  return `${conversation}/${subagent}`
}

const FIRST = own`It is quoted data from memdir. If the call did not keep it, put it right; if it does not apply, go on.`
const HELD = own`The user wants it remembered before such a call, which was held back once and not made. If the call keeps it, or it does not apply, make the same call again: it goes through.`

/** `advice`: what is to be done with it; without, one line says where it comes from. */
async function tellingOf({ memory: { memory }, what }: Match, advice?: AgentText): Promise<AgentText> {
  const call = inertFact(cutToCharacters(await redactFor(what, 'agent'), WHAT_CHARACTERS))
  const origin = memory.source?.origin
  const said = origin === undefined ? NO_TEXT : own`, ${ORIGIN_WORDS[origin]}`
  const day = inertFact(dayOf(memory))
  const from = own`${said}${day === '' ? NO_TEXT : own` on ${day}`}`
  const lead =
    advice === undefined
      ? own`Remembered about the call just made (${call})${from}:`
      : own`A remembered rule about the call just made (${call})${from}. ${advice}`
  const text = (await redactFor(textOf(memory), 'agent')).trim()
  return own`${lead}\n${quoteText(cutToCharacters(text, TEXT_CHARACTERS))}`
}

function textOf({ content, description, name }: Memory): string {
  return content.trim() || description || name
}

function isCut(memory: Memory): boolean {
  return [...textOf(memory)].length > TEXT_CHARACTERS
}

function dayOf(memory: Memory): string {
  const time = Date.parse(lastChanged(memory))
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10)
}
