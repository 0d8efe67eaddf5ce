// What is in a memory directory is read in one way only (src/memory/read-memory-file.ts): regular files, of bounded
// size, through no link. What an event or a clone names (a transcript, settings, instructions) is read by the readers of
// base/files/, which wait for no pipe. So that it stays so, whoever reads files by other means is named here with what they are.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

/** Folders that are never handed a memory directory, nor a path from an event. */
const FOLDERS: Record<string, string> = {
  'search/embed/': 'models, in the package and in the config home',
  'search/evaluate/': 'a cache of its own',
  'base/settings/': 'settings',
}

const FILES: Record<string, string> = {
  'base/files/file-ops.ts': 'the calls themselves',
  'base/files/read-regular.ts': 'the readers themselves',
  'base/files/open-regular.ts': 'the reader of what is too large for one piece',
  'base/files/held-directory.ts': 'opens the directory itself, to hold it',
  'base/files/lock.ts': 'locks, in the state',
  'base/text/mask-quotes.ts': 'transcripts of our own, in the state and below sessions/',
  'base/processes/process-identity.ts': '/proc',
  'base/processes/standard-streams.ts': 'opens standard output once more',
  'memory/writer/journal.ts': 'the journal, in the state',
  'memory/records/snapshot-file.ts': 'the snapshot, in the cache',
  'memory/repair.ts': 'opens a file to change its mode, through its directory, and reads nothing',
  'memory/read-import.ts': 'the first bytes of a file that a person named and that was seen to be regular',
  'search/catalog/catalog-files.ts': 'the catalog, in the cache',
  'base/values/own-package.ts': 'a file of the package',
  'search/embedded-mark.ts': 'the mark of a completed embedding, in the cache',
  'search/act/tell-at-call.ts': 'the words by which a shell asks at a call, in the config home',
  'search/verify/symbols/symbol-list.ts': 'the symbol list, in the cache',
  'learn/worker/job-log.ts': 'the log of jobs, in the state',
  'search/chosen-vectors.ts':
    'the list of stores, in the state, and the name of this installation, in the config home',
  'search/vectors/inventory.ts': 'makes the inventory of a store, in the cache, with its mode',
  'models/spend/ledger-file.ts': 'the ledger, in the config home',
  'search/vectors/scan-kernel.ts': 'a file of the package',
  'learn/worker/start-once.ts': 'a stamp, in the state',
  'search/vectors/moments.ts': 'sums of vectors, in the cache',
  'search/vectors/unread-rows.ts': 'which rows a model cannot read, in the cache',
  'search/vectors/vector-header.ts': 'vectors, in the cache',
  'base/agents/claude-memory.ts': 'settings of Claude Code',
  'base/agents/own-memory.ts': 'settings of agents, in the person’s home',
  'base/agents/qwen-memory.ts': 'settings of Qwen Code, in the person’s home',
  'connect/events/claim-event.ts': 'which hook answers, in the state',
  'connect/hook-starter.ts': 'our own script, in the config home',
  'connect/edited-file.ts': 'configuration of other agents',
  'learn/worker/drain-spool.ts': 'the spool, in the state',
  'agent/tools/read-only-shell/run-proven.ts': 'standard input of a command, seen to be a regular file',
  'cli/commands/edit.ts': 'the copy that the editor was given',
  'cli/commands/init.ts': 'the launcher of the package',
  'cli/version.ts': 'package.json',
  'cli/commands/secrets-command.ts': 'files that a person names',
  'connect/mcp/mcp-main.ts': 'package.json',
  'connect/mcp/serve-hooks.ts': 'opens the directory of sockets, to close it to others, and reads nothing',
  'start/hand-over.ts': 'writes a file without a name',
  'start/code-cache.ts': 'the code cache, in the config home',
  'start/run-program.ts': 'files of the package',
}

const READING = /^(?:readFileSync|readFile|createReadStream|openSync|open|copyFileSync|copyFile|cpSync|cp)\b/

/** Imports of functions that read, and calls of the writer's operations on a path. */
function readsFiles(text: string): boolean {
  const imports = [...text.matchAll(/import ([^;]*?) from 'node:fs(?:\/promises)?'/g)].map(
    ([, names]) => names!,
  )
  if (imports.some((names) => !names.includes('{'))) return true
  const names = imports.flatMap((list) =>
    list
      .replace(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim()),
  )
  return names.some((name) => READING.test(name)) || /\b(?:ops|nodeFileOps)\.read(?:File)?\(/.test(text)
}

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

test('only what is named here reads files by other means than the readers', () => {
  const reading = sources.filter((file) => readsFiles(readFileSync(join(SOURCE, file), 'utf8')))
  const unnamed = reading.filter((file) => !Object.keys(FOLDERS).some((folder) => file.startsWith(folder)))
  expect(unnamed.sort()).toEqual(Object.keys(FILES).sort())
})

test('a reading import is seen in each of its forms', () => {
  for (const line of [
    "import { readFileSync } from 'node:fs'",
    "import {\n  existsSync,\n  openSync,\n} from 'node:fs'",
    "import * as fs from 'node:fs'",
    "import { readFile as read } from 'node:fs/promises'",
    'const bytes = ops.readFile(join(directory, file))',
  ])
    expect(readsFiles(line), line).toBe(true)
  expect(readsFiles("import { type Dirent, readdirSync } from 'node:fs'")).toBe(false)
})
