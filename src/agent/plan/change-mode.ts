// Another permission mode, and what the model is told about it: leaving plan mode is a verdict on the plan.
import type { PermissionGate, PermissionMode, PlanVerdict } from '../permission.ts'
import {
  PLANNING_ENDED,
  type PlanFile,
  planApprovedText,
  planningText,
  planRefusedText,
} from './plan-file.ts'

/** Returns what the model has to know with its next request. */
export type ChangeMode = (mode: PermissionMode, verdict?: PlanVerdict) => string[]

export function createModeChange(
  gate: PermissionGate,
  plan: Pick<PlanFile, 'path' | 'text' | 'approve'>,
): ChangeMode {
  let ended = false
  return (mode, verdict = 'approved') => {
    const before = gate.mode
    const leaves = before === 'plan' && mode !== 'plan'
    if (leaves && typeof verdict === 'object') return [planRefusedText(verdict.refused)]
    gate.mode = mode
    // The first time it is an attachment; from then on one is in sight that has ended.
    if (mode === 'plan' && before !== 'plan') return ended ? [planningText(plan.path)] : []
    if (!leaves) return []
    ended = true
    if (plan.text() === undefined) return [PLANNING_ENDED]
    plan.approve()
    return [planApprovedText(plan.path)]
  }
}
