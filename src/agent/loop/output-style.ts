// Output styles: how the agent should answer, as Markdown files in `output-styles/`. One of them is chosen by its name. What
// a project brings becomes part of the system prompt, so it counts only once the person has approved exactly this text.

import type { ProjectAccess } from '../../base/trust/project-access.ts'
import { parseDocument } from '../../base/yaml/frontmatter.ts'
import { type DefinitionPlace, openPlace } from '../definitions/definition-place.ts'
import { textField } from '../definitions/read-definition.ts'

interface OutputStyle {
  readonly name: string
  readonly text: string
  readonly path: string
}

export type StylePlace = DefinitionPlace<'plugin' | 'user' | 'project'>

export type ChosenStyle =
  | { status: 'found'; style: OutputStyle }
  /** `waits`: the project has one of this name, which is not approved. */
  | { status: 'unknown'; known: readonly string[]; waits: boolean }

const MOST_FILES = 200
const MOST_CHARACTERS = 40_000

interface FoundStyle extends OutputStyle {
  project?: { access: ProjectAccess; file: string }
}

/** Later places weigh more. */
export function chooseOutputStyle(wanted: string, places: readonly StylePlace[]): ChosenStyle {
  const all = places.flatMap(stylesIn)
  const named = all.filter(({ name }) => fold(name) === fold(wanted)).reverse()
  const style = named.find(isApproved)
  if (style) return { status: 'found', style: { name: style.name, text: style.text, path: style.path } }
  return {
    status: 'unknown',
    known: [...new Set(all.map(({ name }) => name))].sort(),
    waits: named.length > 0,
  }
}

function stylesIn(place: StylePlace): FoundStyle[] {
  const open = openPlace(place)
  const files = open.list().filter((name) => name.endsWith('.md'))
  return files.slice(0, MOST_FILES).flatMap((file) => {
    const written = open.read(file)
    const document = written === undefined ? undefined : parseDocument(written)
    // A file without frontmatter is a style as well: it is all text.
    const text =
      document && (document.status === 'broken' ? '' : document.body).trim().slice(0, MOST_CHARACTERS)
    if (!document || !text) return []
    const name = textField(document.data.name) ?? file.slice(0, -'.md'.length)
    const path = open.fullPath(file)
    if (!('project' in place)) return [{ name, text, path }]
    return [{ name, text, path, project: { access: place.project, file: `${place.path}/${file}` } }]
  })
}

function isApproved({ text, project }: FoundStyle): boolean {
  return (
    project === undefined ||
    project.access.isApproved({ kind: 'style', name: project.file, content: { text } })
  )
}

/** `Explanatory` and `explanatory` are one. */
function fold(name: string): string {
  return name.trim().toLowerCase()
}
