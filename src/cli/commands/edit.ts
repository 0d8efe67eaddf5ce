import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { editCommandTexts } from '../../base/messages/edit-command.ts'
import { editCommandsTexts } from '../../base/messages/edit-commands.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { Memory } from '../../memory/memory.ts'
import { isEditableText, notText } from '../../memory/memory-file.ts'
import type { Saved } from '../../memory/memory-store.ts'
import { changeIdOf } from '../../memory/writer.ts'
import { readStdin, textOption, usage } from '../arguments.ts'
import { type Command, type CommandInput, placeOptions } from '../command.ts'
import { fieldChanges } from '../field-changes.ts'
import { FIELD_OPTIONS } from '../field-options.ts'
import { describeSaved, memoryBytes, noteFieldsLost, noteSeparated, noteWarnings } from '../saved.ts'

export const command: Command = {
  usage: 'edit MEMORY',
  help: editCommandTexts.help,
  most: 1,
  options: {
    ...placeOptions,
    content: {
      type: 'string',
      short: 'c',
      value: 'TEXT',
      text: editCommandTexts.optionContent,
    },
    ...FIELD_OPTIONS,
    set: {
      type: 'string',
      short: 's',
      multiple: true,
      value: 'FIELD=VALUE',
      text: editCommandTexts.optionSet,
    },
    unset: { type: 'string', multiple: true, value: 'FIELD', text: editCommandTexts.optionUnset },
    conversation: { type: 'string', value: 'ID', text: editCommandTexts.optionConversation },
  },
  arguments: ['memories'],
  examples: [
    'memdir edit k3v9',
    'memdir edit k3v9 --importance 5 --tags testing,database',
    'memdir edit k3v9 --content "Use PostgreSQL 16 in tests"',
  ],
  async run(input) {
    const { positionals, values, context, output } = input
    const reference = positionals[0]
    if (!reference) throw usage(message(usageTexts.memoryRequired), message(usageTexts.giveMemory))
    const engine = await context.engineOf([reference], { writes: true })
    const memory = engine.store.find(reference)
    const by = context.changedBy(textOption(values, 'conversation'))
    const fields = fieldChanges(values, (id) => engine.store.find(id).id)
    const content = values.content === '-' ? await readStdin() : textOption(values, 'content')
    if (content !== undefined && content.trim() === '')
      throw usage(message(usageTexts.emptyNewText), message(usageTexts.useRm))
    const quick = content !== undefined || Object.keys(fields).length > 0
    const saved = quick
      ? await engine.store.edit(memory, { fields, content }, by)
      : await editInEditor(
          input,
          memory,
          (text) => engine.store.replace(memory, text, by),
          engine.store.directory,
        )
    noteWarnings(output, saved?.written.warnings ?? [])
    if (saved) noteSeparated(output, saved.written)
    report(input, memory, saved)
  },
}

function report({ output }: CommandInput, memory: Memory, saved: Saved | undefined): void {
  const change = saved && changeIdOf(saved.written)
  output.data({
    memory: saved?.memory ?? memory,
    change,
    warnings: saved?.written.warnings ?? [],
  })
  if (change && saved) output.print(describeSaved(output, saved.memory, editCommandTexts.changed))
  else output.print(output.say(editCommandTexts.nothingChanged))
  if (saved) noteFieldsLost(output, memory, saved)
}

/** Edits a copy: the memory itself changes in one step, and only if nobody else changed it in the meantime. */
async function editInEditor(
  { context }: CommandInput,
  memory: Memory,
  save: (text: string) => Promise<Saved>,
  directory: string,
): Promise<Saved | undefined> {
  const editor = context.env.VISUAL || context.env.EDITOR
  if (!editor && !process.stdin.isTTY)
    throw usage(message(editCommandsTexts.nothingToChange), message(editCommandsTexts.giveChange))
  const before = memoryBytes(directory, memory)
  if (!isEditableText(before)) throw notText()
  const place = mkdtempSync(join(tmpdir(), 'memdir-edit-'))
  const copy = join(place, memory.file.slice(memory.file.lastIndexOf('/') + 1))
  let keep = false
  try {
    writeFileSync(copy, before, { mode: 0o600 })
    openEditor(editor || 'vi', copy, context.env)
    const after = readFileSync(copy, 'utf8')
    if (after === before.toString('utf8')) return undefined
    if (after.trim() === '')
      throw cancelled(message(editCommandsTexts.emptyTextCancelled), message(usageTexts.useRm))
    keep = true
    const saved = await save(after).catch((error) => {
      throw keptText(error, copy)
    })
    keep = false
    return saved
  } finally {
    if (!keep) rmSync(place, { recursive: true, force: true })
  }
}

function openEditor(editor: string, path: string, env: CommandInput['context']['env']): void {
  const done = spawnSync(`${editor} "$MEMDIR_EDIT_FILE"`, {
    shell: true,
    // What a program reads from our stdout is the result, not the editor's screen.
    stdio: ['inherit', process.stdout.isTTY ? 'inherit' : 2, 'inherit'],
    env: { ...env, MEMDIR_EDIT_FILE: path },
  })
  if (done.status !== 0)
    throw cancelled(message(editCommandsTexts.editorFailed), message(editCommandsTexts.checkEditor))
}

function cancelled(why: Message, fix: Message): MemdirError {
  return new MemdirError('cancelled', why, { fix })
}

/** What somebody typed is never thrown away because it could not be saved. */
function keptText(error: unknown, copy: string): unknown {
  if (!MemdirError.is(error)) return error
  return new MemdirError(error.code, error.messages.message, {
    fix: message(editCommandsTexts.textKept, { path: copy }),
    cause: error,
  })
}
