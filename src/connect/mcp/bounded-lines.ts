// One message is one line. A line without end would fill the memory, so a longer one is left out and answered.
import { Transform, type TransformCallback } from 'node:stream'
import { createOutline, type MessageOutline } from './message-outline.ts'

const FEED = 0x0a

interface LineUse {
  /** What goes on in place of a whole line; undefined: nothing. */
  pass(line: Buffer): Buffer | string | undefined
  onTooLong(outline: MessageOutline): void
}

/** Passes lines on; of a line longer than `most` bytes only its outline is used, once it has ended. */
export function boundedLines(most: number, { pass, onTooLong }: LineUse): Transform {
  let held: Buffer[] = []
  let bytes = 0
  let outline: MessageOutline | undefined
  const take = (part: Buffer) => {
    bytes += part.length
    if (bytes <= most) held.push(part)
    else {
      if (!outline) {
        outline = createOutline()
        for (const earlier of held) outline.feed(earlier)
        held = []
      }
      outline.feed(part)
    }
  }
  const end = (stream: Transform) => {
    if (outline) onTooLong(outline)
    else {
      const passed = pass(Buffer.concat(held))
      if (passed !== undefined) stream.push(passed)
    }
    held = []
    bytes = 0
    outline = undefined
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      let from = 0
      for (let at = chunk.indexOf(FEED); at >= 0; at = chunk.indexOf(FEED, from)) {
        take(chunk.subarray(from, at + 1))
        end(this)
        from = at + 1
      }
      take(chunk.subarray(from))
      done()
    },
    // Standard input ended within a line that is too long: it is answered all the same.
    flush(done) {
      if (outline) end(this)
      done()
    },
  })
}
