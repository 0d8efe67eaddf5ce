// Long texts are embedded in passages: one vector for a page of many topics is near to none of them.
// A memory is then as near to a query as its nearest passage.

/** Characters of a passage. Chinese says as much in a third. */
const ROOM = 600
const ROOM_DENSE = 220
/** A text is never cut into more than this many; longer passages then. */
const MOST_PASSAGES = 12
const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/gu
/** Where a text may be cut, best first: paragraphs, lines, sentences, words. */
const CUTS = [/\n\s*\n/g, /\n/g, /[.!?]\s|[。！？；]/g, /[\s，,、]/g]

export function passagesOf(text: string): string[] {
  const trimmed = text.trim()
  const dense = (trimmed.match(DENSE)?.length ?? 0) * 3 > trimmed.length
  const room = Math.max(dense ? ROOM_DENSE : ROOM, Math.ceil(trimmed.length / MOST_PASSAGES))
  // Half as long again is no reason to cut.
  if (trimmed.length <= room * 1.5) return [trimmed]
  const passages: string[] = []
  let rest = trimmed
  while (rest.length > room * 1.5) {
    const at = cutPoint(rest, room)
    passages.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  if (rest !== '') passages.push(rest)
  return passages
}

/** The best place to cut in the second half of the first `room` characters. */
function cutPoint(text: string, room: number): number {
  const head = text.slice(0, room)
  for (const cut of CUTS) {
    let last = -1
    for (const match of head.matchAll(cut)) last = match.index + match[0].length
    if (last >= room / 2) return last
  }
  // No place at all: not inside a surrogate pair.
  const unit = text.charCodeAt(room - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? room - 1 : room
}

/**
 * What is embedded for each passage: what the memory is called says what a passage is about. The person's own words go
 * with the first one.
 */
export function passageTexts(document: {
  name: string
  description: string
  body: string
  quote?: string
}): string[] {
  const { name, description, body, quote = '' } = document
  const headline = [name, description].filter((part) => part !== '').join('. ')
  return passagesOf(body).map((passage, index) =>
    [headline, passage, index === 0 ? quote : ''].filter((part) => part !== '').join('\n'),
  )
}
