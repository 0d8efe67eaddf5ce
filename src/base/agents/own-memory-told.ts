// Which directories of agents the person was told of, and which were offered for taking over: each once in a project.
import { join } from 'node:path'
import { writeFileAtomic } from '../files/atomic-write.ts'
import { readRegularText } from '../files/read-regular.ts'
import { attempt } from '../values/attempt.ts'
import { isObject } from '../values/is-object.ts'

type Mark = 'told' | 'offered'

const MOST_BYTES = 100_000

/** `state`: of the project's memory. What is damaged counts as not there. */
export function wasMarked(state: string, mark: Mark, directory: string): boolean {
  return readMarks(state)[mark].includes(directory)
}

export function markDirectory(state: string, mark: Mark, directory: string): void {
  const marks = readMarks(state)
  const now = { ...marks, [mark]: [...marks[mark].filter((one) => one !== directory), directory] }
  writeFileAtomic(pathOf(state), JSON.stringify({ v: 1, ...now }))
}

function readMarks(state: string): Record<Mark, string[]> {
  const text = readRegularText(pathOf(state), MOST_BYTES)
  const data: unknown = text === undefined ? undefined : attempt(() => JSON.parse(text))
  const known = isObject(data) && data.v === 1 ? data : {}
  return { told: textsIn(known.told), offered: textsIn(known.offered) }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}

function pathOf(state: string): string {
  return join(state, 'own-memory.json')
}
