// `/memory`: instruction files and memories: browse, show, change, remove.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chatTexts } from '../../base/messages/chat.ts'
import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import { labelOf } from '../../base/messages/kinds.ts'
import { message } from '../../base/messages/message.ts'
import type { Memory } from '../../memory/memory.ts'
import { lineOf } from '../../memory/memory-list.ts'
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
  if (!id)
    throw usage(message(chatTexts.memoryActionNeedsId, { action: first }), message(chatTexts.memoryLists))
  return first === 'rm' ? remove(talk, id) : edit(talk, rest.slice('edit'.length).trim())
}

const LISTED = 30

function list({ engine, output }: Talk): void {
  const memories = engine.store.list()
  if (memories.length === 0) output.print(output.say(chatCommandTexts.noMemoriesYetRemember))
  for (const memory of memories.slice(0, LISTED))
    output.print(
      `  ${memory.id}  ${printable(memory.name)}  ${note(output, memory)}${output.paint.dim(printable(memory.description ?? ''))}`,
    )
  if (memories.length > LISTED)
    output.print(output.say(message(chatCommandTexts.moreList, { memories: memories.length - LISTED })))
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
  output.print(output.say(message(chatCommandTexts.removedUndoTakesBack, { name: printable(memory.name) })))
}

/** In the person's editor, by the command that does it: that also tells what came of it. */
function edit(talk: Talk, id: string): void {
  const { engine, terminal, reader, directory } = talk
  if (!terminal) throw usage(message(chatTexts.memoryEditNeedsTerminal), message(chatTexts.useMemdirEdit))
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
