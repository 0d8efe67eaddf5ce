// The notes of a project's conversations, ours and other agents': listing, showing, handing over, and keeping those of
// other agents up to date in the background.
import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { knownAgent, type LogClient } from '../base/agents/agents.ts'
import { message } from '../base/messages/message.ts'
import { notesTexts } from '../base/messages/notes.ts'
import { loadRedactor } from '../base/secrets/redact-for.ts'
import type { AgentText } from '../base/text/agent-text.ts'
import { cutToCharacters } from '../base/text/unicode.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError } from '../base/values/errors.ts'
import { mapBounded } from '../base/values/map-bounded.ts'
import { text as textBlock } from '../models/content.ts'
import { readAnyTranscript } from '../models/foreign-transcript.ts'
import { firstTyped, listTranscripts } from '../models/list-transcripts.ts'
import type { Spend } from '../models/spend.ts'
import type { TranscriptMessage } from '../models/transcript-message.ts'
import type { TurnLog } from '../models/turn-log.ts'
import { readLog } from '../models/turn-log.ts'
import { promptsPath, readPrompts } from '../models/typed-prompts.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { handoffText, quotedNotes } from './notes/handoff.ts'
import { notesPath, readNotes, readNotesConfig } from './notes/notes-file.ts'
import {
  isLogDue,
  type LogToNote,
  type NotesPlace,
  noteLog,
  notesByRules,
  readNotedLog,
} from './notes/notes-of-log.ts'
import { sectionsOf } from './notes/notes-template.ts'
import { claudeLogs, isFile, MOST_OPEN_LOGS, ownLogs, ownNotes } from './notes/own-logs.ts'
import type { SpooledTurn } from './worker/spool-files.ts'

export interface NotedConversation {
  readonly id: string
  /** Whose: memdir's own, or another agent's. */
  readonly agent: string
  readonly updated: Date
  readonly title: string
  /** Where the notes are; undefined where there are none yet: they are made when asked for. */
  readonly path?: string
}

interface NotesOfConversation extends NotedConversation {
  readonly text: string
  /** The same as an agent may read it. */
  readonly forAgents: AgentText
}

export interface ConversationNotesOf {
  /** Newest first. */
  list(): Promise<NotedConversation[]>
  /** By id, the beginning of one, or a log as a file; the newest where nothing is said. */
  show(which?: string): Promise<NotesOfConversation>
  /** The same as a text for another agent. */
  handoff(which?: string): Promise<NotesOfConversation>
}

type Context = Pick<ProjectContext, 'home' | 'env' | 'location' | 'clock' | 'settings'>

export function notesOfConversations(context: Context): ConversationNotesOf {
  const { location, clock } = context
  const show = (which?: string) =>
    which !== undefined && isFile(which) ? showFile(context, which) : showOne(context, which)
  return {
    list: () => withTitles(context),
    show,
    async handoff(which) {
      const shown = await show(which)
      const text = handoffText({
        agent: titleOf(shown.agent),
        conversation: shown.id,
        project: basename(location.identity.root),
        time: (shown.updated.getTime() > 0 ? shown.updated : clock.now()).toISOString(),
        notes: (await loadRedactor('agent'))(shown.text).text,
      })
      return { ...shown, text, forAgents: text }
    },
  }
}

/** Our own, or as people call it. */
function titleOf(agent: string): string {
  return agent === 'memdir' ? 'memdir chat' : (knownAgent(agent)?.title ?? agent)
}

interface NoteTurnOptions {
  /** Where a model's calls are counted. */
  readonly spend: Spend
  readonly signal?: AbortSignal
  /** A model could not be asked, and rules made the notes. */
  onFallback?(): void
}

/** After a turn of another agent: its notes, where its log has grown enough. True: they were made. */
export async function noteTurn(
  context: Context,
  turn: SpooledTurn,
  { found, bytes, read }: TurnLog,
  options: NoteTurnOptions,
): Promise<boolean> {
  const { settings, location } = context
  const { conversation, agent, event, unattended = false } = turn
  if (!settings.get('sessionMemory.enabled') || conversation === undefined) return false
  const log = found
    ? { ...found, conversation, bytes }
    : { client: agent, path: promptsPath(location.state, conversation), conversation }
  if (!isLogDue(log, location, { isOver: event === 'end', unattended })) return false
  const place = {
    ...(await placeOf(context)),
    ...(found && { read: async () => (await read()).all }),
  }
  const improve = await improvement(context, place, options)
  return (await noteLog(log, improve ? { ...place, improve } : place)) !== undefined
}

/** Undefined where the person has not asked for it, or no model is configured. */
async function improvement(
  { settings, env }: Context,
  { template, redact }: NotesPlace,
  options: NoteTurnOptions,
): Promise<NotesPlace['improve']> {
  if (!settings.get('sessionMemory.byModel')) return undefined
  const [{ backgroundModel }, { notesByModel }] = await Promise.all([
    import('../models/conversation-models.ts'),
    import('./notes/notes-by-model.ts'),
  ])
  const model = backgroundModel(settings, env)
  if (!model) return undefined
  const { signal, onFallback } = options
  return async (notes, messages) => {
    try {
      const metered = options.spend.meter(model, 'notes')
      return await notesByModel(metered, { template, notes, messages, redact, ...(signal && { signal }) })
    } catch (error) {
      signal?.throwIfAborted()
      if (!MemdirError.is(error)) throw error
      onFallback?.()
      return undefined
    }
  }
}

