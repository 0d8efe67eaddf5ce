// What earlier snips left of the messages: a marker, and the person's words.
import { text } from '../../models/content.ts'
import { createMessage, type TranscriptMessage } from '../../models/transcript-message.ts'
import type { Snip } from './context-state.ts'
import { isPersons } from './exchanges.ts'
import { keptWords } from './kept-words.ts'

export function applySnips(
  messages: readonly TranscriptMessage[],
  snips: readonly Snip[],
): readonly TranscriptMessage[] {
  let view = messages
  for (const snip of snips) view = applySnip(view, snip)
  return view
}

const markers = new WeakMap<Snip, TranscriptMessage>()

function applySnip(messages: readonly TranscriptMessage[], snip: Snip): readonly TranscriptMessage[] {
  const gone = new Set(snip.ids)
  const at = messages.findIndex(({ id }) => gone.has(id))
  if (at < 0) return messages
  const dropped = messages.filter(({ id }) => gone.has(id))
  const rest = messages.slice(at).filter(({ id }) => !gone.has(id))
  const latestStays = !rest.some(isPersons)
  return [
    ...messages.slice(0, at),
    markerOf(snip, dropped[0]),
    ...keptWords(dropped, { latestStays }),
    ...rest,
  ]
}

// Product text: test/golden holds it.
function markerOf(snip: Snip, first: TranscriptMessage | undefined): TranscriptMessage {
  const known = markers.get(snip)
  if (known) return known
  const words = `[${snip.ids.length} earlier messages, about ${snip.tokens} tokens, were removed here to save space, without a summary. What the user said in them follows as far as it fits. Call Retrieve with id "${snip.receipt}" to see them again.]`
  const made = createMessage({
    id: snip.receipt,
    role: 'user',
    content: [text(words)],
    parent: null,
    time: new Date(first?.time || 0),
    meta: 'summary',
  })
  markers.set(snip, made)
  return made
}
