// A fork of our own conversation that brings its notes up to date: it may edit this one file, as far as whoever gave the
// task lets it. Everything else is denied and told.
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'
import type { Clock } from '../../base/values/clock.ts'
import type { ForkNotes, NotesTask } from '../../learn/session-notes.ts'
import type { Model } from '../../models/model.ts'
import type { CanUseTool } from '../loop/call-tools.ts'
import { runFork } from '../loop/fork.ts'
import type { ForkPoint } from '../loop/fork-point.ts'
import { rememberWritten } from '../tools/changed-file.ts'
import { planEdit } from '../tools/edit-tool.ts'
import { nodeFileAccess } from '../tools/file-access.ts'
import type { ToolInput } from '../tools/tool.ts'

interface NotesForkOptions {
  forkPoint(): Promise<ForkPoint>
  readonly model: Model
  readonly clock: Clock
  onUsage?(usage: Awaited<ReturnType<typeof runFork>>['usage']): void
}

/** Edits in one message, the rest for those that were denied. */
const MOST_REQUESTS = 4

export function notesFork({ forkPoint, model, clock, onUsage }: NotesForkOptions): ForkNotes {
  return async ({ path, task, refuse, signal }) => {
    const point = await forkPoint()
    // The task shows it: it counts as read.
    await rememberWritten(path, nodeFileAccess, point.readState)
    const { usage, denials, error, reason } = await runFork({
      ...{ ...point, model, clock, task, signal },
      canUseTool: onlyEdits({ path, refuse }),
      maxTurns: MOST_REQUESTS,
      label: 'notes',
    })
    onUsage?.(usage)
    const problem = error?.message ?? (reason === 'aborted' ? 'stopped' : undefined)
    return {
      denied: [...denials.values()].reduce((sum, count) => sum + count, 0),
      ...(problem !== undefined && { problem }),
    }
  }
}

export function onlyEdits({ path, refuse }: Pick<NotesTask, 'path' | 'refuse'>): CanUseTool {
  return ({ tool, input }) => {
    const written = typeof input.new_string === 'string' ? input.new_string : ''
    const refused =
      tool !== 'Edit' || !isPath(input.file_path, path)
        ? `only Edit is allowed, and only on ${path}`
        : refuse((text) => edited(text, input), written)
    return refused === undefined
      ? { allowed: true, reason: 'the notes' }
      : { allowed: false, reason: refused }
  }
}

function isPath(given: unknown, path: string): boolean {
  if (typeof given !== 'string') return false
  return resolve(given) === path || attempt(() => realpathSync.native(given)) === realpathSync.native(path)
}

/** What cannot be carried out says so itself. */
function edited(text: string, input: ToolInput): string | undefined {
  const { old_string: from, new_string: to, replace_all: all } = input
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  const edit = planEdit(text, {
    old_string: from,
    new_string: to,
    ...(all === true && { replace_all: true }),
  })
  return edit.ok ? edit.text : undefined
}
