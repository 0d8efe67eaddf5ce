// A run of a background job as people read it.

import { jobRunsTexts } from '../base/messages/job-runs.ts'
import { jobCountsTexts, jobNamesTexts, jobReasonsTexts, jobStatusTexts } from '../base/messages/job-words.ts'
import type { Text } from '../base/messages/message.ts'
import { message, verbatim } from '../base/messages/message.ts'
import type { JobRun } from '../learn/job.ts'
import { type Output, printable } from './output.ts'

/** By names in records, of which a later memdir may write others. */
const NAMES: Readonly<Record<string, Text | undefined>> = jobNamesTexts
const STATUSES: Readonly<Record<JobRun['status'], Text>> = jobStatusTexts
const REASONS: Readonly<Record<string, Text | undefined>> = jobReasonsTexts
type Counted = typeof jobCountsTexts
const COUNTS: Readonly<Record<string, Counted[keyof Counted] | undefined>> = jobCountsTexts

export function jobText({ job }: JobRun, output: Output): string {
  return jobName(job, output)
}

export function jobName(job: string, output: Output): string {
  return printable(output.say(NAMES[job] ?? verbatim(job)))
}

export function statusText({ status }: JobRun, output: Output): string {
  return output.say(STATUSES[status])
}

export function jobReasonText({ reason }: JobRun, output: Output): string {
  return printable(output.say(REASONS[reason] ?? verbatim(reason)))
}

export function startedText({ started }: JobRun): string {
  return started.slice(0, 19).replace('T', ' ')
}

export function tookText({ started, ended }: JobRun): string {
  return ended ? `${((Date.parse(ended) - Date.parse(started)) / 1000).toFixed(1)} s` : ''
}

/** What was done, what it cost, how far a running one is, and what went wrong. */
export function didText(run: JobRun, output: Output): string {
  const did = Object.entries(run.did)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => {
      const row = COUNTS[what]
      return output.say(row ? message(row, { count }) : message(jobRunsTexts.otherCount, { what, count }))
    })
  const error = run.error ? [printable(run.error[output.language])] : []
  const all = [...did, ...spent(run, output), ...progress(run, output), ...error]
  if (all.length === 0 && run.status === 'done') return output.say(jobRunsTexts.nothingDue)
  return all.join(output.say(jobRunsTexts.separator))
}

function spent({ spent: used }: JobRun, output: Output): string[] {
  if (!used) return []
  const price = `$${used.cost.toFixed(4)}`
  return [output.say(message(jobRunsTexts.modelCallToken, { calls: used.calls, tokens: used.tokens, price }))]
}

function progress({ job, progress: now, status }: JobRun, output: Output): string[] {
  if (!now || status !== 'running') return []
  const of = `${now.done}/${now.total}`
  const minutes = now.perSecond > 0 ? Math.ceil((now.total - now.done) / now.perSecond / 60) : undefined
  const left = minutes === undefined ? '' : output.say(message(jobRunsTexts.aboutMinLeft, { minutes }))
  const doing = job === 'dream' ? jobRunsTexts.changing : jobRunsTexts.embedding
  return [output.say(message(doing, { of, perSecond: now.perSecond, left }))]
}
