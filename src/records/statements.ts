// A text as the statements it makes, and whether two statements say the same words.

/** Sentences, list items and lines, without Markdown marks; in reading order. Linear in the length. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const bare = line.replace(/^[ \t]*(?:#{1,6}|[-*+]|\d{1,3}[.)]|>)[ \t]+/, '')
    for (const piece of bare.split(/(?<=[.!?])[ \t]+|(?<=[。！？；])/u)) {
      const statement = piece.trim()
      if (/[\p{L}\p{N}]/u.test(statement)) statements.push(statement)
    }
  }
  return statements
}

/**
 * The same for texts that are the same to the letter but for white space, quotes and a mark at the end. Not more: -d
 * and -D, C and C#, /etc and etc, 10³ and 103 are two things each, and what is taken for known is stored nowhere.
 */
export function statementKey(statement: string): string {
  return statement
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=[\p{L}\p{M}\p{N})"'`])[.,;:!。，；：！]$/u, '')
}

/** Statements of `said` that `text` does not make. */
export function missingStatements(said: string, text: string): string[] {
  const there = new Set(statementsOf(text).map(statementKey))
  return statementsOf(said).filter((statement) => !there.has(statementKey(statement)))
}
