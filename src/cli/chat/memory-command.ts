// `/memory`: instruction files and memories: browse, show, change, remove.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  MEMORY_ACTION_NEEDS_ID,
  MEMORY_EDIT_NEEDS_TERMINAL,
  MEMORY_LISTS,
  USE_MEMDIR_EDIT,
} from '../../base/messages/chat.ts'
import { labelOf } from '../../base/messages/kinds.ts'
import { message } from '../../base/messages/message.ts'
import type { Memory } from '../../memory/memory.ts'
import { lineOf } from '../../memory/records/memory-line.ts'
import { usage } from '../arguments.ts'
import { endedNote } from '../describe-memory.ts'
import { type Output, printable, printableText } from '../output.ts'
import { editInstruction, findInstruction, listInstructions } from './list-instructions.ts'
import type { Talk } from './talk-state.ts'

export async function runChatMemoryCommand(talk: Talk, rest: string): Promise<void> {
  const [first = '', id] = rest.split(/\s+/)
  if (first === '') {
    listInstructions(talk)
    return list(talk)
  }
  if (first !== 'edit' && first !== 'rm') return show(talk, first)
  if (!id) throw usage(message(MEMORY_ACTION_NEEDS_ID, { action: first }), message(MEMORY_LISTS))
  return first === 'rm' ? remove(talk, id) : edit(talk, rest.slice('edit'.length).trim())
}

const LISTED = 30

function list({ engine, output }: Talk): void {
  const memories = engine.store.list()
  if (memories.length === 0)
    output.print(
      output.say({
        en: 'No memories yet. /remember TEXT makes one.',
        zh: '还没有记忆。用 /remember TEXT 添加。',
      }),
    )
  for (const memory of memories.slice(0, LISTED))
    output.print(
      `  ${memory.id}  ${printable(memory.name)}  ${note(output, memory)}${output.paint.dim(printable(memory.description ?? ''))}`,
    )
  if (memories.length > LISTED)
    output.print(
      output.say({
        en: `  … and ${memories.length - LISTED} more: memdir list`,
        zh: `  …还有 ${memories.length - LISTED} 条：memdir list`,
      }),
    )
}

function note(output: Output, memory: Memory): string {
  const text = endedNote(lineOf(memory), new Date())
  return text ? `${output.paint.yellow(`[${output.say(text)}]`)}  ` : ''
}

function show({ engine, output }: Talk, id: string): void {
  const memory = engine.store.find(id)
  output.print(output.paint.bold(printable(memory.name)))
  const facts = output.paint.dim(
    printable(`${memory.id}  ${memory.type ? output.say(labelOf(memory.type)) : ''}  ${memory.file}`),
  )
  output.print(`${facts}  ${note(output, memory)}`.trimEnd())
  output.print(printableText(memory.content.trimEnd()))
}

async function remove({ engine, output, conversation, by }: Talk, id: string): Promise<void> {
  const memory = engine.store.find(id)
  await engine.store.remove(memory, by(conversation.id))
  output.print(
    output.say({
      en: `Removed ${printable(memory.name)}. memdir undo takes it back.`,
      zh: `已删除 ${printable(memory.name)}。用 memdir undo 恢复。`,
    }),
  )
}

/** In the person's editor, by the command that does it: that also tells what came of it. */
function edit(talk: Talk, id: string): void {
  const { engine, terminal, reader, directory } = talk
  if (!terminal) throw usage(message(MEMORY_EDIT_NEEDS_TERMINAL), message(USE_MEMDIR_EDIT))
  const instruction = findInstruction(talk, id)
  if (instruction) {
    editInstruction(talk, instruction)
    return
  }
  const memory = engine.store.find(id)
  const command = fileURLToPath(new URL('memdir.js', import.meta.url))
  const args = [command, 'edit', memory.id, '--project', directory]
  reader.lend(() => spawnSync(process.execPath, args, { stdio: 'inherit' }))
}
