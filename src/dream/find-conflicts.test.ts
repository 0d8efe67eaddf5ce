import { expect, it } from 'vitest'
import { parseMemory } from '../memory/memory-file.ts'
import { findConflicts } from './find-conflicts.ts'

const memory = (file: string, content: string, created = '2026-04-01T00:00:00Z') =>
  parseMemory(Buffer.from(`---\ncreated: ${created}\n---\n${content}\n`), { file, modified: new Date(0) })

it('are the same words with another number or a negation; the older comes first', () => {
  const found = findConflicts([
    memory('a.md', 'The API listens on port 8080.', '2026-04-03T00:00:00Z'),
    memory('b.md', 'Something else.\nThe API listens on port 9090.'),
    memory('c.md', 'We use mocks in integration tests.'),
    memory('d.md', 'We do not use mocks in integration tests.'),
    memory('e.md', '服务监听 8080 端口。'),
    memory('f.md', '服务监听 9090 端口。'),
    memory('g.md', 'Alice owns the billing service.'),
    memory('h.md', 'Bob owns the billing service.'),
    memory('i.md', '> The API listens on port 7070.'),
    memory('k.md', 'Port 1'),
    memory('l.md', 'Port 2'),
  ])
  expect(found.map(({ reason, one, other }) => [reason, one.file, other.file])).toEqual([
    ['number', 'b.md', 'a.md'],
    ['negation', 'c.md', 'd.md'],
    ['number', 'e.md', 'f.md'],
  ])
})
