// Keeps the notes of one conversation: looks after every response whether an update is due, and runs it beside the
// conversation, one at a time. Nobody waits for it.

import { attempt } from '../../base/values/attempt.ts'
import type { Clock } from '../../base/values/clock.ts'
import { fillByRules } from '../../learn/notes/fill-by-rules.ts'
import { notesTokens } from '../../learn/notes/notes-budget.ts'
import { findNotesFacts } from '../../learn/notes/notes-facts.ts'
import { updateTask } from '../../learn/notes/update-task.ts'
import {
  countToolCalls,
  lastWholeMessage,
  messagesAfter,
  type NotesCursor,
} from '../../learn/notes-cursor.ts'
import { type NotesConfig, prepareNotes, readNotes, writeNotes } from '../../learn/notes-file.ts'
import { findStructureProblem, isEmptyNotes } from '../../learn/notes-template.ts'
import type { Model } from '../../models/model.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { SessionNotes } from '../compact/session-notes.ts'
import { type ForkOptions, runFork } from '../loop/fork.ts'
import type { ForkPoint } from '../loop/fork-point.ts'
import { rememberWritten } from '../tools/changed-file.ts'
import { nodeFileAccess } from '../tools/file-access.ts'
import { describeProblem, guardEdits } from './edit-notes.ts'
import { isUpdateDue, type NotesThresholds } from './update-due.ts'

/** Edits in one message, the rest for those that were denied. */
const MOST_REQUESTS = 4

interface NotesKeeperDependencies {
  readonly path: string
  readonly config: () => NotesConfig
  readonly thresholds: NotesThresholds
  readonly clock: Clock
  readonly messages: () => readonly TranscriptMessage[]
  /** Of the conversation now. */
  readonly tokens: () => number
  readonly forkPoint: () => Promise<ForkPoint>
  /** Counted in the ledger; undefined where its cap is reached: then rules fill the notes. */
  readonly model: () => Model | undefined
  readonly redact: (text: string) => { text: string; rules: readonly string[] }
  /** To the conversation's log. */
  readonly keep: (update: NotesUpdate) => void
  readonly onUsage?: (usage: Awaited<ReturnType<typeof runFork>>['usage']) => void
}

type NotesUpdate =
  | { readonly status: 'updated'; readonly cursor: NotesCursor }
  /** Thrown away, or not made; the reason is for the log. */
  | { readonly status: 'failed'; readonly reason: string; readonly denied: number }

export class NotesKeeper {
  private readonly deps: NotesKeeperDependencies
  private cursor: NotesCursor | undefined
  /** What counts while an update runs. */
  private before: string | undefined
  private running: Promise<void> | undefined
  private readonly ending = new AbortController()
  /** Of the last failed update: tried again when the conversation has grown by as much again. */
  private failedAt: number | undefined

  constructor(deps: NotesKeeperDependencies, cursor?: NotesCursor) {
    this.deps = deps
    this.cursor = cursor
  }

  /** After a response. Returns at once. */
  check(isPause: boolean): void {
    if (this.running || this.ending.signal.aborted) return
    const tokens = this.deps.tokens()
    // A compaction has made the conversation smaller: it grows from there.
    if (this.cursor && tokens < this.cursor.tokens) this.cursor = { ...this.cursor, tokens }
    if (this.failedAt !== undefined && tokens < this.failedAt) this.failedAt = tokens
    const messages = this.deps.messages()
    const since = messagesAfter(messages, this.cursor?.lastSummarizedMessageId)
    const growth = {
      tokens,
      tokensBefore: this.failedAt ?? this.cursor?.tokens,
      toolCalls: countToolCalls(since),
      isPause,
    }
    if (isUpdateDue(growth, this.deps.thresholds)) void this.update()
  }

  /** Now, whatever has grown; the running one where one runs. */
  update(): Promise<void> {
    this.running ??= this.run().finally(() => {
      this.running = undefined
      this.before = undefined
    })
    return this.running
  }

  /** When the update that runs is over; at once where none does. */
  async idle(): Promise<void> {
    await this.running
  }

  /** What compaction may use: never what is being written. */
  current(): SessionNotes | undefined {
    const text = this.running ? this.before : readNotes(this.deps.path)
    if (text === undefined) return undefined
    return {
      text,
      isTemplate: isEmptyNotes(this.deps.config().template, text),
      lastSummarizedMessageId: this.cursor?.lastSummarizedMessageId,
    }
  }

  /** What runs is given up; the notes stay as they were. */
  async close(): Promise<void> {
    this.ending.abort()
    await this.running
  }

  private async run(): Promise<void> {
    const tokens = this.deps.tokens()
    let denied = 0
    try {
      const { template, prompt } = this.deps.config()
      const notes = prepareNotes(this.deps.path, template)
      this.before = notes
      const messages = [...this.deps.messages()]
      const model = this.deps.model()
      const fork = model && (await this.fork(model, { template, prompt, notes }))
      denied = fork ? [...fork.denials.values()].reduce((sum, count) => sum + count, 0) : 0
      const problem = fork ? this.judge(fork, template, notes) : this.fill(template, notes, messages)
      if (problem !== undefined) throw new Error(problem)
      this.moved({
        lastSummarizedMessageId: lastWholeMessage(messages) ?? this.cursor?.lastSummarizedMessageId,
        tokens,
        notesTokens: notesTokens(readNotes(this.deps.path) ?? ''),
        by: fork ? 'model' : 'rules',
      })
    } catch (error) {
      const { before } = this
      // A disk that takes nothing now says so at the next update.
      if (before !== undefined) attempt(() => writeNotes(this.deps.path, before))
      this.failedAt = tokens
      const reason = error instanceof Error ? error.message : String(error)
      if (!this.ending.signal.aborted) this.deps.keep({ status: 'failed', reason, denied })
    }
  }

  private moved(cursor: NotesCursor): void {
    this.cursor = cursor
    this.failedAt = undefined
    this.deps.keep({ status: 'updated', cursor })
  }

  private async fork(model: Model, { template, prompt, notes }: NotesConfig & { notes: string }) {
    const { path, clock } = this.deps
    const point = await this.deps.forkPoint()
    // The task shows it: it counts as read.
    await rememberWritten(path, nodeFileAccess, point.readState)
    const date = clock.now().toISOString().slice(0, 10)
    const options: ForkOptions = {
      ...{ ...point, model, clock },
      task: updateTask({ prompt, notes, path, date }),
      canUseTool: guardEdits({ path, template, secretsIn: (text) => this.deps.redact(text).rules }),
      maxTurns: MOST_REQUESTS,
      label: 'notes',
      signal: this.ending.signal,
    }
    const done = await runFork(options)
    this.deps.onUsage?.(done.usage)
    return done
  }

  /** Why the update counts for nothing; undefined where it counts. */
  private judge(
    fork: Awaited<ReturnType<typeof runFork>>,
    template: string,
    before: string,
  ): string | undefined {
    if (fork.error) return fork.error.message
    if (fork.reason === 'aborted') return 'stopped'
    const text = readNotes(this.deps.path)
    if (text === undefined) return 'the file is gone'
    const problem = findStructureProblem(template, text)
    if (problem) return describeProblem(problem)
    return text === before ? 'nothing was written' : undefined
  }

  private fill(template: string, notes: string, messages: readonly TranscriptMessage[]): undefined {
    const since = messagesAfter(messages, this.cursor?.lastSummarizedMessageId)
    const facts = findNotesFacts(since.length > 0 ? since : messages, this.deps.redact)
    writeNotes(this.deps.path, fillByRules(template, notes, facts))
    return undefined
  }
}
