// How many rows the prompt and what is typed take. Readline moves up by what it believes when it draws them again, and does
// not notice that a line has wrapped while it was typed, or that the width has changed: what was there would stay there.
import type { Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** Where readline keeps it, in every version of Node so far; where it is not read, nothing changes. */
interface WithRows {
  prevRows?: number
}

export function followRows(reader: Interface, input: Readable, output: Writable): void {
  const follow = () => {
    const { rows, cols } = reader.getCursorPos()
    // In the last column the terminal waits with the next row until something is written there.
    if (rows > 0 && cols === 0 && reader.cursor === reader.line.length) output.write(' \r')
    ;(reader as WithRows).prevRows = rows
  }
  // After readline, which came first.
  input.on('keypress', follow)
  // Before it: the terminal has wrapped the line anew by now.
  output.prependListener('resize', () => {
    const { rows, cols } = reader.getCursorPos()
    // Where the line ends in the last column nobody knows on which row the cursor is: nothing above may be overwritten.
    ;(reader as WithRows).prevRows = cols === 0 ? Math.max(0, rows - 1) : rows
  })
}
