// Which logs are this project's. Claude Code names the directory of a project's logs so that those of `/home/ana/my-app` and
// `/home/ana/my/app` are in one.

import { readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { claudeSlug } from '../../base/agents/claude-memory.ts'
import { isInside } from '../../base/paths/is-inside.ts'
import { claudeConfigDirectory } from '../../base/settings/config-home.ts'
import { attempt } from '../../base/values/attempt.ts'
import { mapBounded } from '../../base/values/map-bounded.ts'
import { logDirectory } from '../../models/list-transcripts.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { notesPath } from './notes-file.ts'
import { type LogToNote, type NotedLog, readNotedLog } from './notes-of-log.ts'

type Context = Pick<ProjectContext, 'env' | 'location'>

/** A project may have thousands, and a process may open a few hundred files. */
export const MOST_OPEN_LOGS = 16

export async function ownLogs(context: Context): Promise<LogToNote[]> {
  const found = await mapBounded(claudeLogs(context), MOST_OPEN_LOGS, async (log) =>
    (await whose(context, log.path)) === 'ours' ? [log] : [],
  )
  return found.flat()
}

/** Where Claude Code keeps the conversations of this project, and perhaps another's. */
export function claudeLogs(context: Context): LogToNote[] {
  const directory = claudeLogDirectory(context)
  const names = attempt(() => readdirSync(directory)) ?? []
  return names.flatMap((name): LogToNote[] => {
    const conversation = name.slice(0, -'.jsonl'.length)
    const path = join(directory, name)
    const isPlain = name.endsWith('.jsonl') && notesPath('/', conversation) !== undefined
    return isPlain && isFile(path) ? [{ conversation, client: 'claude-code', path }] : []
  })
}

/** Notes of other agents' conversations, without those of another project's. */
export async function ownNotes(context: Context): Promise<(NotedLog & { conversation: string })[]> {
  const found = await mapBounded(notedLogs(context), MOST_OPEN_LOGS, async (noted) =>
    (await isForeign(context, noted)) ? [] : [noted],
  )
  return found.flat()
}

/** Notes that were made before it was looked whose the log is. Returns how many went. */
export async function removeForeignNotes(context: Context): Promise<number> {
  const removed = await mapBounded(notedLogs(context), MOST_OPEN_LOGS, async (noted) => {
    const path = notesPath(context.location.sessions, noted.conversation)
    if (path === undefined || !(await isForeign(context, noted))) return 0
    return attempt(() => rmSync(dirname(path), { recursive: true }) ?? 1) ?? 0
  })
  return removed.reduce<number>((sum, count) => sum + count, 0)
}

function notedLogs({ location: { sessions } }: Context): (NotedLog & { conversation: string })[] {
  return (attempt(() => readdirSync(sessions)) ?? []).flatMap((conversation) => {
    const log = readNotedLog(sessions, conversation)
    return log ? [{ ...log, conversation }] : []
  })
}

/** Only what its log proves: one that is gone, or lies elsewhere (as that of a worktree does), is believed. */
async function isForeign(context: Context, { path }: NotedLog): Promise<boolean> {
  const real = (one: string) => attempt(() => realpathSync.native(one)) ?? one
  if (real(dirname(path)) !== real(claudeLogDirectory(context))) return false
  return (await whose(context, path)) === 'theirs'
}

async function whose({ location }: Context, path: string): Promise<'ours' | 'theirs' | 'unknown'> {
  const { root } = location.identity
  const roots = [root, attempt(() => realpathSync.native(root)) ?? root]
  const cwd = await logDirectory(path)
  if (cwd === undefined) return 'unknown'
  return roots.some((one) => cwd === one || isInside(one, resolve(cwd))) ? 'ours' : 'theirs'
}

function claudeLogDirectory({ env, location }: Context): string {
  return join(claudeConfigDirectory(env), 'projects', claudeSlug(location.identity.root))
}

export function isFile(path: string): boolean {
  return attempt(() => statSync(path).isFile()) ?? false
}
