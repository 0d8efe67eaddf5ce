// What the fork may do: Edit this one file, below the headings, without a secret. Everything else is denied and told.
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'
import { readNotes } from '../../learn/notes-file.ts'
import { findStructureProblem, type StructureProblem } from '../../learn/notes-template.ts'
import type { CanUseTool } from '../loop/call-tools.ts'
import { planEdit } from '../tools/edit-tool.ts'
import type { ToolInput } from '../tools/tool.ts'

interface EditGuard {
  readonly path: string
  readonly template: string
  /** Rules of the secrets in a text. */
  readonly secretsIn: (text: string) => readonly string[]
}

export function guardEdits({ path, template, secretsIn }: EditGuard): CanUseTool {
  return ({ tool, input }) => {
    if (tool !== 'Edit' || !isPath(input.file_path, path))
      return denied(`only Edit is allowed, and only on ${path}`)
    const text = readNotes(path)
    const edited = text === undefined ? undefined : planned(text, input)
    // What cannot be carried out says so itself.
    if (edited === undefined) return { allowed: true, reason: 'the notes' }
    const problem = findStructureProblem(template, edited)
    if (problem) return denied(`the notes would lose their form: ${describeProblem(problem)}`)
    const rules = typeof input.new_string === 'string' ? secretsIn(input.new_string) : []
    return rules.length > 0
      ? denied(`the text contains a secret (${rules.join(', ')}): write it without`)
      : { allowed: true, reason: 'the notes' }
  }
}

function denied(reason: string): ReturnType<CanUseTool> {
  return { allowed: false, reason }
}

function isPath(given: unknown, path: string): boolean {
  if (typeof given !== 'string') return false
  return resolve(given) === path || attempt(() => realpathSync.native(given)) === realpathSync.native(path)
}

function planned(text: string, input: ToolInput): string | undefined {
  const { old_string: from, new_string: to, replace_all: all } = input
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  const edit = planEdit(text, {
    old_string: from,
    new_string: to,
    ...(all === true && { replace_all: true }),
  })
  return edit.ok ? edit.text : undefined
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
