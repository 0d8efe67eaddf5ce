// May this call run? A pure decision first; only `ask` goes to the person.
import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { attempt } from '../base/values/attempt.ts'
import type { ToolInput } from './tools/tool.ts'

export type PermissionMode =
  | 'ask' // reading is free, everything else is asked for
  | 'acceptEdits' // changing files below the working directory is free too
  | 'plan' // reading only: the agent makes a plan
  | 'deny' // what would be asked for is denied: nobody is there to answer

/** What the person says about a plan where plan mode is left. */
export type PlanVerdict =
  | 'approved'
  /** The mode stays; what the person said about it. */
  | { readonly refused: string }

export interface PermissionCall {
  tool: string
  input: ToolInput
  readOnly: boolean
  cwd: string
  /** Credentials that the call would read or change. */
  credentials?: string
  /** Set for a sub-agent whose definition asks for another mode than the gate's. */
  mode?: PermissionMode
  /** Nobody waits for the agent: nobody is asked, either. */
  unattended?: boolean
  /** What it reaches beyond this machine's own files: asked about even where it only reads. */
  reaches?: string
}

export type PermissionAnswer = { allowed: true } | { allowed: false; reason: string }

type PermissionPlan = PermissionAnswer | 'ask'

/** What the person says. `always`: this call again, or every edit, in this conversation. */
export type AskPermission = (
  call: PermissionCall,
  signal: AbortSignal,
) => Promise<'once' | 'always' | { refused: string }>

const EDITS: ReadonlySet<string> = new Set(['Edit', 'Write'])

export function planPermission(mode: PermissionMode, call: PermissionCall): PermissionPlan {
  if (call.credentials !== undefined && (call.readOnly || mode !== 'plan'))
    return mode === 'deny' ? denied(aboutCredentials(call)) : 'ask'
  if (call.readOnly && call.reaches === undefined) return { allowed: true }
  // While planning the person may let something be looked up.
  if (call.readOnly && mode === 'plan') return 'ask'
  switch (mode) {
    case 'plan':
      return denied('only reading is allowed while planning; finish the plan and let the user decide')
    case 'deny':
      return denied(`${call.tool} needs the user's permission, and nobody is there to give it`)
    case 'acceptEdits':
      return EDITS.has(call.tool) && isBelow(call.input.file_path, call.cwd) ? { allowed: true } : 'ask'
    case 'ask':
      return 'ask'
  }
}

export interface PermissionGate {
  mode: PermissionMode
  decide(call: PermissionCall, signal: AbortSignal): Promise<PermissionAnswer>
}

/** Remembers what was allowed always. Without `ask` nobody can be asked. */
export function createPermissionGate(mode: PermissionMode, ask?: AskPermission): PermissionGate {
  const granted = new Set<string>()
  let asked: Promise<unknown> = Promise.resolve()
  const gate: PermissionGate = {
    mode,
    async decide(call, signal) {
      const plan = planPermission(call.mode ?? gate.mode, call)
      if (plan !== 'ask') return plan
      if (granted.has(grantKey(call))) return { allowed: true }
      if (!ask || call.unattended)
        return denied(
          call.credentials === undefined
            ? `${call.tool} needs the user's permission, and nobody is there to give it`
            : aboutCredentials(call),
        )
      // Calls run together, questions do not; an earlier answer may be for this one as well.
      const answering = asked.then(async () => {
        if (granted.has(grantKey(call))) return 'once'
        const answer = await ask(call, signal)
        if (answer === 'always') granted.add(grantKey(call))
        return answer
      })
      asked = answering.catch(() => undefined)
      const answer = await answering
      return typeof answer === 'object' ? denied(answer.refused || 'the user refused it') : { allowed: true }
    },
  }
  return gate
}

/** For the model, which may ask the person for it in words. */
function aboutCredentials({ tool, credentials }: PermissionCall): string {
  return `${credentials} contains credentials: ${tool} needs the user's permission for it, and nobody is there to give it`
}

/** An edit covers every edit of that file's project, a server's tool or a host itself; any other call only itself. */
function grantKey({ tool, input, cwd, credentials, reaches }: PermissionCall): string {
  if (reaches !== undefined) return `reaches ${tool} ${reaches}`
  if (credentials === undefined && EDITS.has(tool) && isBelow(input.file_path, cwd)) return 'edits'
  return `${tool} ${JSON.stringify(input)}`
}

/** What decides about running things is never changed without asking. */
const GUARDED: ReadonlySet<string> = new Set(['.git', '.claude', '.memdir', '.husky', '.vscode', '.idea'])

/** Where the path really leads: a link out of the project is outside. */
export function isBelow(path: unknown, cwd: string): boolean {
  if (typeof path !== 'string' || path.startsWith('~') || path.includes('\0')) return false
  const steps = relative(realPath(cwd), realPath(resolve(cwd, path))).split(sep)
  const [first = ''] = steps
  const outside = first === '..' || first === '' || isAbsolute(first)
  return !outside && !steps.some((step) => GUARDED.has(step.toLowerCase()))
}

/** Also for what does not exist yet: its nearest directory counts. */
function realPath(path: string): string {
  const real = attempt(() => realpathSync.native(path))
  if (real !== undefined) return real
  const parent = dirname(path)
  return parent === path ? path : join(realPath(parent), basename(path))
}

function denied(reason: string): PermissionAnswer {
  return { allowed: false, reason }
}
