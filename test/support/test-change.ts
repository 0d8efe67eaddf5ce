import type { Change } from '../../src/memory/writer.ts'

/** A line of the journal: a file that was added. */
export function testChange(id: string, more: Partial<Change> = {}): Change {
  return {
    id,
    group: id,
    time: '2026-04-09T10:00:00Z',
    actor: 'user',
    action: 'add',
    file: `${id}.md`,
    before: null,
    after: { hash: 'h', text: 'x' },
    ...more,
  }
}
