import { afterEach, describe, expect, it } from 'vitest'
import { anthropicProtocol } from '../../test/support/published/anthropic-protocol.ts'
import { CONTEXT_EDITING_BETA, editingProblem } from '../../test/support/published/context-editing.ts'
import { type ProviderServer, startProviderServer } from '../../test/support/published/provider-server.ts'
import { text } from './content.ts'
import { type ContextEdit, complete, type ModelRequest } from './model.ts'
import { createAnthropicModel } from './providers/anthropic.ts'

let server: ProviderServer | undefined
afterEach(() => server?.close())

const EDIT: ContextEdit = {
  ...{ type: 'clear_tool_results', trigger: 15_000, keep: 2, clearAtLeast: 15_000 },
  excludeTools: ['Agent'],
}

/** Six files of about 10,000 tokens, and one answer of an agent in the middle. */
function request(edit?: ContextEdit): ModelRequest {
  const names = ['Read', 'Read', 'Read', 'Agent', 'Read', 'Read', 'Read']
  const steps = names.flatMap((name, at) => [
    {
      role: 'assistant' as const,
      content: [{ type: 'tool_use' as const, id: `t${at}`, name, inputJson: '{}' }],
    },
    {
      role: 'user' as const,
      content: [
        { type: 'tool_result' as const, toolUseId: `t${at}`, content: [text('line '.repeat(8_000))] },
      ],
    },
  ])
  const messages = [{ role: 'user' as const, content: [text('Read them.')] }, ...steps]
  return { system: [], tools: [], messages, ...(edit && { edit }) }
}

async function open(betas?: string[]) {
  server = await startProviderServer(anthropicProtocol, () => 'Done.')
  return createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: server.url, ...(betas && { betas }) })
}

describe('context editing', () => {
  it('is asked for in the documented form, with its header, and says what was cleared', async () => {
    const model = await open(['another-2026-01-01'])
    const { edited } = await complete(model, request(EDIT))
    const [received] = server?.requests ?? []
    expect(received?.headers['anthropic-beta']).toBe(`another-2026-01-01,${CONTEXT_EDITING_BETA}`)
    expect(received?.body.context_management).toEqual({
      edits: [
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'input_tokens', value: 15_000 },
          keep: { type: 'tool_uses', value: 2 },
          clear_at_least: { type: 'input_tokens', value: 15_000 },
          exclude_tools: ['Agent'],
        },
      ],
    })
    expect(server?.refused).toEqual([])
    expect(edited?.toolUses).toBe(4)
    expect(edited?.tokens).toBeGreaterThan(39_000)
  })

  it('leaves header and field out of all other requests', async () => {
    const model = await open()
    const { edited } = await complete(model, request())
    const [received] = server?.requests ?? []
    expect(received?.headers['anthropic-beta']).toBeUndefined()
    expect(received?.body).not.toHaveProperty('context_management')
    expect(edited).toBeUndefined()
  })

  it('says nothing was cleared where it was not enough', async () => {
    const model = await open()
    const { edited } = await complete(model, request({ ...EDIT, clearAtLeast: 60_000 }))
    expect(edited).toBeUndefined()
  })

  it('meets a provider that refuses what the real one refuses', () => {
    const form = { type: 'clear_tool_uses_20250919', keep: { type: 'tool_uses', value: 5 } }
    const said = (edit: unknown, betas = CONTEXT_EDITING_BETA) =>
      editingProblem({ context_management: { edits: [edit] } }, betas)
    expect(said(form)).toBeUndefined()
    expect(said(form, 'other')).toBe('context_management: Extra inputs are not permitted')
    expect(said({ ...form, keep: { type: 'input_tokens', value: 5 } })).toContain('edits.0.keep.type')
    expect(said({ ...form, keep: { type: 'tool_uses', value: 2.5 } })).toContain('keep.value')
    expect(said({ ...form, keepLast: 5 })).toContain('keepLast: Extra inputs')
    expect(said({ ...form, type: 'clear_all' })).toContain('edits.0.type')
    expect(said({ ...form, exclude_tools: 'Agent' })).toContain('exclude_tools')
  })
})
