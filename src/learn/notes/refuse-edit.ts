// What an edit of the notes may not do: change their form, or write a secret down.
import type { NotesTask } from '../session-notes.ts'
import { findStructureProblem, type StructureProblem } from './notes-template.ts'

interface EditGuard {
  /** The notes as they are. */
  read(): string | undefined
  readonly template: string
  /** Rules of the secrets in a text. */
  secretsIn(text: string): readonly string[]
}

export function refuseEdit({ read, template, secretsIn }: EditGuard): NotesTask['refuse'] {
  return (edit, written) => {
    const text = read()
    const edited = text === undefined ? undefined : edit(text)
    if (edited === undefined) return undefined
    const problem = findStructureProblem(template, edited)
    if (problem) return `the notes would lose their form: ${describeProblem(problem)}`
    const rules = secretsIn(written)
    return rules.length > 0 ? `the text contains a secret (${rules.join(', ')}): write it without` : undefined
  }
}

/** For the model, and for the log. */
export function describeProblem({ problem, heading }: StructureProblem): string {
  switch (problem) {
    case 'missing':
      return `the heading "${heading}" is gone`
    case 'added':
      return `the heading "${heading}" was added`
    case 'order':
      return `the heading "${heading}" was moved`
    case 'guide':
      return `the line in italics below "${heading}" was changed`
  }
}
