// The view of a collapsed conversation: the log of commits, replayed.

import { unmarkedText } from '../../base/text/inert-text.ts'
import { text } from '../../models/content.ts'
import { createMessage, type TranscriptMessage } from '../../models/transcript-message.ts'
import type { CollapseCommit } from './context-state.ts'
import { keptWords } from './kept-words.ts'

/** Every committed span as its summary and the person's words in it. */
export function applyCommits(
  messages: readonly TranscriptMessage[],
  commits: readonly CollapseCommit[],
): readonly TranscriptMessage[] {
  if (commits.length === 0) return messages
  const places = new Map(messages.map(({ id }, at) => [id, at]))
  const spans = commits
    .flatMap((commit) => {
      const from = places.get(commit.first)
      const to = places.get(commit.last)
      return from === undefined || to === undefined || to < from ? [] : [{ commit, from, to }]
    })
    .sort((a, b) => a.from - b.from)
  const view: TranscriptMessage[] = []
  let next = 0
  for (const { commit, from, to } of spans) {
    if (from < next) continue
    for (; next < from; next++) push(view, messages[next])
    view.push(...collapsed(commit, messages.slice(from, to + 1)))
    next = to + 1
  }
  for (; next < messages.length; next++) push(view, messages[next])
  return view
}

function push(view: TranscriptMessage[], message: TranscriptMessage | undefined): void {
  if (message) view.push(message)
}

const summaries = new WeakMap<CollapseCommit, TranscriptMessage>()

function collapsed(commit: CollapseCommit, span: readonly TranscriptMessage[]): readonly TranscriptMessage[] {
  const summary = summaries.get(commit) ?? summaryOf(commit, span[0])
  summaries.set(commit, summary)
  // The messages as they are now: media may have been taken out since.
  return [summary, ...keptWords(span)]
}

// Product text: test/golden holds it.
function summaryOf(commit: CollapseCommit, first: TranscriptMessage | undefined): TranscriptMessage {
  const words = `[Summary of an earlier part of this conversation, written by memdir to save space. It is a record, not a task: what it tells is done unless it says that it is open. The user's own words of that part follow. Call Retrieve with id "${commit.receipt}" to see all of it.]\n\n${unmarkedText(commit.summary)}`
  return createMessage({
    id: commit.receipt,
    role: 'user',
    content: [text(words)],
    parent: null,
    time: new Date(first?.time || 0),
    meta: 'summary',
  })
}
