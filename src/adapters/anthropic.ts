// Handlers for Anthropic's memory tool (`memory_20250818`) over a memory directory: `betaMemoryTool(handlers)` of their
// SDK, or a tool loop of your own. The model sees `/memories`; every write goes through memdir's writer, so it is
// checked for secrets and hidden characters, journaled, can be undone, and keeps the index.
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Caller, ClientHost } from '../clients/client-host.ts'
import { attempt } from '../lib/attempt.ts'
import { MemdirError } from '../lib/errors.ts'
import { contentHash } from '../lib/hash.ts'
import { holdDirectory } from '../lib/held-directory.ts'
import { INDEX_FILE } from '../memory/index-file.ts'
import { checkMemoryFile, plainPath } from '../memory/memory-path.ts'
import { programName } from '../memory/origin-rules.ts'
import type { PlannedWrite } from '../memory/planned-write.ts'
import { readMemoryBytes } from '../memory/read-memory-file.ts'
import { redactMemory } from '../memory/redact-memory.ts'
import { listMemoryFiles } from '../memory/scan-files.ts'
import { verbatim } from '../messages/message.ts'
import { inertFact, inertText } from '../recall/inert-text.ts'
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
  host: ClientHost,
  caller: Caller = { actor: 'anthropic-sdk' },
): MemoryToolHandlers {
  const { read, write } = filesOf(host, caller)
  return {
    view: answered(({ path, view_range }) => {
      if (isDirectory(host, path)) return listing(host, path)
      return `Here's the content of ${path} with line numbers:\n${numberedLines(inertText(read(path).text), view_range)}`
    }),
    create: answered(async ({ path, file_text }) => {
      await write([{ file: fileOf(path), create: file_text }], 'add')
      return `File created successfully at: ${path}`
    }),
    str_replace: answered(async ({ path, old_str, new_str }) => {
      const { file, text, hash } = read(path)
      const asIs = replaceOnce(text, old_str, new_str ?? '')
      // What was shown is what the model knows: where that is not what the file says, the file becomes it.
      const replaced = asIs.status === 'done' ? asIs : replaceOnce(inertText(text), old_str, new_str ?? '')
      if (replaced.status === 'refused') throw refused(`${replaced.reason} in ${path}.`)
      await write([{ file, replace: replaced.text, expect: hash }], 'edit')
      return `The memory file has been edited.\n${numberedLines(inertText(replaced.text), [replaced.line - 2, replaced.line + 3])}`
    }),
    insert: answered(async ({ path, insert_line, insert_text }) => {
      const { file, text, hash } = read(path)
      const inserted = insertLines(text, insert_line, insert_text)
      if (inserted === undefined) throw refused(`Invalid \`insert_line\` parameter: ${insert_line}.`)
      await write([{ file, replace: inserted, expect: hash }], 'edit')
      return `The file ${path} has been edited.`
    }),
    delete: answered(async ({ path }) => {
      const paths = isDirectory(host, path) ? below(host, path).map((file) => `${ROOT}/${file}`) : [path]
      if (plain(path) === '') throw refused('The directory /memories itself cannot be deleted.')
      await write(
        paths.map(read).map(({ file, hash }) => ({ file, remove: true, expect: hash })),
        'remove',
      )
      return `Successfully deleted ${path}`
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
      return `Successfully renamed ${old_path} to ${new_path}`
    }),
  }
}

function filesOf(host: ClientHost, { actor, conversation }: Caller) {
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
    : Promise.resolve(`Error: there is no command ${JSON.stringify(command.command)}`)
}

function answered<C>(work: (command: C) => string | Promise<string>): (command: C) => Promise<string> {
  return async (command) => {
    try {
      return await redactMemory(await work(command), 'agent')
    } catch (error) {
      if (MemdirError.is(error) && error.code === 'conflict')
        return 'Error: the file exists already or was changed; view it first.'
      const fix = MemdirError.is(error) && error.fix ? ` ${error.fix}` : ''
      return redactMemory(`Error: ${(error as Error).message}${fix}`, 'agent')
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

function isDirectory(host: ClientHost, path: string): boolean {
  const name = plain(path)
  if (name === '') return true
  return !name.endsWith('.md') && below(host, path).length > 0
}

function below(host: ClientHost, path: string): string[] {
  const prefix = plain(path) === '' ? '' : `${plain(path)}/`
  const files = holdDirectory(host.store.directory).within(listMemoryFiles)
  return [INDEX_FILE, ...files].filter((file) => file.startsWith(prefix))
}

function listing(host: ClientHost, path: string): string {
  const lines = below(host, path).flatMap((file) => {
    const facts = attempt(() => lstatSync(join(host.store.directory, file)))
    return facts?.isFile() ? [`${(facts.size / 1024).toFixed(1)}K\t${ROOT}/${inertFact(file)}`] : []
  })
  return [`Here're the files and directories in ${path}:`, ...lines].join('\n')
}
