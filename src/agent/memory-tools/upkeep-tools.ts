// What a conversation may ask of the memory as a whole: in addition to the tools that every agent gets.
import { joinLines, own } from '../../base/text/agent-text.ts'
import { inertFact } from '../../base/text/inert-text.ts'
import { type ClientTool, READS } from './client-tool.ts'

const NOTHING = { type: 'object', properties: {}, additionalProperties: false } as const

export const statsTool: ClientTool = {
  name: 'stats',
  title: 'Count the memories',
  description: 'How many memories there are, of which types and kinds, and which are used most.',
  inputSchema: NOTHING,
  annotations: READS,
  async run(host) {
    const statistics = await (await host.records()).statistics()
    const { total, live, superseded, expired, due, types, most_used } = statistics
    const used = most_used.map(
      ({ id, name, count }) => own`- ${inertFact(name)} (${inertFact(id)}): ${count} times`,
    )
    const lines = [
      own`${total} memories: ${live} live, ${superseded} superseded, ${expired + due} expired.`,
      own`By type: ${inertFact(JSON.stringify(types))}.`,
      ...(used.length > 0 ? [own`Used most:`, ...used] : []),
    ]
    return { text: joinLines(lines), data: { ...statistics } }
  },
}

export const cleanupTool: ClientTool = {
  name: 'cleanup',
  title: 'Remove what expired long ago',
  description:
    'Removes memories that expired longer ago than they are kept. It happens by itself once a day; the person can take it back with `memdir undo`.',
  inputSchema: NOTHING,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(host, _, { actor, conversation }) {
    const { removed, waiting, later, clockJump } = await (await host.records()).cleanUp({
      actor,
      conversation,
    })
    const names = removed.map(({ name, file }) => own`- ${inertFact(name)} (${inertFact(file)})`)
    const rest = own`${waiting} expired and still kept, ${later} left for the next time.`
    const jump = clockJump ? [own`The clock has jumped lately: nothing was removed.`] : []
    return {
      text: joinLines([...jump, own`Removed ${removed.length}; ${rest}`, ...names]),
      data: { removed, waiting, later },
    }
  },
}
