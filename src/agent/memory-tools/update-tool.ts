import { own } from '../../base/text/agent-text.ts'
import { inertFact } from '../../base/text/inert-text.ts'
import { MEMORY_TYPES } from '../../memory/memory.ts'
import { findIn, type PlacedMemory } from '../../memory/place-verbs.ts'
import type { Caller, MemoryHost } from '../client-host.ts'
import type { ClientTool, ClientToolInput, ToolAnswer } from './client-tool.ts'
import { memoryData } from './describe-hits.ts'
import { askedAgain, MOMENT_FIELDS } from './moment-fields.ts'

const FIELDS = ['name', 'description', 'type', 'tags', 'importance', 'when', 'on'] as const

/** So much of a reason is kept. */
const REASON_LENGTH = 300

export const updateTool: ClientTool = {
  name: 'update',
  title: 'Update a memory',
  description:
    'Corrects a memory or adds to it. Only the fields that you give change; `content` replaces the whole text, and then it is you who said it. The person can take it back with `memdir undo`.',
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'Its id or file name.' },
      content: { type: 'string', description: 'The whole new text.' },
      name: { type: 'string', description: 'The title.' },
      description: { type: 'string', description: 'The line by which it is judged.' },
      type: { type: 'string', enum: MEMORY_TYPES, description: 'The type.' },
      tags: { type: 'array', items: { type: 'string' }, description: 'All tags.' },
      when: { ...MOMENT_FIELDS.when, description: 'When it matters, as in `remember`; all phrases.' },
      on: { ...MOMENT_FIELDS.on, description: 'At which calls, as in `remember`; all patterns.' },
      importance: { type: 'number', minimum: 1, maximum: 5, description: '1 trivial to 5 vital.' },
      wrong: {
        type: 'boolean',
        description:
          'true: it is wrong and you do not know what is right. It then needs a closer match to be attached; what the person said stands.',
      },
      reason: { type: 'string', description: 'With wrong: why, in one line.' },
    },
    required: ['id'],
    additionalProperties: false,
  },
  rare: ['importance', 'reason', 'on'],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(host, input, caller) {
    const meant = findIn(host, input.id as string)
    const { memory, host: there } = meant
    if (input.wrong === true) return callWrong(meant, input, caller)
    const fields = Object.fromEntries(
      FIELDS.filter((name) => name in input).map((name) => [name, input[name]]),
    )
    const change = { fields, content: input.content as string | undefined }
    const { actor, conversation } = caller
    const saved = await there.store.edit(memory, change, { actor, conversation })
    const done = saved.written.changes.length > 0 ? own`Updated` : own`Nothing changed in`
    return {
      text: own`${done} "${inertFact(saved.memory.name)}" (${inertFact(saved.memory.file)}).${askedAgain(saved.memory, input)}`,
      data: {
        memory: memoryData(saved.memory, there.place.directory),
        warnings: saved.written.warnings.map(({ en }) => en),
      },
    }
  },
}

async function callWrong(
  { memory, host }: PlacedMemory<MemoryHost>,
  { reason }: ClientToolInput,
  { actor, conversation }: Caller,
): Promise<ToolAnswer> {
  const records = await host.records()
  const said = typeof reason === 'string' ? reason.slice(0, REASON_LENGTH) : undefined
  const raised = await records.callWrong(memory, { actor, conversation }, said)
  const what =
    raised > 0
      ? own`It needs a similarity that is higher by ${inertFact(raised.toFixed(1))} to be attached again.`
      : own`It is what the person said, so it stands: tell them, and they can correct it.`
  return {
    text: own`Noted that "${inertFact(memory.name)}" (${inertFact(memory.file)}) was called wrong. ${what}`,
    data: { id: memory.id, file: memory.file, raised },
  }
}
