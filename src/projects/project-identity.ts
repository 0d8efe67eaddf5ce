// Which project a directory is: by its path, else by what git says about the repository. A repository that moved or
// was cloned again finds its memory; between two candidates nothing is guessed.
import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { findGit, type GitPlace, normaliseRemote, remoteAddress } from '../lib/git.ts'
import type { Registry } from './project-registry.ts'
import { projectName } from './slug.ts'

export interface Aliases {
  roots: string[]
  remotes: string[]
}

export interface Candidate {
  name: string
  /** The path that people know it by. */
  path: string
  /** What it has in common with this directory. */
  because: ('root commit' | 'remote')[]
  /** Sure enough to be linked without asking. */
  strong: boolean
}

export interface Identity {
  /** The canonical git root, or the directory itself outside git. */
  root: string
  git: GitPlace | undefined
  name: string
  /** How the name was found. */
  by: 'path' | 'alias' | 'new'
  /** Set when found by alias: must be shown. */
  linked?: Candidate
  /** Other projects that may be this one; a person has to choose. */
  candidates: Candidate[]
}

export interface IdentifyOptions {
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
  const git = findGit(options.directory)
  const root = git?.canonicalRoot ?? realOrResolved(options.directory)
  const registered = Object.entries(options.registry.projects).find(([, entry]) => entry.paths.includes(root))
  if (registered) return { root, git, name: registered[0], by: 'path', candidates: [] }
  const name = projectName(root)
  if (existsSync(join(options.projects, name)) || options.registry.projects[name]) {
    return { root, git, name, by: 'path', candidates: [] }
  }
  if (!git) return { root, git, name, by: 'new', candidates: [] }
  const candidates = findCandidates(options.registry, readAliases(git, options))
  const strong = candidates.filter((candidate) => candidate.strong)
  if (strong.length === 1)
    return { root, git, name: strong[0]!.name, by: 'alias', linked: strong[0], candidates }
  return { root, git, name, by: 'new', candidates }
}

export function readAliases(
  git: GitPlace,
  { probeHistory = true, commandPath }: Pick<IdentifyOptions, 'probeHistory' | 'commandPath'>,
): Aliases {
  if (!hasOwnHistory(git)) return { roots: [], remotes: [] }
  const address = remoteAddress(git.commonDir)
  const remote = address && normaliseRemote(address)
  return { roots: probeHistory ? rootCommits(git, commandPath) : [], remotes: remote ? [remote] : [] }
}

/**
 * Strong: the same root commit and no other remote, or the same remote and no other root commit (a shallow clone).
 * A fork shares the root commit but has another remote: shown, never linked by itself.
 */
function findCandidates(registry: Registry, aliases: Aliases): Candidate[] {
  const candidates: Candidate[] = []
  for (const [name, entry] of Object.entries(registry.projects)) {
    const root = overlap(entry.roots, aliases.roots)
    const remote = overlap(entry.remotes, aliases.remotes)
    if (root !== true && remote !== true) continue
    const because: Candidate['because'] = [
      ...(root ? (['root commit'] as const) : []),
      ...(remote ? (['remote'] as const) : []),
    ]
    candidates.push({
      name,
      path: entry.paths[0] ?? name,
      because,
      strong: root !== false && remote !== false,
    })
  }
  return candidates
}

/** undefined: one side does not say. */
function overlap(known: readonly string[], found: readonly string[]): boolean | undefined {
  if (known.length === 0 || found.length === 0) return undefined
  return known.some((item) => found.includes(item))
}

/** Empty for shallow clones, empty repositories, where git is missing, or when it takes longer than 2 s. */
function rootCommits(git: GitPlace, commandPath: string | undefined): string[] {
  if (isShallow(git)) return []
  // Loaded only here: most commands start no process.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const done = spawnSync('git', ['--git-dir', git.commonDir, 'rev-list', '--max-parents=0', 'HEAD', '--'], {
    encoding: 'utf8',
    timeout: 2_000,
    stdio: ['ignore', 'pipe', 'ignore'],
    // Reading history must never fetch, ask or run what a repository configures.
    env: {
      PATH: commandPath,
      GIT_NO_LAZY_FETCH: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_CONFIG_NOSYSTEM: '1',
    },
  })
  if (done.status !== 0) return []
  return done.stdout
    .split('\n')
    .filter((line) => /^[0-9a-f]{40,64}$/.test(line))
    .sort()
    .slice(0, 8)
}

/** A git directory that is only a link or an unconfirmed pointer may be anybody's: its history proves nothing. */
export function hasOwnHistory(git: GitPlace): boolean {
  return attempt(() => lstatSync(git.commonDir).isDirectory()) === true
}

/** A shallow clone does not hold the root commit. */
export function isShallow(git: GitPlace): boolean {
  return existsSync(join(git.commonDir, 'shallow'))
}

function realOrResolved(directory: string): string {
  return attempt(() => realpathSync.native(directory)) ?? resolve(directory)
}
