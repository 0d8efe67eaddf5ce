// Memories as a table, one line each.

import { commandLineTexts } from '../base/messages/command-line.ts'
import { filesTexts } from '../base/messages/files.ts'
import { labelOf } from '../base/messages/kinds.ts'
import { message } from '../base/messages/message.ts'
import { isSearchable, type Memory, megabytes } from '../memory/memory.ts'
import { lineOf, type MemoryLine } from '../memory/memory-list.ts'
import { ageOf, endedNote, stars } from './describe-memory.ts'
import type { Output } from './output.ts'

/** For memories that are there as a whole. */
export function shownMemories(memories: readonly Memory[]): Pick<ShownMemories, 'shown' | 'line'> {
  return { shown: memories.length, line: (at) => lineOf(memories[at]!) }
}

export interface ShownMemories {
  /** How many are shown, and each of them. */
  shown: number
  line(at: number): MemoryLine
  /** How many are wanted, and how many there are. */
  total: number
  all: number
  /** What is shown is known to contain no secret. */
  clean?: boolean
}

export function printMemoryTable(output: Output, { shown, line, total, all, clean }: ShownMemories): void {
  if (total === 0) {
    printNone(output, all)
    return
  }
  const now = new Date()
  const header = [
    output.say(commandLineTexts.id),
    output.say(commandLineTexts.importance),
    output.say(commandLineTexts.type),
    output.say(commandLineTexts.changed),
    output.say(commandLineTexts.memory),
  ]
  const columns: string[][] = header.map(() => [])
  const [ids, importance, types, ages, texts] = columns as [string[], string[], string[], string[], string[]]
  for (let at = 0; at < shown; at++) {
    const memory = line(at)
    ids.push(memory.id)
    importance.push(stars(memory.importance))
    types.push(memory.type ? output.say(labelOf(memory.type)) : '')
    ages.push(ageOf(memory.changed, now, output.language))
    texts.push(noted(output, memory, now))
  }
  output.columns(header, columns, { clean: clean ?? false })
  if (shown < total) {
    const more = total - shown
    output.print(output.paint.dim(output.say(message(commandLineTexts.moreAll, { more }))))
  }
}

function printNone(output: Output, all: number): void {
  if (all > 0)
    output.print(
      output.say(
        all === 1 ? commandLineTexts.theOneDoesNotMatch : message(commandLineTexts.noneMatches, { all }),
      ),
    )
  else output.print(output.say(commandLineTexts.noMemoriesYetAdd))
}

/** Notes in front, where a narrow terminal does not cut them off. */
function noted(output: Output, memory: MemoryLine, now: Date): string {
  const text = summary(memory)
  const ended = endedNote(memory, now)
  if (!ended && isSearchable(memory)) return text
  const large = isSearchable(memory)
    ? undefined
    : message(filesTexts.notSearchedMark, { size: megabytes(memory.size) })
  const notes = [ended, large].filter((note) => note !== undefined)
  return [...notes.map((note) => `[${output.say(note)}]`), text].join(' ')
}

function summary({ name, description }: MemoryLine): string {
  if (!description) return name
  const said = name.endsWith('…') ? name.slice(0, -1) : name
  return description.startsWith(said) ? description : `${name} — ${description}`
}
