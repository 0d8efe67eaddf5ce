// Keeps the notes of one conversation: looks after every response whether an update is due, and runs it beside the
// conversation, one at a time. Nobody waits for it.

import { attempt } from '../../base/values/attempt.ts'
import type { Clock } from '../../base/values/clock.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { ForkNotes, NotesForked, SessionNotes } from '../session-notes.ts'
import { fillByRules } from './fill-by-rules.ts'
import { notesTokens } from './notes-budget.ts'
import { countToolCalls, lastWholeMessage, messagesAfter, type NotesCursor } from './notes-cursor.ts'
import { findNotesFacts } from './notes-facts.ts'
import { type NotesConfig, prepareNotes, readNotes, writeNotes } from './notes-file.ts'
import { findStructureProblem, isEmptyNotes } from './notes-template.ts'
import { describeProblem, refuseEdit } from './refuse-edit.ts'
import { isUpdateDue, type NotesThresholds } from './update-due.ts'
import { updateTask } from './update-task.ts'

interface NotesKeeperDependencies {
  readonly path: string
  readonly config: () => NotesConfig
  readonly thresholds: NotesThresholds
  readonly clock: Clock
  readonly messages: () => readonly TranscriptMessage[]
  /** What the conversation takes now. */
  readonly tokens: () => number
  /** undefined where a cap on spending is reached: then rules fill the notes. */
  readonly fork: () => ForkNotes | undefined
  readonly redact: (text: string) => { text: string; rules: readonly string[] }
  /** To the conversation's log. */
  readonly keep: (update: NotesUpdate) => void
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
  /** Where the last update failed: tried again when the conversation has grown by as much again. */
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
      const fork = this.deps.fork()
      const forked = fork && (await this.updateBy(fork, { template, prompt, notes }))
      denied = forked?.denied ?? 0
      const problem = forked ? this.judge(forked, template, notes) : this.fill(template, notes, messages)
      if (problem !== undefined) throw new Error(problem)
      this.moved({
        lastSummarizedMessageId: lastWholeMessage(messages) ?? this.cursor?.lastSummarizedMessageId,
        tokens,
        notesTokens: notesTokens(readNotes(this.deps.path) ?? ''),
        by: forked ? 'model' : 'rules',
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

  private updateBy(fork: ForkNotes, { template, prompt, notes }: NotesConfig & { notes: string }) {
    const { path, clock, redact } = this.deps
    const date = clock.now().toISOString().slice(0, 10)
    return fork({
      path,
      task: updateTask({ prompt, notes, path, date }),
      refuse: refuseEdit({
        ...{ template, read: () => readNotes(path) },
        secretsIn: (text) => redact(text).rules,
      }),
      signal: this.ending.signal,
    })
  }

  /** Why the update counts for nothing; undefined where it counts. */
  private judge(forked: NotesForked, template: string, before: string): string | undefined {
    if (forked.problem !== undefined) return forked.problem
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
