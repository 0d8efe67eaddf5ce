import { describe, expect, it } from 'vitest'
import { message } from './message.ts'

const MOVED = { key: 'test-moved', en: '{name} moved to {place}', zh: '{name} 已移到 {place}' } as const
const NOWHERE = { key: 'test-nowhere', en: 'nowhere', zh: '不知何处' } as const

describe('message', () => {
  it('puts values into both languages, a message in its own', () => {
    const said = message(MOVED, { name: 'a.md', place: message(NOWHERE) })
    expect(said).toMatchObject({ key: 'test-moved', en: 'a.md moved to nowhere', zh: 'a.md 已移到 不知何处' })
  })

  it('takes values as text, never as a template', () => {
    expect(message(MOVED, { name: '{place}', place: '$1' }).en).toBe('{place} moved to $1')
  })
})
