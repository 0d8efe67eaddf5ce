// The tasks of a conversation: a short list with states, kept as notes in its log. The newest note is the list.
import type { LogNote } from '../../models/log-line.ts'

export const TASK_STATES = ['pending', 'in_progress', 'done'] as const
type TaskState = (typeof TASK_STATES)[number]

export interface Task {
  readonly text: string
  readonly status: TaskState
}

const TASKS_NOTE = 'tasks'
/** A list that nobody can take in at a glance is no list of tasks. */
export const MOST_TASKS = 50
const MOST_CHARACTERS = 500

export interface TaskList {
  readonly tasks: readonly Task[]
  set(tasks: readonly Task[]): void
}

/** `keep`: writes the list to the log; called with every change. */
export function createTaskList(
  notes: readonly LogNote[],
  keep: (note: Pick<LogNote, 'kind' | 'data'>) => void,
): TaskList {
  let tasks = readTasks(notes)
  return {
    get tasks() {
      return tasks
    },
    set(wanted) {
      if (wanted.length === 0 && tasks.length === 0) return
      tasks = cleanTasks(wanted)
      keep({ kind: TASKS_NOTE, data: { tasks } })
    },
  }
}

/** Tolerant: a log may come from anywhere. */
function readTasks(notes: readonly LogNote[]): readonly Task[] {
  const data = notes.findLast(({ kind }) => kind === TASKS_NOTE)?.data as { tasks?: unknown } | undefined
  return Array.isArray(data?.tasks) ? cleanTasks(data.tasks.filter(isTask)) : []
}

function isTask(value: unknown): value is Task {
  const { text, status } = (value ?? {}) as Partial<Task>
  return typeof text === 'string' && TASK_STATES.some((state) => state === status)
}

/** One line each, so that a list stays a list. */
function cleanTasks(tasks: readonly Task[]): Task[] {
  return tasks
    .map(({ text, status }) => ({ text: text.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS), status }))
    .filter(({ text }) => text !== '')
    .slice(0, MOST_TASKS)
}
