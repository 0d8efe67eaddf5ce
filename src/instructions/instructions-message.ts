// How instructions reach the model: one user message in front of the conversation.
import type { InstructionFile } from './instruction-file.ts'

export interface InstructionSection {
  heading: string
  content: string
}

const KINDS = {
  Managed: 'rules for all users of this machine',
  User: "the user's own instructions for all projects",
  Project: 'instructions of the project, committed',
  Local: "the user's private instructions for this project",
}

export interface InstructionsMessageOptions {
  files: readonly InstructionFile[]
  /** The memory index, the team's, and the like; after the files. */
  sections?: readonly InstructionSection[]
  /** The current date as the user sees it, `YYYY-MM-DD`. */
  date: string
}

/** The text of the first message. Pure: the same input gives the same bytes. */
export function instructionsMessage(options: InstructionsMessageOptions): string {
  const parts = [
    ...options.files.map((file) => section(`${file.path} (${kindOf(file)})`, file.content)),
    ...(options.sections ?? []).map(({ heading, content }) => section(heading, content)),
    section('Current date', options.date),
  ]
  const opening =
    options.files.length > 0
      ? 'Instructions for this conversation follow. They take precedence over default behaviour; where they conflict, the later ones weigh more.'
      : 'Context for this conversation follows.'
  return reminder(
    `${opening}\n\n${parts.join('\n\n')}\n\nThis context may or may not be relevant to the task at hand. Use what bears on it, and do not answer to the rest.`,
  )
}

/** For files that load later, when work reaches them. */
export function reachedMessage(files: readonly InstructionFile[]): string {
  const parts = files.map((file) => section(`${file.path} (${kindOf(file)})`, file.content))
  return reminder(`These instructions apply to the files you are working with now.\n\n${parts.join('\n\n')}`)
}

function kindOf(file: InstructionFile): string {
  return file.parent === undefined
    ? KINDS[file.memoryType]
    : `${KINDS[file.memoryType]}, included by ${file.parent}`
}

function section(heading: string, content: string): string {
  return `# ${heading.replace(/[\r\n]+/g, ' ')}\n\n${content}`
}

/** The text inside cannot close the envelope or open another. */
function reminder(text: string): string {
  return `<system-reminder>\n${text.replace(/<(?=\s*(?:\/\s*)?system-reminder)/gi, '&lt;')}\n</system-reminder>`
}
