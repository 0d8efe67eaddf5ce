import { expect, it } from 'vitest'
import { editedText } from './edit-memory.ts'

const clock = { now: () => new Date('2026-11-15T12:00:00Z') }
const file = (times: string) => Buffer.from(`---\nid: a\nname: Port\n${times}---\nThe port is 8080\n`)

it.each([
  ['another text', { content: 'The port is 9090\n' }, '2026-11-15T12:00:00Z'],
  ['the same text', { content: 'The port is 8080\n', fields: { importance: 5 } }, '2026-03-01'],
  ['a tag', { fields: { tags: ['api'] } }, '2026-03-01'],
  ['a time that is given', { fields: { tags: ['api'], updated: '2026-05-05' } }, '2026-05-05'],
])('%s: a memory is as new as what it says', (_, change, updated) => {
  expect(editedText(file('created: 2026-03-01\n'), change, clock)).toMatch(
    new RegExp(`updated: "?${updated}"?\n`),
  )
})

it('keeps the time of the last text, and gives files that carry no time none', () => {
  const change = { fields: { tags: ['api'] } }
  const twice = editedText(file('created: 2026-03-01\nupdated: 2026-04-04\n'), change, clock)
  expect(twice).toMatch(/updated: "?2026-04-04"?\n/)
  expect(editedText(file(''), { content: 'The port is 9090\n' }, clock)).not.toContain('updated')
})
