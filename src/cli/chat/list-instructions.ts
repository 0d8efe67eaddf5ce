// The instruction files of a conversation, for /memory: which there are, in the order in which they weigh, from where, how large.

import { spawnSync } from 'node:child_process'
import { homedir } from 'node:os'
import { relative, resolve } from 'node:path'
import type { Conversation } from '../../agent/conversation.ts'
import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import { editCommandsTexts } from '../../base/messages/edit-commands.ts'
import { instructionsTexts, LEVELS, STATES } from '../../base/messages/instructions.ts'
import { message } from '../../base/messages/message.ts'
import { isInside } from '../../base/paths/is-inside.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { printable } from '../output.ts'
import type { Talk } from './talk-state.ts'

type ListedInstruction = ReturnType<Conversation['instructions']>[number]

export function listInstructions({ conversation, output, directory }: Talk): void {
  const all = conversation.instructions()
  if (all.length === 0) return
  output.print(output.say(chatCommandTexts.instructionsLaterOnesWeigh))
  for (const [at, one] of all.entries()) {
    const { status, memoryType, characters, long, parent } = one
    const level = memoryType ? output.say(LEVELS[memoryType]) : '–'
    const facts = [
      characters === undefined ? undefined : sizeOf(output, characters),
      parent === undefined ? undefined : output.say(includedBy(shownPath(parent, directory))),
      status === 'loaded' ? undefined : output.say(message(STATES[status])),
      long ? output.say(message(instructionsTexts.longMark)) : undefined,
    ].filter((fact) => fact !== undefined)
    const path = printable(shownPath(one.path, directory))
    output.print(
      `  ${String(at + 1).padStart(2)}. ${path}  ${output.paint.dim(`${level} · ${facts.join(' · ')}`)}`,
    )
  }
  output.print()
}

function sizeOf({ say }: Talk['output'], characters: number): string {
  const count = characters.toLocaleString('en-US')
  return say(message(chatCommandTexts.characters, { count }))
}

function includedBy(path: string) {
  return message(chatCommandTexts.included, { path: printable(path) })
}

/** Below the project without it, below the home with `~`: what the person types to open it. */
function shownPath(path: string, directory: string): string {
  if (isInside(directory, path)) return relative(directory, path)
  const home = attempt(homedir)
  return home !== undefined && isInside(home, path) ? `~/${relative(home, path)}` : path
}

/** The listed file that is meant: by the path as it is shown, the whole path, or `N.` in the list. */
export function findInstruction(
  { conversation, directory }: Talk,
  word: string,
): ListedInstruction | undefined {
  const all = conversation.instructions()
  const [, number] = /^(\d{1,3})\.$/.exec(word) ?? []
  if (number !== undefined) return all[Number(number) - 1]
  return all.find(({ path }) => shownPath(path, directory) === word || path === resolve(directory, word))
}

/** They are the person's own files: opened as they are. What is changed counts in the next conversation. */
export function editInstruction({ reader, output }: Talk, { path }: ListedInstruction): void {
  const editor = process.env.VISUAL || process.env.EDITOR || 'vi'
  let status: number | null = null
  reader.lend(() => {
    const env = { ...process.env, MEMDIR_EDIT_FILE: path }
    status = spawnSync(`${editor} "$MEMDIR_EDIT_FILE"`, { shell: true, stdio: 'inherit', env }).status
  })
  if (status !== 0)
    throw new MemdirError('cancelled', message(editCommandsTexts.editorFailed), {
      fix: message(editCommandsTexts.checkEditor),
    })
  output.print(output.say(chatCommandTexts.changedCountsAfterClear))
}
