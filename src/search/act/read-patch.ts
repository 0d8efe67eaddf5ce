// Files and added lines of a patch: the form of `apply_patch` (`*** Begin Patch`), or a unified diff.

export interface FileChange {
  readonly file: string
  /** It is written as a whole, whether or not it was there. */
  readonly whole?: true
  readonly added: string
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/
const MOVED = /^\*\*\* Move to: (.+)$/

export function isPatch(text: string): boolean {
  return /^(?:\*\*\* Begin Patch|diff --git |--- .+\n\+\+\+ )/m.test(text)
}

export function readPatch(text: string): FileChange[] {
  const changes: { file: string; whole?: true; lines: string[] }[] = []
  let before: string | undefined
  for (const line of text.split('\n')) {
    const header = HEADER.exec(line)
    const moved = MOVED.exec(line)?.[1] ?? /^rename to (.+)$/.exec(line)?.[1]
    const old = /^--- (?:a\/)?([^\t]+)/.exec(line)?.[1]
    const now = before === undefined ? undefined : /^\+\+\+ (?:b\/)?([^\t]+)/.exec(line)?.[1]
    if (header) {
      const isNew = header[1] === 'Add'
      changes.push({ file: (header[2] ?? '').trim(), ...(isNew && { whole: true as const }), lines: [] })
    } else if (moved !== undefined) changes.push({ file: moved.trim(), lines: [] })
    else if (now !== undefined && before !== undefined) {
      const isNew = before === '/dev/null'
      changes.push({
        file: now === '/dev/null' ? before : now,
        ...(isNew && { whole: true as const }),
        lines: [],
      })
    } else if (line.startsWith('+')) changes.at(-1)?.lines.push(line.slice(1))
    before = old
  }
  return changes.map(({ lines, ...change }) => ({ ...change, added: lines.join('\n') }))
}
