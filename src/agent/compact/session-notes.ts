// The notes of a conversation as compaction takes them. Whoever keeps notes (`notes/`) gives them, `compact/` uses them,
// and neither imports the other: `engine/` hands the one to the other (`ConversationOptions.notes`).
//
// - Asked for before every request, so it has to be quick: at most one small file is read. A throw counts as no notes.
// - `lastSummarizedMessageId` is the id of a message of the history as it is now. After a compaction the covered
//   messages are gone and the id is unknown: notes do not serve again until an update has moved the cursor on.
// - The message at the cursor must end a step: everything it calls has its result. (Compaction moves back to the last
//   such place by itself; nothing after the cursor is ever dropped.)
// - A compaction shrinks the history. Who measures its growth measures from the smaller size on.
// - The text is memory of the person's work: it has been through the same cutting of secrets as every note.

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
