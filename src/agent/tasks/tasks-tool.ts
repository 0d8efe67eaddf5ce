// The Tasks tool: the model writes its list, whole, each time something changes. It touches nothing but that list.
import { inputSchema } from '../../base/values/json-schema.ts'
import { defineTool, errorResult, type Tool } from '../tools/tool.ts'
import { MOST_TASKS, TASK_STATES, type Task, type TaskList } from './task-list.ts'

export const TASKS_TOOL = 'Tasks'

const DESCRIPTION = `Keeps the list of tasks of this conversation, which the user can see. Use it for work of three steps or more, and for what is left to do here: such things do not belong into memory.

- Give the whole list each time, in order; it replaces the one before. An empty list removes it.
- One task at a time is in_progress. Mark it done as soon as it really is, not when it is nearly so.
- A task is one line that says what will be true when it is done.`

export function createTasksTool(list: Pick<TaskList, 'tasks' | 'set'>): Tool {
  return defineTool<{ tasks: Task[] }>({
    name: TASKS_TOOL,
    description: DESCRIPTION,
    inputSchema: inputSchema(
      {
        tasks: {
          type: 'array',
          description: 'All tasks, in order.',
          items: {
            type: 'object',
            properties: {
              text: { type: 'string', description: 'What is to be done, in one line.' },
              status: { type: 'string', enum: [...TASK_STATES] },
            },
            required: ['text', 'status'],
            additionalProperties: false,
          },
        },
      },
      ['tasks'],
    ),
    // It changes nothing that the user would be asked about; but two lists at once would lose one.
    readOnly: true,
    concurrent: false,
    run({ tasks }) {
      if (tasks.length > MOST_TASKS)
        return errorResult(`A list has at most ${MOST_TASKS} tasks. Put what belongs together into one.`)
      list.set(tasks)
      const count = (state: Task['status']) => list.tasks.filter(({ status }) => status === state).length
      return {
        content:
          list.tasks.length === 0
            ? 'The list is empty.'
            : `Noted: ${count('done')} done, ${count('in_progress')} in progress, ${count('pending')} pending.`,
        details: { tasks: list.tasks },
      }
    },
  })
}
