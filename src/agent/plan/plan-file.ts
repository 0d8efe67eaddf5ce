// The plan of a conversation: one file beside its log, the only one that planning may write. Whether it counts is a note
// in the log, so that a plan which was given up is not restored.
import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { readRegularText } from '../../base/files/read-regular.ts'
import type { RedactText } from '../../base/secrets/secret-finding.ts'
import type { LogNote } from '../../models/log-line.ts'
import type { PermissionCall, PermissionGate } from '../permission.ts'
import { absolutePath, type FileAccess } from '../tools/file-access.ts'

const PLAN_NOTE = 'plan'
const MOST_BYTES = 200_000

type PlanStatus = 'written' | 'approved' | 'dropped'

export interface PlanFile {
  readonly path: string
  /** Undefined: never written, or given up. */
  readonly status: Exclude<PlanStatus, 'dropped'> | undefined
  /** The active plan. */
  text(): string | undefined
  approve(): void
  /** The file stays; the conversation goes on without it. */
  drop(): void
  /** Writes to the file are its own: private, without secrets. */
  withWriter(access: FileAccess): FileAccess
  /** Nobody is asked about it, in any mode. */
  freed(gate: PermissionGate): PermissionGate
}

interface PlanFileOptions {
  sessions: string
  conversation: string
  notes: readonly LogNote[]
  keep(note: Pick<LogNote, 'kind' | 'data'>): void
  redact: RedactText
}

export function openPlanFile({ sessions, conversation, notes, keep, redact }: PlanFileOptions): PlanFile {
  const path = join(sessions, conversation, 'plan.md')
  let status = readStatus(notes)
  const become = (next: PlanStatus) => {
    if (status === next) return
    status = next
    keep({ kind: PLAN_NOTE, data: { status: next } })
  }
  const isActive = () => status === 'written' || status === 'approved'
  return {
    path,
    get status() {
      return status === 'dropped' ? undefined : status
    },
    text() {
      const text = isActive() ? readRegularText(path, MOST_BYTES)?.trim() : undefined
      return text === '' ? undefined : text
    },
    approve: () => (isActive() ? become('approved') : undefined),
    drop: () => (isActive() ? become('dropped') : undefined),
    withWriter: (access) => ({
      ...access,
      async write(target, content, seen) {
        if (resolve(target) !== path) return access.write(target, content, seen)
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        writeFileAtomic(path, redact(content).text, { mode: 0o600 })
        become('written')
      },
    }),
    freed: (gate) => ({
      get mode() {
        return gate.mode
      },
      set mode(mode) {
        gate.mode = mode
      },
      decide: async (call, signal) =>
        writesOnly(call, path) ? { allowed: true } : gate.decide(call, signal),
    }),
  }
}

function writesOnly({ tool, input, cwd }: PermissionCall, path: string): boolean {
  return (
    (tool === 'Write' || tool === 'Edit') &&
    typeof input.file_path === 'string' &&
    resolve(absolutePath(input.file_path, cwd)) === path
  )
}

function readStatus(notes: readonly LogNote[]): PlanStatus | undefined {
  const data = notes.findLast(({ kind }) => kind === PLAN_NOTE)?.data as { status?: unknown } | undefined
  const status = data?.status
  return status === 'written' || status === 'approved' || status === 'dropped' ? status : undefined
}

/** What the model reads while it plans. Product text. */
export function planningText(path: string): string {
  return `Plan mode is on: nothing may be changed but one file, ${path}. Read and ask until you understand the task; then write the plan there with Write (and refine it with Edit): what will be done, in which steps, which files each step touches, what could go wrong, how it will be checked. Do not begin with it. When it is ready, say so in a sentence; the user leaves plan mode when the plan is approved.`
}

/** What an agent that plans is told. Product text. */
export function plansFileText(path: string): string {
  return `The plan of this conversation is the file ${path}: the only one that you may change. Read it if it exists; write your plan there where one is wanted.`
}

/** What the model reads when the person has left plan mode. Product text. */
export function planApprovedText(path: string): string {
  return `Plan mode is off: the user has approved the plan in ${path}. Carry it out. Where the way changes, change the plan too.`
}

/** The same, without a plan. */
export const PLANNING_ENDED = 'Plan mode is off. There is no plan to follow.'

/** What the model reads when the plan was not approved. */
export function planRefusedText(reason: string): string {
  return `The user did not approve the plan; plan mode stays on.${reason === '' ? '' : ` They said: ${reason}`}`
}
