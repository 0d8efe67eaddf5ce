// What a conversation keeps besides its messages: tasks, the plan, the skills that were called, the files that were read,
// the instructions that work has reached. Notes of its log, so that they are there again on resume, and after a compaction.
import { realpathSync } from 'node:fs'
import type { RedactText } from '../../base/secrets/secret-finding.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { LogNote } from '../../models/log-line.ts'
import type { TranscriptLog } from '../../models/transcript-log.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { Restorer } from '../compact/restoration.ts'
import { createReachedFiles, type ReachedFiles } from '../instructions/reached-files.ts'
import { createRememberedReads, type RememberedReads } from '../loop/remembered-reads.ts'
import { openPlanFile, type PlanFile } from '../plan/plan-file.ts'
import { createInvokedSkills, type InvokedSkills } from '../skills/invoked-skills.ts'
import { createTaskList, type TaskList } from '../tasks/task-list.ts'

export interface Companions {
  readonly tasks: TaskList
  readonly plan: PlanFile
  readonly invoked: InvokedSkills
  readonly reads: RememberedReads
  readonly reached: ReachedFiles
  /** What a compaction gives back of them. */
  readonly restored: Pick<Restorer, 'plan' | 'tasks' | 'skills' | 'readHash'>
  /** After a clear there is nothing left to do. The log keeps what was. */
  clear(): void
}

interface CompanionsDependencies {
  id: string
  /** The notes of the log, where it is resumed. */
  notes: readonly LogNote[]
  log: Pick<TranscriptLog, 'append'>
  redact: RedactText
}

export function conversationCompanions(
  { clock, location }: Pick<ProjectContext, 'clock' | 'location'>,
  { id, notes, log, redact }: CompanionsDependencies,
): Companions {
  const keep = (note: Pick<LogNote, 'kind' | 'data'>) => {
    const time = clock.now().toISOString()
    // Where the log cannot be written, the conversation goes on: its history says so.
    attempt(() => log.append([{ type: 'note', time, ...note }]))
  }
  const tasks = createTaskList(notes, keep)
  const plan = openPlanFile({ sessions: location.sessions, conversation: id, notes, keep, redact })
  const invoked = createInvokedSkills(notes, keep)
  const reads = createRememberedReads(notes, keep)
  const reached = createReachedFiles(notes, keep)
  return {
    ...{ tasks, plan, invoked, reads, reached },
    restored: {
      plan: () => plan.text(),
      tasks: () => tasks.tasks,
      skills: () => [...invoked.all].reverse(),
      readHash: (path) => reads.state.get(realPathOf(path))?.hash,
    },
    clear() {
      reads.clear()
      tasks.set([])
      plan.drop()
    },
  }
}

function realPathOf(path: string): string {
  return attempt(() => realpathSync.native(path)) ?? path
}
