// One message is one line. A line without end would fill the memory, so a longer one is left out and told of.
import { Transform, type TransformCallback } from 'node:stream'

const FEED = 0x0a

/** Passes lines on as they are; of a line longer than `most` bytes nothing, and `onTooLong` is called once for it. */
export function boundedLines(most: number, onTooLong: () => void): Transform {
  let held: Buffer[] = []
  let bytes = 0
  const take = (part: Buffer) => {
    bytes += part.length
    if (bytes <= most) held.push(part)
    else held = []
  }
  const end = (stream: Transform) => {
    if (bytes > most) onTooLong()
    else stream.push(Buffer.concat(held))
    held = []
    bytes = 0
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
  })
}
