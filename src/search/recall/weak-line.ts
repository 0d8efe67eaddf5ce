// A memory that may be of use, in one line: the agent's own model is the best judge of whether it applies.
import { type AgentText, own } from '../../base/text/agent-text.ts'
import { inertFact, inertLine } from '../../base/text/inert-text.ts'
import type { Memory } from '../../memory/memory.ts'

export interface WeakLine {
  /** Which memory it is. */
  file: string
  text: AgentText
}

const MOST_CHARACTERS = 160
/** A longer name leaves no room for what it says: then its id stands for it. */
const LONGEST_NAME = 60

/** The memory is without secrets, also in its file. */
export function weakLine({ file, id, name, description = '', content }: Memory): WeakLine['text'] {
  const where = inertFact(file.length <= LONGEST_NAME ? file : id)
  const says = inertLine(content.trim() || description || name)
    .replace(/\s+/g, ' ')
    .trim()
  const room = MOST_CHARACTERS - where.length - '-  ()'.length
  const cut = says.length <= room ? says : `${says.slice(0, room - 1).trimEnd()}…`
  return own`- ${inertLine(cut.toWellFormed())} (${where})`
}
