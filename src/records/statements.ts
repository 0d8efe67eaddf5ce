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

/** The same for statements that differ in marks, case and width only. */
export function statementKey(statement: string): string {
  return statement
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{S}%]+/gu, ' ')
    .trim()
}

/** Statements of `said` that `text` does not make. */
export function missingStatements(said: string, text: string): string[] {
  const there = new Set(statementsOf(text).map(statementKey))
  return statementsOf(said).filter((statement) => !there.has(statementKey(statement)))
}
