import { describe, expect, it } from 'vitest'
import { claudeSlug, claudeSlugStart } from './claude-memory.ts'

/** Seen in Claude Code 2.1.325: the names of the directories that it made for these. */
describe('the name of Claude Code’s directory of a project', () => {
  const deep = `/tmp/clients/long/p/${'a'.repeat(90)}/${'a'.repeat(90)}`

  it('is the path up to 200 characters', () => {
    const path = `/${'d'.repeat(199)}`
    expect(claudeSlug(path)).toBe(`-${'d'.repeat(199)}`)
    expect(claudeSlug('/home/me/café_1.x')).toBe('-home-me-caf--1-x')
  })

  it.each([
    ['b', 'vkv4u'],
    ['bcdefgh', 'qpl4n3'],
    ['bcdefghi/é中', 'w2kjgr'],
  ])('is cut above, with a sum: …/%s', (end, sum) => {
    const slug = claudeSlug(`${deep}/${end}`)
    expect(slug.slice(200)).toBe(`-${sum}`)
    expect(slug.startsWith(claudeSlugStart(`${deep}/${end}`))).toBe(true)
  })
})
