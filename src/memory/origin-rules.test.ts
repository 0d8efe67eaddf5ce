import { expect, test } from 'vitest'
import { ORIGINS, type Origin } from './memory.ts'
import { parseMemory } from './memory-file.ts'
import {
  actingAs,
  isPersons,
  originOf,
  programName,
  provableSource,
  quotesPerson,
  sourceOf,
} from './origin-rules.ts'

const origin = (actor: string, claimed: Origin | undefined, proven?: boolean) =>
  originOf({ actor, claimed, proven })

test('the person may say where a statement came from; it is theirs where they say nothing', () => {
  expect([origin('user', undefined), origin('user', 'web'), origin('user', 'user')]).toEqual([
    'user',
    'web',
    'user',
  ])
})

test('a program is taken at its word for what counts no more than itself', () => {
  for (const claimed of ['agent', 'reported', 'tool', 'web'] as const)
    expect(origin('claude-code', claimed)).toBe(claimed)
  for (const claimed of [undefined, 'import', 'include', 'team'] as const)
    expect(origin('claude-code', claimed)).toBe('agent')
})

test('that the person said it has to be proven', () => {
  expect([origin('claude-code', 'user', true), origin('claude-code', 'user')]).toEqual(['user', 'reported'])
  expect(sourceOf({ actor: 'claude-code', proven: true }, { conversation: 'c', origin: 'user' })).toEqual({
    conversation: 'c',
    origin: 'user',
  })
  expect(sourceOf({ actor: 'claude-code' })).toEqual({ origin: 'agent' })
})

test('inside an agent nobody is the person, and no program is called like one', () => {
  expect([actingAs('user', 'codex'), actingAs('user', undefined), actingAs('other', 'codex')]).toEqual([
    'codex',
    'user',
    'other',
  ])
  expect(['User', 'memdir', 'users'].map(programName)).toEqual(['client-user', 'client-memdir', 'users'])
})

const CLAIMS: readonly (Origin | undefined)[] = [...ORIGINS, undefined]
const WEAKER: readonly (Origin | undefined)[] = ['tool', 'web']

/** Every kind of place, and what is believed there of each claim. */
const PLACES: [
  string,
  { file: string; inTree?: boolean },
  (claimed: Origin | undefined) => Origin | undefined,
][] = [
  ['the person’s own', { file: 'a.md' }, (claimed) => claimed],
  ['below a folder of it', { file: 'teams/team/a.md' }, (claimed) => claimed],
  ['the team’s', { file: 'team/a.md' }, (claimed) => (WEAKER.includes(claimed) ? claimed : 'team')],
  ['the team’s, folded', { file: 'TEAM/x/a.md' }, (claimed) => (WEAKER.includes(claimed) ? claimed : 'team')],
  [
    'a working tree',
    { file: 'a.md', inTree: true },
    (claimed) => (WEAKER.includes(claimed) ? claimed : 'include'),
  ],
  [
    'the team’s in a working tree',
    { file: 'team/a.md', inTree: true },
    (claimed) => (WEAKER.includes(claimed) ? claimed : 'include'),
  ],
]

test.each(PLACES)('of what is in %s no more is believed than its writers can prove', (_, place, believed) => {
  for (const claimed of CLAIMS) {
    const source = claimed === undefined ? undefined : { origin: claimed, conversation: 'c' }
    const proven = provableSource(source, place)
    expect([claimed, proven?.origin]).toEqual([claimed, believed(claimed)])
    expect(proven?.conversation).toBe(source?.conversation)
    const text = `---\nname: A\n${claimed ? `source: {origin: ${claimed}, conversation: c}\n` : ''}---\nx\n`
    const read = parseMemory(Buffer.from(text), { ...place, modified: new Date(0) })
    expect([claimed, read.source?.origin]).toEqual([claimed, believed(claimed)])
  }
})

test('the person’s is what they said, wrote by hand, or are quoted with by who can have heard them', () => {
  const evidence = 'always squash'
  const persons = CLAIMS.filter((origin) => isPersons({ source: origin && { origin } }))
  const quoting = CLAIMS.filter((origin) => quotesPerson({ source: origin && { origin }, evidence }))
  expect(persons).toEqual(['user', undefined])
  expect(quoting).toEqual(['user', 'agent', 'reported', undefined])
  expect(CLAIMS.filter((origin) => isPersons({ source: origin && { origin }, evidence }))).toEqual(quoting)
  expect(isPersons({ source: { conversation: 'c' } })).toBe(false)
  expect(quotesPerson({})).toBe(false)
})
