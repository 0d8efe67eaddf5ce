// What must hold of a dream, whatever a model answered: nothing lost in silence, nothing invented, and what the person
// said, wrote or shares is as it was. Independent of how dreams work: it compares files.

import { statementKey } from '../../src/base/statements/words.ts'
import { splitStatements } from '../../src/learn/dream/statements.ts'
import type { DreamOperation } from '../../src/learn/dream-plan.ts'
import type { Memory } from '../../src/memory/memory.ts'
import { parseMemory } from '../../src/memory/memory-file.ts'

/** Path below the memory directory → content. */
export type MemoryTexts = ReadonlyMap<string, string>

export interface DreamViolations {
  /** Statements that are nowhere, and nobody says why. */
  lost: string[]
  /** Statements that nobody said before. */
  invented: string[]
  /** Files of the person or the team whose words changed. */
  theirs: string[]
}

export function dreamViolations(
  before: MemoryTexts,
  after: MemoryTexts,
  operations: readonly DreamOperation[],
): DreamViolations {
  const [then, now] = [saidIn(before), saidIn(after)]
  const explained = new Set<string>()
  const made = new Set<string>()
  for (const { op, statement, survivor, replaced, text } of operations) {
    for (const one of splitStatements(text ?? '')) made.add(statementKey(one.text))
    const isSaid = splitStatements(survivor ?? '').every((one) => now.has(statementKey(one.text)))
    if (op !== 'drop' && op !== 'rewrite' && (survivor === undefined || !isSaid)) continue
    for (const one of [statement, replaced]) if (one !== undefined) explained.add(statementKey(one))
  }
  return {
    lost: [...then].filter((key) => !now.has(key) && !explained.has(key)),
    invented: [...now].filter((key) => !then.has(key) && !made.has(key)),
    theirs: touchedTheirs(before, after),
  }
}

function saidIn(files: MemoryTexts): Set<string> {
  const said = new Set<string>()
  for (const [file, text] of files) {
    if (file.endsWith('MEMORY.md')) continue
    for (const one of splitStatements(parsed(file, text).content)) said.add(statementKey(one.text))
  }
  return said
}

/** A whole memory may be marked, or be the double of another that says the same. */
function touchedTheirs(before: MemoryTexts, after: MemoryTexts): string[] {
  const contents = new Set([...after].map(([file, text]) => statementKey(parsed(file, text).content)))
  return [...before].flatMap(([file, text]) => {
    const isTeam = file.startsWith('team/')
    const now = after.get(file)
    if (now === text || (file.endsWith('MEMORY.md') && !isTeam)) return []
    const was = parsed(file, text)
    if (!isTeam && was.source?.origin !== 'user' && was.source !== undefined) return []
    const isKept =
      now === undefined ? contents.has(statementKey(was.content)) : parsed(file, now).content === was.content
    return isKept && !isTeam ? [] : [file]
  })
}

function parsed(file: string, text: string): Memory {
  return parseMemory(Buffer.from(text, 'utf8'), { file, modified: new Date(0) })
}
