// Whether a proven command line would read credentials: every word that could be a path is followed from every directory
// that the line may find itself in.
import { posix } from 'node:path'
import type { Credentials } from '../credentials.ts'
import { expandPattern } from './expand-pattern.ts'
import type { ProvenCommand, ProvenStep } from './prove-read-only.ts'

/** The first place that it would read, or undefined. */
export function credentialRead(
  steps: readonly ProvenStep[],
  cwd: string,
  credentials: Credentials,
): string | undefined {
  let places = [cwd]
  for (const { pipeline } of steps) {
    for (const command of pipeline) {
      const found = readBy(command, places, credentials)
      if (found !== undefined) return found
      const { directory } = command
      if (directory === undefined) continue
      places = [...new Set([...places, ...places.map((place) => posix.resolve(place, directory))])]
    }
  }
  return undefined
}

function readBy(
  command: ProvenCommand,
  places: readonly string[],
  credentials: Credentials,
): string | undefined {
  for (const cwd of places) {
    const words = wordsOf(command, cwd)
    for (const word of words) {
      const found = credentials.at(word, cwd)
      if (found !== undefined) return found
    }
    for (const start of command.below ?? []) {
      const starts = start.glob ? expandPattern(start, cwd) : [start.value]
      const below = starts.map((each) => credentials.below(each, cwd)).find((each) => each !== undefined)
      if (below !== undefined) return below
    }
  }
  return undefined
}

/** Operands, and values of options, joined or not. */
function wordsOf({ args, input }: ProvenCommand, cwd: string): string[] {
  const words = args.flatMap(({ word, expand }) => (expand ? expandPattern(word, cwd) : [word.value]))
  const values = words.flatMap((word) => {
    const joined = /^--[\w-]+=(.+)$/s.exec(word)?.[1] ?? /^-[A-Za-z](.+)$/s.exec(word)?.[1]
    return joined === undefined ? [] : [joined]
  })
  return [...words, ...values, ...(input === undefined ? [] : [input])]
}
