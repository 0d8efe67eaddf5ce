import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../base/text/tokens.ts'
import { memoryRules, type RulesInput } from './memory-rules.ts'

const directory = '/home/ann/.memdir/projects/shop/memory'
const plain: RulesInput = {
  directory,
  index: true,
  searchHints: { transcripts: '/home/ann/.memdir/projects/shop/sessions' },
}
const VARIANTS: Record<string, RulesInput> = {
  plain,
  'no-index': { ...plain, index: false },
  'no-search-hints': { ...plain, searchHints: undefined },
  team: { ...plain, teamDirectory: `${directory}/team` },
  'daily-log': { ...plain, dailyLog: true },
  'agent-user': { ...plain, agentScope: 'user' },
  'agent-project': { ...plain, agentScope: 'project' },
  'agent-local': { ...plain, agentScope: 'local' },
  guidelines: { ...plain, extraGuidelines: 'Never store customer names.\nAsk before saving dates.\n' },
}

describe('the rules text', () => {
  it.each(Object.entries(VARIANTS))('is the golden one: %s', async (name, input) => {
    await expect(`${memoryRules(input)}\n`).toMatchFileSnapshot(`../../test/golden/rules-${name}.md`)
  })

  it('is about 3,000 tokens', () => {
    const tokens = estimateTokens(memoryRules(plain))
    expect(tokens).toBeGreaterThan(2_300)
    expect(tokens).toBeLessThan(3_500)
  })

  it.each([
    ['where the directory is, and that it exists', /`\/home\/ann\/.*\/memory`\. It exists already/],
    [
      'when to save each type',
      /### user[\s\S]*Save when[\s\S]*### feedback[\s\S]*Save when[\s\S]*### project[\s\S]*Save when[\s\S]*### reference[\s\S]*Save when/,
    ],
    [
      'how to use each type',
      /### user[\s\S]*Use it[\s\S]*### feedback[\s\S]*Use it[\s\S]*### project[\s\S]*Use it[\s\S]*### reference[\s\S]*Use it/,
    ],
    [
      'examples for each type',
      /### user[\s\S]*Example:[\s\S]*### feedback[\s\S]*Example:[\s\S]*### project[\s\S]*Example:[\s\S]*### reference[\s\S]*Example:/,
    ],
    ['no negative judgements', /Do not write down judgements/],
    [
      'confirmations as well as corrections',
      /corrections \*and\* confirmations[\s\S]*accepted without a word[\s\S]*timid/,
    ],
    ['absolute dates', /relative dates into absolute/],
    ['rule first, why, when', /\*\*Why:\*\*[\s\S]*\*\*When:\*\*/],
    ['what the code says is not saved', /Code patterns, conventions, architecture, file paths/],
    ['what git says is not saved', /Git history[\s\S]*git log/],
    ['fix recipes are not saved', /recipes for fixes/],
    ['what instruction files say is not saved', /instruction file \(CLAUDE\.md, AGENTS\.md/],
    ['the current task is not saved', /state of the current task/],
    [
      'even when asked, and to ask what was surprising',
      /even when you are asked[\s\S]*surprising or not obvious/,
    ],
    ['the two steps', /two steps[\s\S]*1\. Write[\s\S]*2\. Add a pointer/],
    [
      'the form of a pointer and its length',
      /`- \[Title\]\(file\.md\) — one-line hook`, of at most about 150 characters without the link/,
    ],
    ['that the index is no memory', /never written into it/],
    ['the limit of the index', /200 lines/],
    ['organised by topic', /by topic, not by time/],
    ['a specific description', /The description is specific/],
    ['update before adding', /update it rather than write a second one/],
    ['access when relevant or earlier work is meant', /seems relevant, or the person refers to earlier work/],
    ['access always when asked', /Always when the person asks you to check, recall or remember/],
    ['ignoring memory', /as if the index were empty\. Do not apply, cite, compare with or mention/],
    [
      'names of files and functions to be checked',
      /check that the file is there; if it names a function or a flag, search/,
    ],
    ['verifying before the person acts', /about to act on what you say[\s\S]*verify first/],
    ['reality over memory, and mending it', /trust what you see now, and correct or remove the memory/],
    ['frozen snapshots', /state of the repository[\s\S]*photograph[\s\S]*git log/],
    ['plans and task lists', /Use a plan when[\s\S]*Use a task list for/],
    [
      'searching: memories first, transcripts last, narrow terms',
      /memory files first[\s\S]*Only if that finds nothing[\s\S]*narrow terms/,
    ],
  ])('says: %s', (_, pattern) => {
    expect(memoryRules(plain)).toMatch(pattern)
  })

  it('leaves out the pointer step and the index when it is switched off', () => {
    const text = memoryRules(VARIANTS['no-index']!)
    expect(text).not.toMatch(/MEMORY\.md|pointer|two steps/)
  })

  it('in daily-log mode only appends, and touches neither topics nor index', () => {
    const text = memoryRules(VARIANTS['daily-log']!)
    expect(text).toContain(`${directory}/logs/YYYY/MM/YYYY-MM-DD.md`)
    expect(text).toMatch(/do not write topic files, and do not touch `MEMORY\.md`/)
    expect(text).not.toMatch(/two steps/)
  })

  it('with a team explains both directories and what may never be shared', () => {
    const text = memoryRules(VARIANTS.team!)
    expect(text).toContain(`${directory}/team`)
    expect(text).toMatch(/Never put anything personal, and never a secret/)
    expect(text.match(/- Where: /g)).toHaveLength(4)
  })

  it('tells an agent the scope of its own memory', () => {
    expect(memoryRules(VARIANTS['agent-user']!)).toMatch(/every project[\s\S]*keep it general/)
    expect(memoryRules(VARIANTS['agent-project']!)).toMatch(
      /shared through version control[\s\S]*fit it to this project/,
    )
    expect(memoryRules(VARIANTS['agent-local']!)).toMatch(
      /not in version control: fit it to this project and this machine/,
    )
  })

  it('ends with the extra guidelines', () => {
    expect(memoryRules(VARIANTS.guidelines!)).toMatch(
      /Never store customer names\.\nAsk before saving dates\.$/,
    )
  })
})
