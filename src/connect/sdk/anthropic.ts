// Handlers for Anthropic's memory tool (`memory_20250818`) over a memory directory: `betaMemoryTool(handlers)` of their
// SDK, or a tool loop of your own. The model sees `/memories`; every write goes through memdir's writer, so it is
// checked for secrets and hidden characters, journaled, can be undone, and keeps the index.

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Caller } from '../../agent/client-host.ts'
import { holdDirectory } from '../../base/files/held-directory.ts'
import { verbatim } from '../../base/messages/message.ts'
import { plainPath } from '../../base/paths/is-inside.ts'
import { redactFor } from '../../base/secrets/redact-for.ts'
import { type AgentText, joinLines, own, redactText } from '../../base/text/agent-text.ts'
import { inertFact, inertLine, inertText } from '../../base/text/inert-text.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { contentHash } from '../../base/values/hash.ts'
import { checkMemoryFile, INDEX_FILE } from '../../memory/memory-path.ts'
import { programName } from '../../memory/origin-rules.ts'
import { readMemoryBytes } from '../../memory/read-memory-file.ts'
import { listMemoryFiles } from '../../memory/scan-files.ts'
import type { PlannedWrite } from '../../memory/writer.ts'
import type { Engine } from '../engine.ts'
import { engineOf, type MemdirHandle } from '../memdir-handle.ts'
import { insertLines, numberedLines, replaceOnce } from './edit-text.ts'

const ROOT = '/memories'

export interface ViewCommand {
  command: 'view'
  path: string
  view_range?: number[]
}
export interface CreateCommand {
  command: 'create'
  path: string
  file_text: string
}
export interface ReplaceCommand {
  command: 'str_replace'
  path: string
  old_str: string
  new_str?: string
}
export interface InsertCommand {
  command: 'insert'
  path: string
  insert_line: number
  insert_text: string
}
export interface DeleteCommand {
  command: 'delete'
  path: string
}
export interface RenameCommand {
  command: 'rename'
  old_path: string
  new_path: string
}
export type MemoryCommand =
  | ViewCommand
  | CreateCommand
  | ReplaceCommand
  | InsertCommand
  | DeleteCommand
  | RenameCommand

export interface MemoryToolHandlers {
  view(command: ViewCommand): Promise<string>
  create(command: CreateCommand): Promise<string>
  str_replace(command: ReplaceCommand): Promise<string>
  insert(command: InsertCommand): Promise<string>
  delete(command: DeleteCommand): Promise<string>
  rename(command: RenameCommand): Promise<string>
}

/** What fails is an answer for the model (`Error: …`), never an exception. */
export function memoryToolHandlers(
  memdir: MemdirHandle,
  caller: Caller = { actor: 'anthropic-sdk' },
): MemoryToolHandlers {
  const host = engineOf(memdir)
  const { read, write } = filesOf(host, caller)
  return {
    view: answered(({ path, view_range }) => {
      if (isDirectory(host, path)) return listing(host, path)
      const text = numberedLines(inertText(read(path).text), view_range)
      return own`Here's the content of ${inertLine(path)} with line numbers:\n${text}`
    }),
    create: answered(async ({ path, file_text }) => {
      await write([{ file: fileOf(path), create: file_text }], 'add')
      return own`File created successfully at: ${inertLine(path)}`
    }),
    str_replace: answered(async ({ path, old_str, new_str }) => {
      const { file, text, hash } = read(path)
      const asIs = replaceOnce(text, old_str, new_str ?? '')
      // What was shown is what the model knows: where that is not what the file says, the file becomes it.
      const replaced = asIs.status === 'done' ? asIs : replaceOnce(inertText(text), old_str, new_str ?? '')
      if (replaced.status === 'refused') throw refused(`${replaced.reason} in ${path}.`)
      await write([{ file, replace: replaced.text, expect: hash }], 'edit')
      const near = numberedLines(inertText(replaced.text), [replaced.line - 2, replaced.line + 3])
      return own`The memory file has been edited.\n${near}`
    }),
    insert: answered(async ({ path, insert_line, insert_text }) => {
      const { file, text, hash } = read(path)
      const inserted = insertLines(text, insert_line, insert_text)
      if (inserted === undefined) throw refused(`Invalid \`insert_line\` parameter: ${insert_line}.`)
      await write([{ file, replace: inserted, expect: hash }], 'edit')
      return own`The file ${inertLine(path)} has been edited.`
    }),
    delete: answered(async ({ path }) => {
      const paths = isDirectory(host, path) ? below(host, path).map((file) => `${ROOT}/${file}`) : [path]
      if (plain(path) === '') throw refused('The directory /memories itself cannot be deleted.')
      await write(
        paths.map(read).map(({ file, hash }) => ({ file, remove: true, expect: hash })),
        'remove',
      )
      return own`Successfully deleted ${inertLine(path)}`
    }),
    rename: answered(async ({ old_path, new_path }) => {
      const { file, text, hash } = read(old_path)
      await write(
        [
          { file: fileOf(new_path), create: text },
          { file, remove: true, expect: hash },
        ],
        'move',
      )
      return own`Successfully renamed ${inertLine(old_path)} to ${inertLine(new_path)}`
    }),
  }
}

