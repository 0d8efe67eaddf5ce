// Context editing as the Messages API documents it: what it refuses, and what it clears. After
// https://platform.claude.com/docs/en/build-with-claude/context-editing and the types of @anthropic-ai/sdk 1.8.0
// (read 2026-11-18). The wording of the refusal without the header is the one that users of the service report.

export const CONTEXT_EDITING_BETA = 'context-management-2025-06-27'

export interface AppliedEdit {
  readonly type: 'clear_tool_uses_20250919'
  readonly cleared_tool_uses: number
  readonly cleared_input_tokens: number
}

interface RawAmount {
  readonly type?: unknown
  readonly value?: unknown
}

interface RawEdit {
  readonly type?: unknown
  readonly trigger?: RawAmount
  readonly keep?: RawAmount
  readonly clear_at_least?: RawAmount | null
  readonly clear_tool_inputs?: unknown
  readonly exclude_tools?: readonly string[] | null
}

interface RawBody {
  readonly context_management?: { readonly edits?: readonly RawEdit[] }
  readonly messages?: readonly { readonly content?: unknown }[]
}

const FIELDS = new Set([
  ...['type', 'trigger', 'keep', 'clear_at_least', 'clear_tool_inputs', 'exclude_tools'],
])

/** Why the service would refuse this part of a request. `betas`: the header `anthropic-beta`. */
export function editingProblem(body: unknown, betas: string | undefined): string | undefined {
  const given = (body as RawBody).context_management
  if (given === undefined) return undefined
  const named = (betas ?? '').split(',').map((name) => name.trim())
  if (!named.includes(CONTEXT_EDITING_BETA)) return 'context_management: Extra inputs are not permitted'
  const extra = Object.keys(given).find((name) => name !== 'edits')
  if (extra !== undefined) return `context_management.${extra}: Extra inputs are not permitted`
  if (!Array.isArray(given.edits)) return 'context_management.edits: Input should be a valid list'
  for (const [at, edit] of given.edits.entries()) {
    const problem = editProblem(edit)
    if (problem) return `context_management.edits.${at}.${problem}`
  }
  return undefined
}

function editProblem(edit: RawEdit): string | undefined {
  if (edit.type !== 'clear_tool_uses_20250919')
    return 'type: Input tag does not match any of the expected tags'
  const extra = Object.keys(edit).find((name) => !FIELDS.has(name))
  if (extra !== undefined) return `${extra}: Extra inputs are not permitted`
  return (
    amountProblem('trigger', edit.trigger, ['input_tokens', 'tool_uses']) ??
    amountProblem('keep', edit.keep, ['tool_uses']) ??
    amountProblem('clear_at_least', edit.clear_at_least ?? undefined, ['input_tokens']) ??
    (isNames(edit.exclude_tools ?? []) ? undefined : 'exclude_tools: Input should be a valid list of strings')
  )
}

function isNames(given: unknown): boolean {
  return Array.isArray(given) && given.every((name) => typeof name === 'string')
}

function amountProblem(
  name: string,
  amount: RawAmount | undefined,
  types: readonly string[],
): string | undefined {
  if (amount === undefined) return undefined
  if (!types.includes(String(amount.type))) return `${name}.type: Input should be ${types.join(' or ')}`
  const { value } = amount
  return Number.isInteger(value) && Number(value) >= 0
    ? undefined
    : `${name}.value: Input should be a valid integer`
}

/** What the service clears of this request, and says of it in the last event; about four bytes are a token. */
export function appliedEdits(body: unknown): AppliedEdit[] {
  const { context_management: given, messages = [] } = body as RawBody
  const [edit] = given?.edits ?? []
  if (!edit) return []
  const excluded = new Set(edit.exclude_tools ?? [])
  const uses: string[] = []
  const results = new Map<string, number>()
  for (const { content } of messages)
    for (const block of Array.isArray(content) ? content : []) {
      if (block.type === 'tool_use' && !excluded.has(block.name)) uses.push(block.id)
      if (block.type === 'tool_result')
        results.set(block.tool_use_id, Math.ceil(JSON.stringify(block.content ?? '').length / 4))
    }
  const keep = Number(edit.keep?.value ?? 3)
  const cleared = uses.slice(0, Math.max(0, uses.length - keep))
  const tokens = cleared.reduce((sum, id) => sum + (results.get(id) ?? 0), 0)
  const trigger = edit.trigger ?? { type: 'input_tokens', value: 100_000 }
  const size = trigger.type === 'tool_uses' ? uses.length : Math.ceil(JSON.stringify(messages).length / 4)
  if (size <= Number(trigger.value) || cleared.length === 0) return []
  if (tokens < Number(edit.clear_at_least?.value ?? 0)) return []
  return [
    {
      type: 'clear_tool_uses_20250919',
      cleared_tool_uses: cleared.length,
      cleared_input_tokens: tokens,
    },
  ]
}
