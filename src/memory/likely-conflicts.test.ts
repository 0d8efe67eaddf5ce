import { expect, it } from 'vitest'
import { findLikelyConflicts } from './likely-conflicts.ts'
import { parseMemory } from './memory-file.ts'

const memory = (file: string, content: string, created = '2026-04-01T00:00:00Z') =>
  parseMemory(Buffer.from(`---\ncreated: ${created}\n---\n${content}\n`), { file, modified: new Date(0) })

it('are looked for statement by statement, the older first; a pair of files is named once', () => {
  const found = findLikelyConflicts([
    memory('a.md', 'The API listens on port 8080. Logs are kept for 30 days.', '2026-04-03T00:00:00Z'),
    memory('b.md', '- Something else.\n- The API listens on port 9090.\n- Logs are kept for 90 days.'),
    memory('c.md', 'Alice owns the billing service.', '2026-04-02T00:00:00Z'),
    memory('d.md', 'Bob owns the billing service.', '2026-04-05T00:00:00Z'),
  ])
  expect(found).toEqual([
    {
      reason: 'value',
      older: { file: 'c.md', text: 'Alice owns the billing service.' },
      newer: { file: 'd.md', text: 'Bob owns the billing service.' },
    },
    {
      reason: 'value',
      older: { file: 'b.md', text: 'The API listens on port 9090.' },
      newer: { file: 'a.md', text: 'The API listens on port 8080.' },
    },
  ])
})

it('are ranked across places: few values before many, then the newest', () => {
  const found = findLikelyConflicts([
    memory('a.md', 'The API listens on port 8080.', '2026-04-01T00:00:00Z'),
    memory('b.md', 'The API listens on port 9090.', '2026-04-08T00:00:00Z'),
    memory('c.md', 'The API listens on port 7070.', '2026-04-09T00:00:00Z'),
    memory('d.md', 'Alice owns the billing service.', '2026-04-01T00:00:00Z'),
    memory('e.md', 'Bob owns the billing service.', '2026-04-02T00:00:00Z'),
    memory('team/f.md', 'Log files are kept for 30 days.', '2026-04-01T00:00:00Z'),
    memory('team/g.md', 'Log files are kept for 90 days.', '2026-04-03T00:00:00Z'),
  ])
  expect(found.map(({ newer }) => newer.file)).toEqual(['team/g.md', 'e.md', 'c.md', 'b.md'])
})

it('are none with quotations, code, or what is shared', () => {
  const found = findLikelyConflicts([
    memory('a.md', 'The API listens on port 8080.'),
    memory('b.md', '> The API listens on port 7070.'),
    memory('c.md', '```\nThe API listens on port 6060.\n```'),
    memory('team/d.md', 'The API listens on port 5050.'),
  ])
  expect(found).toEqual([])
})
