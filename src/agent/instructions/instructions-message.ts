// How instructions reach the model: one user message in front of the conversation.
import { type AgentText, joinTexts, own, reminderText } from '../../base/text/agent-text.ts'
import { inertLine, unmarkedText } from '../../base/text/inert-text.ts'
import type { InstructionFile } from './instruction-file.ts'

export interface InstructionSection {
  heading: AgentText
  content: AgentText
}

const KINDS = {
  Managed: own`rules for all users of this machine`,
  User: own`the user's own instructions for all projects`,
  Project: own`instructions of the project, committed`,
  Local: own`the user's private instructions for this project`,
}

interface InstructionsMessageOptions {
  files: readonly InstructionFile[]
  /** The memory index, the team's, and the like; after the files. */
  sections?: readonly InstructionSection[]
  /** The current date as the user sees it, `YYYY-MM-DD`. */
  date: string
}

/** The text of the first message. Pure: the same input gives the same bytes. */
export function instructionsMessage(options: InstructionsMessageOptions): AgentText {
  const parts = [
    ...options.files.map(fileSection),
    ...(options.sections ?? []).map(section),
    section({ heading: own`Current date`, content: inertLine(options.date) }),
  ]
  const opening =
    options.files.length > 0
      ? own`Instructions for this conversation follow. They take precedence over default behaviour; where they conflict, the later ones weigh more.`
      : own`Context for this conversation follows.`
  return reminderText(
    own`${opening}\n\n${joinTexts(parts, '\n\n')}\n\nThis context may or may not be relevant to the task at hand. Use what bears on it, and do not answer to the rest.`,
  )
}

/** For files that load later, when work reaches them. */
export function reachedMessage(files: readonly InstructionFile[]): AgentText {
  const parts = joinTexts(files.map(fileSection), '\n\n')
  return reminderText(own`These instructions apply to the files you are working with now.\n\n${parts}`)
}

/** Instructions count, so they stay as they are written; but they cannot close the envelope or open another. */
function fileSection(file: InstructionFile): AgentText {
  const heading = own`${inertLine(file.path)} (${kindOf(file)})`
  return section({ heading, content: unmarkedText(file.content) })
}

function kindOf({ parent, memoryType }: InstructionFile): AgentText {
  return parent === undefined
    ? KINDS[memoryType]
    : own`${KINDS[memoryType]}, included by ${inertLine(parent)}`
}

function section({ heading, content }: InstructionSection): AgentText {
  return own`# ${heading}\n\n${content}`
}
