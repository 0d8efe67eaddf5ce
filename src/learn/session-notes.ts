// What compaction and the conversation know of its notes. learn/conversation-notes keeps them; a conversation gives it a
// fork, and compaction takes the notes:
//
// - Asked for before every request, so it has to be quick: at most one small file is read. A throw counts as no notes.
// - `lastSummarizedMessageId` is the id of a message of the history as it is now. After a compaction the covered
//   messages are gone and the id is unknown: notes do not serve again until an update has moved the cursor on.
// - The message at the cursor must end a step: everything it calls has its result. (Compaction moves back to the last
//   such place by itself; nothing after the cursor is ever dropped.)
// - A compaction shrinks the history. Who measures its growth measures from the smaller size on.
// - The text is memory of the person's work: it has been through the same cutting of secrets as every note.
import type { AgentText } from '../base/text/agent-text.ts'

/** What keeps notes of a conversation has to give. */
export interface SessionNotes {
  /** The file as it is: sections that begin with `# `. Cut to its budget by compaction, not here. */
  readonly text: string
  /** Nothing was filled in yet. */
  readonly isTemplate: boolean
  /** The last message that they cover; undefined before the first update. */
  readonly lastSummarizedMessageId: string | undefined
}

/** undefined: there are none, or they are switched off. */
export type ReadSessionNotes = () => Promise<SessionNotes | undefined>

/** What a fork is asked to do. */
export interface NotesTask {
  /** The file of the notes: the one that it may edit. */
  readonly path: string
  readonly task: AgentText
  /**
   * Why an edit is not done; undefined: it is. `edit`: what the file becomes, undefined where the edit cannot be carried
   * out. `written`: its new words.
   */
  refuse(edit: (text: string) => string | undefined, written: string): string | undefined
  readonly signal: AbortSignal
}

export interface NotesForked {
  /** Calls that were not done. */
  readonly denied: number
  /** Why it ended too early. */
  readonly problem?: string
}

export type ForkNotes = (task: NotesTask) => Promise<NotesForked>
