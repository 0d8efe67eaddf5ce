import { own } from '../../base/text/agent-text.ts'
import { inertFact } from '../../base/text/inert-text.ts'
import { findIn } from '../../memory/place-verbs.ts'
import type { ClientTool } from './client-tool.ts'

export const forgetTool: ClientTool = {
  name: 'forget',
  title: 'Forget a memory',
  description:
    'Removes one memory: when the person asks you to forget it, or when it is wrong and there is nothing to correct. Be sure that it is the right one. The person can take it back with `memdir undo`.',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string', description: 'Its id or file name.' } },
    required: ['id'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(host, input, caller) {
    const { memory, host: there } = findIn(host, input.id as string)
    const { actor, conversation } = caller
    await there.store.remove(memory, { actor, conversation })
    return {
      text: own`Forgot "${inertFact(memory.name)}" (${inertFact(memory.file)}). \`memdir undo\` brings it back.`,
      data: { id: memory.id, file: memory.file },
    }
  },
}
