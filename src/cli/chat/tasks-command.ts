// `/tasks`: what the agent has to do here, and how far it is.
import type { Conversation } from '../../agent/conversation.ts'
import { chatTexts } from '../../base/messages/chat.ts'
import { message } from '../../base/messages/message.ts'
import { type Output, printable } from '../output.ts'
import type { Talk } from './talk-state.ts'

export function showTasks({ conversation, output }: Talk): void {
  const { tasks } = conversation
  if (tasks.length === 0) output.print(output.say(message(chatTexts.noTasks)))
  for (const task of tasks) output.print(taskLine(output, task))
}

type Task = Conversation['tasks'][number]

const MARKS: Record<Task['status'], string> = { pending: '[ ]', in_progress: '[>]', done: '[x]' }

function taskLine({ paint }: Output, { text, status }: Task): string {
  const line = `  ${MARKS[status]} ${printable(text)}`
  if (status === 'in_progress') return paint.bold(line)
  return status === 'done' ? paint.dim(line) : line
}