function filesOf(host: Engine, { actor, conversation }: Caller) {
  return {
    async write(plan: readonly PlannedWrite[], action: 'add' | 'edit' | 'remove' | 'move'): Promise<void> {
      await host.register()
      const source = { origin: 'agent' as const, ...(conversation ? { conversation } : {}) }
      await host.store.writer.write(plan, { actor: programName(actor), action, source })
    },
    /** With the hash by which a write says what it saw. */
    read(path: string): { file: string; text: string; hash: string } {
      const file = fileOf(path)
      const bytes = holdDirectory(host.store.directory).within((root) => readMemoryBytes(root, file))
      if (!bytes) throw refused(`The path ${path} does not exist. Please provide a valid path.`)
      return { file, text: bytes.toString('utf8'), hash: contentHash(bytes) }
    },
  }
}

/** For a tool loop of your own: the input of a `memory` tool call. */
export function runMemoryCommand(handlers: MemoryToolHandlers, command: MemoryCommand): Promise<string> {
  const handler = handlers[command.command] as ((input: MemoryCommand) => Promise<string>) | undefined
  return handler
    ? handler(command)
    : Promise.resolve(own`Error: there is no command ${inertLine(JSON.stringify(command.command))}`)
}

function answered<C>(
  work: (command: C) => AgentText | Promise<AgentText>,
): (command: C) => Promise<AgentText> {
  const redact = (text: string) => redactFor(text, 'agent')
  return async (command) => {
    try {
      return await redactText(await work(command), redact)
    } catch (error) {
      if (MemdirError.is(error) && error.code === 'conflict')
        return own`Error: the file exists already or was changed; view it first.`
      const fix = MemdirError.is(error) && error.fix ? ` ${error.fix}` : ''
      return redactText(inertText(`Error: ${(error as Error).message}${fix}`), redact)
    }
  }
}

/** The words of the protocol, which the model knows. */
function refused(text: string): MemdirError {
  return new MemdirError('usage', verbatim(text))
}

/** `/memories/a/b.md` → `a/b.md`; everything else is refused before the disk is touched. */
function fileOf(path: string): string {
  const file = plain(path)
  const verdict = checkMemoryFile(file)
  if (!verdict.ok) throw refused(`${path} cannot be used: ${verdict.reason.en}`)
  return verdict.file
}

function plain(path: unknown): string {
  if (typeof path !== 'string' || (path !== ROOT && !path.startsWith(`${ROOT}/`)))
    throw refused(`${String(path)} is outside ${ROOT}`)
  return plainPath(path.slice(ROOT.length + 1)).replace(/^\//, '')
}

function isDirectory(host: Engine, path: string): boolean {
  const name = plain(path)
  if (name === '') return true
  return !name.endsWith('.md') && below(host, path).length > 0
}

function below(host: Engine, path: string): string[] {
  const prefix = plain(path) === '' ? '' : `${plain(path)}/`
  const files = holdDirectory(host.store.directory).within(listMemoryFiles)
  return [INDEX_FILE, ...files].filter((file) => file.startsWith(prefix))
}

function listing(host: Engine, path: string): AgentText {
  const lines = below(host, path).flatMap((file) => {
    const facts = attempt(() => lstatSync(join(host.store.directory, file)))
    return facts?.isFile()
      ? [own`${inertFact((facts.size / 1024).toFixed(1))}K\t${inertFact(`${ROOT}/${file}`)}`]
      : []
  })
  return joinLines([own`Here're the files and directories in ${inertLine(path)}:`, ...lines])
}
