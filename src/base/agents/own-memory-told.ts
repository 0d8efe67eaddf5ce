// Which directories of agents the person was told of, and which were offered for taking over: each once in a project.
import { join } from 'node:path'
import { readState, type StateKind, updateState } from '../files/state-file.ts'

type Mark = 'told' | 'offered'

type Marks = Readonly<Record<Mark, readonly string[]>>

const MARKS: StateKind<Marks> = {
  read: ({ told, offered }) => ({ told: textsIn(told), offered: textsIn(offered) }),
}
const NONE: Marks = { told: [], offered: [] }

/** `state`: of the project's memory. What is damaged counts as not there. */
export function wasMarked(state: string, mark: Mark, directory: string): boolean {
  return (readState(pathOf(state), MARKS) ?? NONE)[mark].includes(directory)
}

export async function markDirectory(state: string, mark: Mark, directory: string): Promise<void> {
  await updateState(pathOf(state), MARKS, (marks = NONE) => ({
    ...marks,
    [mark]: [...marks[mark].filter((one) => one !== directory), directory],
  }))
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}

function pathOf(state: string): string {
  return join(state, 'own-memory.json')
}
