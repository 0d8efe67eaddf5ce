// Which project a directory is: proven by its path, by git's record of a worktree, or by the remote with which a person
// joined this path to a project. Everything else is a project of its own, and what may be the same is only offered.
import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findGit, type GitPlace, normaliseRemote, remoteAddress } from '../git/git.ts'
import { rootCommits } from '../git/root-commits.ts'
import { attempt } from '../values/attempt.ts'
import { once } from '../values/once.ts'
import {
  type Aliases,
  findProjectCandidates,
  type ProjectCandidate,
  pendingOffers,
} from './find-project-candidates.ts'
import { ownName, type ProjectEntry } from './project-entry.ts'
import type { Registry } from './project-registry.ts'

export interface Identity {
  /** The canonical git root, or the directory itself outside git. */
  root: string
  git: GitPlace | undefined
  name: string
  /** `new`: nothing was kept for it yet. */
  by: 'path' | 'new'
  /** Other projects that may be this one, until a person has answered. Looked for when it is first read. */
  readonly offers: readonly ProjectCandidate[]
}

interface IdentifyOptions {
  directory: string
  registry: Registry
  /** `<base>/projects` */
  projects: string
  /** Look at the history for the root commit, which starts git. Off on the prompt's path. */
  probeHistory?: boolean
  /** The PATH in which git is looked for. */
  commandPath: string | undefined
}

export function identifyProject(options: IdentifyOptions): Identity {
  const { projects } = options.registry
  const git = findGit(options.directory)
  const root = git?.canonicalRoot ?? realOrResolved(options.directory)
  const { name, joined } = nameAt(projects, root, git)
  const own = Object.hasOwn(projects, name) ? projects[name] : undefined
  const offers = once(() => {
    if (joined) return []
    if (own) return pendingOffers(projects, root, own)
    return findProjectCandidates(projects, root, git ? readAliases(git, options) : NO_ALIASES)
  })
  const by = own || existsSync(join(options.projects, name)) ? 'path' : 'new'
  return {
    root,
    git,
    name,
    by,
    get offers() {
      return offers()
    },
  }
}

/** A path that the person joined to a project counts as long as its repository has the remote of that moment. */
function nameAt(
  projects: Registry['projects'],
  root: string,
  git: GitPlace | undefined,
): { name: string; joined: boolean } {
  const listed = Object.entries(projects).filter(([, entry]) => entry.paths.includes(root))
  const confirmed = ({ confirmed }: ProjectEntry) => confirmed?.[root]
  for (const [name, entry] of listed) {
    const remote = confirmed(entry)
    if (remote !== undefined && remote === remoteOf(git)) return { name, joined: true }
  }
  const own = listed.find(([, entry]) => confirmed(entry) === undefined)
  return { name: own?.[0] ?? ownName(projects, root), joined: false }
}

const NO_ALIASES: Aliases = { roots: [], remotes: [] }

export function readAliases(
  git: GitPlace,
  { probeHistory = true, commandPath }: Pick<IdentifyOptions, 'probeHistory' | 'commandPath'>,
): Aliases {
  if (!hasOwnHistory(git)) return NO_ALIASES
  const remote = remoteOf(git)
  const roots = probeHistory && !isShallow(git) ? rootCommits(git, commandPath) : []
  return { roots, remotes: remote ? [remote] : [] }
}

/** As it is remembered when a person joins a path: empty where there is none. */
export function remoteOf(git: GitPlace | undefined): string {
  const address = git && hasOwnHistory(git) ? remoteAddress(git.commonDir) : undefined
  return (address && normaliseRemote(address)) ?? ''
}

/** Whether nothing is left to be learnt about a repository; a look at its files, without starting git. */
export function isComplete(known: ProjectEntry, git: GitPlace | undefined): boolean {
  if (!git || !hasOwnHistory(git)) return true
  const { remotes } = readAliases(git, { probeHistory: false, commandPath: undefined })
  const knowsRoot = known.roots.length > 0 || isShallow(git)
  return knowsRoot && remotes.every((remote) => known.remotes.includes(remote))
}

/** A git directory that is only a link or an unconfirmed pointer may be anybody's: its history proves nothing. */
function hasOwnHistory(git: GitPlace): boolean {
  return attempt(() => lstatSync(git.commonDir).isDirectory()) === true
}

/** A shallow clone does not hold the root commit. */
function isShallow(git: GitPlace): boolean {
  return existsSync(join(git.commonDir, 'shallow'))
}

function realOrResolved(directory: string): string {
  return attempt(() => realpathSync.native(directory)) ?? resolve(directory)
}
