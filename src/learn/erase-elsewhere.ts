// What a purge cleans besides the memories and their history: search data, counts of use, what was shown, quarantine,
// imports that wait, transcripts and whatever else of ours quotes the text. Files of other programs are only named.
import { type Dirent, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { claudeSlugStart } from '../base/agents/claude-memory.ts'
import { nodeFileOps } from '../base/files/file-ops.ts'
import { readRegular } from '../base/files/read-regular.ts'
import type { Location } from '../base/projects/memory-location.ts'
import { callsDirectory, claudeConfigDirectory, userHome } from '../base/settings/config-home.ts'
import type { Environment } from '../base/settings/environment.ts'
import { type FindQuotes, quoteFinder } from '../base/text/find-quotes.ts'
import { inertText } from '../base/text/inert-text.ts'
import { maskQuotes } from '../base/text/mask-quotes.ts'
import { attempt } from '../base/values/attempt.ts'
import { systemCode } from '../base/values/errors.ts'
import { eraseKept } from '../memory/erase-kept.ts'
import type { ErasedElsewhere, Erasure } from '../memory/writer.ts'
import { eraseAttached } from '../search/attached-record.ts'
import { STORES_FILE } from '../search/chosen-vectors.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { forgetFiles } from '../search/shown-record.ts'
import { hearOnlySince } from './extract/heard-conversations.ts'

/** Repeatable, and a file that cannot be cleaned keeps nothing else from being cleaned. */
export async function eraseElsewhere(
  context: ProjectContext,
  { ids, files, texts }: Erasure,
): Promise<ErasedElsewhere> {
  const { location, clock, env } = context
  const { state, memory } = location
  const unreachedStores = await eraseVectors(context, files)
  // What was made of the text goes whole: it is made again from the files.
  rmSync(join(state, 'cache'), { recursive: true, force: true })
  // Words of triggers, of whichever project: each writes its own again.
  rmSync(callsDirectory(context.home), { recursive: true, force: true })
  // But for what the person said: logs of other programs still have it, and are not read again as far as they go.
  await hearOnlySince(state, clock.now())
  forgetFiles(state, files)
  // A name that another memory has by now is not covered.
  const names = [...files].filter((file) => !attempt(() => lstatSync(join(memory, file))))
  const find = quoteFinder([...texts, ...texts.map(inertText), ...names])
  const quotes = (text: string) => find(text).length > 0
  await eraseKept(context, { ids, texts }, quotes)
  const isErased = (file: string) => files.has(file) || files.has(relative(memory, file))
  for (const one of statesOf(location))
    eraseAttached(one, (entry) => entry.files.some(isErased) || quotes(entry.text))
  const { cleaned, uncleaned } = cleanFiles(location, find)
  const { quoting, unread } = lookElsewhere(location, foreignTranscripts(location, env), find)
  return { cleaned, quoting, unreached: [...unreachedStores, ...uncleaned, ...unread] }
}

/** In the stores that vectors of this project were ever put into; most projects have none. */
async function eraseVectors(context: ProjectContext, files: Erasure['files']): Promise<string[]> {
  if (!existsSync(join(context.location.state, STORES_FILE))) return []
  const { eraseFromStores } = await import('../search/storage.ts')
  return eraseFromStores(context, [...files])
}

/** Made again, cleaned above or by the writer, or an agent's own working copy. */
const NOT_QUOTING = new Set(['cache', 'journal', 'locks', 'purge', 'worktrees'])

/** A directory that projects share may be quoted in what each of them keeps. */
function projectsOf({ projects, decidedBy }: Location): string[] {
  if (decidedBy === 'default') return []
  return (attempt(() => readdirSync(projects)) ?? []).map((name) => join(projects, name))
}

function statesOf(location: Location): string[] {
  return [...new Set([location.state, ...projectsOf(location).map((project) => join(project, 'state'))])]
}

function cleanFiles(location: Location, find: FindQuotes) {
  const { state, sessions } = location
  const shared = projectsOf(location).map((project) => join(project, 'sessions'))
  const transcripts = [...new Set([sessions, ...shared])]
  const found = [
    ...filesBelow(state, (entry) => !NOT_QUOTING.has(entry.name)),
    ...transcripts.flatMap((directory) => filesBelow(directory)),
  ]
  const cleaned: string[] = []
  const uncleaned: string[] = []
  for (const path of found) {
    try {
      if (maskQuotes(nodeFileOps, path, find)) cleaned.push(path)
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') uncleaned.push(path)
    }
  }
  return { cleaned, uncleaned }
}

/** Regular files; `enter` is asked about the top level. */
function filesBelow(directory: string, enter: (entry: Dirent) => boolean = () => true): string[] {
  const entries = attempt(() => readdirSync(directory, { withFileTypes: true })) ?? []
  return entries.filter(enter).flatMap((entry) => {
    const path = join(directory, entry.name)
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : []
  })
}

/** Where the agents that memdir works with keep what was said in this project, or in all. */
function foreignTranscripts({ identity }: Location, env: Environment): string[] {
  const home = userHome(env)
  const claude = join(claudeConfigDirectory(env), 'projects')
  // Its subdirectories have slugs that begin with the root's.
  const start = claudeSlugStart(identity.root)
  const ofProject = (attempt(() => readdirSync(claude)) ?? []).filter((name) => name.startsWith(start))
  return [
    ...ofProject.map((name) => join(claude, name)),
    join(env.CODEX_HOME?.trim() || join(home, '.codex'), 'sessions'),
    join(home, '.gemini', 'tmp'),
    join(env.XDG_DATA_HOME?.trim() || join(home, '.local', 'share'), 'opencode'),
  ]
}

/** More than this is not looked through while a person waits. */
const MOST_BYTES = 300_000_000

function lookElsewhere({ memory }: Location, directories: readonly string[], find: FindQuotes) {
  const quoting: string[] = []
  const unread = new Set<string>()
  let left = MOST_BYTES
  // The memory directory may be one that an agent shares.
  const isForeign = (path: string) => !path.startsWith(`${memory}${sep}`)
  for (const path of directories.flatMap((directory) => filesBelow(directory)).filter(isForeign)) {
    const bytes = readRegular(path, left)
    left -= bytes?.length ?? 0
    if (!bytes) unread.add(dirname(path))
    else if (find(bytes.toString('utf8')).length > 0) quoting.push(path)
  }
  return { quoting, unread: [...unread] }
}