async function placeOf({ home, location, clock }: Context): Promise<NotesPlace> {
  const { template } = readNotesConfig(home)
  return {
    ...{ sessions: location.sessions, template, now: clock.now(), redact: await loadRedactor('agent') },
    read: (log) => readMessages(location.state, log),
  }
}

async function readMessages(
  state: string,
  { conversation, client, path }: LogToNote,
): Promise<readonly TranscriptMessage[]> {
  if (path !== promptsPath(state, conversation))
    return (await readLog(state, { path, client: client as LogClient })).all
  // An agent without a log that can be read has left what was typed, and no more.
  return readPrompts(state, conversation)
    .filter(({ text }) => text !== '')
    .map(({ id, text, time }) => ({
      ...{ id, parent: null, role: 'user', time, content: [textBlock(text)] },
    }))
}

async function listAll(context: Context): Promise<NotedConversation[]> {
  const { sessions } = context.location
  const found = new Map<string, NotedConversation>()
  for (const { id, updated, title } of listTranscripts(sessions)) {
    const path = notesPath(sessions, id)
    const noted = path !== undefined && isFile(path) ? { path } : {}
    found.set(id, { id, agent: 'memdir', updated, title, ...noted })
  }
  for (const { conversation: id, path: log, client } of await ownLogs(context))
    found.set(id, { id, agent: client, updated: new Date(timeOf(log)), title: '' })
  for (const log of await ownNotes(context)) {
    const id = log.conversation
    const path = notesPath(sessions, id)
    if (path === undefined) continue
    const updated = new Date(timeOf(log.path) || Date.parse(log.time) || 0)
    found.set(id, { id, agent: log.client, updated, title: titleIn(path), path })
  }
  return [...found.values()].sort((a, b) => b.updated.getTime() - a.updated.getTime())
}

/** How those begin that have no notes yet. */
async function withTitles(context: Context): Promise<NotedConversation[]> {
  const all = await listAll(context)
  const logs = new Map(claudeLogs(context).map((log) => [log.conversation, log]))
  const redact = await loadRedactor('agent')
  return mapBounded(all, MOST_OPEN_LOGS, async (one) => {
    const log = one.title === '' ? logs.get(one.id) : undefined
    const typed = log && (await firstTyped(log.path))
    return typed ? { ...one, title: cutToCharacters(redact(typed).text, TITLE_CHARACTERS) } : one
  })
}

const TITLE_CHARACTERS = 80

function titleIn(path: string): string {
  return sectionsOf(readNotes(path) ?? '')[0]?.body.split('\n')[0] ?? ''
}

async function showOne(context: Context, which: string | undefined): Promise<NotesOfConversation> {
  const chosen = choose(await listAll(context), which)
  const text = await textOf(context, chosen)
  if (text === undefined)
    throw new MemdirError('not_found', message(notesTexts.none, { id: chosen.id }), {
      fix: message(notesTexts.noneFix),
    })
  return { ...chosen, text, forAgents: await forAgents(text) }
}

/** As new as the log: a person waits for it, and sees how long it takes. */
async function textOf(context: Context, { id, agent }: NotedConversation): Promise<string | undefined> {
  const { sessions } = context.location
  const path = notesPath(sessions, id)
  const kept = path && readNotes(path)
  if (agent === 'memdir') {
    if (kept !== undefined) return kept
    const transcript = await readAnyTranscript(join(sessions, `${id}.jsonl`))
    return transcript && notesByRules(transcript.messages, await placeOf(context))
  }
  const noted = readNotedLog(sessions, id)
  const log = noted
    ? { ...noted, conversation: id }
    : claudeLogs(context).find((one) => one.conversation === id)
  const bytes = log && attempt(() => statSync(log.path).size)
  if (!log || bytes === undefined || bytes === noted?.bytes) return kept
  return (await noteLog(log, await placeOf(context))) ?? kept
}

/** Secrets first: what is inert may not be known as one any more. */
async function forAgents(text: string): Promise<AgentText> {
  return quotedNotes((await loadRedactor('agent'))(text).text)
}

async function showFile(context: Context, path: string): Promise<NotesOfConversation> {
  const transcript = await readAnyTranscript(path)
  if (!transcript) throw new MemdirError('broken_file', message(notesTexts.unknownLog, { path }))
  const text = notesByRules(transcript.messages, await placeOf(context))
  if (text === undefined) throw new MemdirError('not_found', message(notesTexts.emptyLog, { path }))
  const id = basename(path).replace(/\.jsonl(?:\.gz)?$/, '')
  const title = sectionsOf(text)[0]?.body ?? ''
  return {
    id,
    agent: transcript.client,
    updated: new Date(timeOf(path)),
    title,
    text,
    forAgents: await forAgents(text),
  }
}

function choose(all: readonly NotedConversation[], which: string | undefined): NotedConversation {
  if (which?.trim() === '')
    throw new MemdirError('usage', message(notesTexts.emptyId), { fix: message(notesTexts.noneFix) })
  const fitting = which === undefined ? all.slice(0, 1) : all.filter(({ id }) => id.startsWith(which))
  const exact = fitting.find(({ id }) => id === which) ?? (fitting.length === 1 ? fitting[0] : undefined)
  if (exact) return exact
  if (which !== undefined && fitting.length > 1)
    throw new MemdirError('ambiguous', message(notesTexts.ambiguous, { id: which, count: fitting.length }), {
      fix: message(notesTexts.longerId),
    })
  throw new MemdirError(
    'not_found',
    which === undefined ? message(notesTexts.noneYet) : message(notesTexts.none, { id: which }),
    { fix: message(notesTexts.noneFix) },
  )
}

function timeOf(path: string): number {
  return attempt(() => statSync(path).mtimeMs) ?? 0
}
