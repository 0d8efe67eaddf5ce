import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordsPlace } from '../../test/records-place.ts'

const user = { origin: 'user' } as const
/** To the model everything is nearly the same. */
const near = { compare: async (_: string, others: readonly string[]) => others.map(() => 0.97) }

describe('what is added', () => {
  it.each(['agent', 'import'] as const)(
    'lets no %s rewrite or take back what the person said',
    async (origin) => {
      const { records, by, store } = recordsPlace(near)
      const said = [
        'Deploys happen on Fridays',
        'The default branch is main',
        'The response cache is enabled. It sits in front of the API for all customers.',
        'Tests use a real database',
      ]
      const other = [
        'Deploys happen on Tuesdays',
        'The default branch is trunk',
        'The response cache is disabled. It sits in front of the API for all customers.',
        'Tests use a real database in a container',
      ]
      for (const content of said) await records.add({ content, source: user }, by)
      for (const content of other) {
        const added = await records.add({ content, source: { origin } }, by)
        expect([added.status, 'superseded' in added]).toEqual(['added', false])
      }
      await records.mergeRecent({ actor: 'memdir' })
      const texts = store.list().map(({ content }) => content.trim())
      expect(texts.sort()).toEqual([...said, ...other].sort())
      expect(records.statistics()).toMatchObject({ total: 8, live: 8 })
    },
  )

  it('replaces single statements of a longer memory when the person takes them back', async () => {
    const { records, by, store } = recordsPlace(near)
    await records.add({ content: 'The API listens on port 8080. Logs go to stdout.', source: user }, by)
    const newer = await records.add({ content: 'The API listens on port 9090.', source: user }, by)
    expect(newer).toMatchObject({ status: 'merged', kept: 'both' })
    expect(store.list().map(({ content }) => content.trim())).toEqual([
      'The API listens on port 9090. Logs go to stdout.',
    ])
  })

  it('keeps in the history what it does not take over, also twice within a second', async () => {
    const { records, by, store } = recordsPlace(near)
    const add = (content: string) => records.add({ content }, by)
    await add('Integration tests use a real database in a container')
    for (const content of [
      'Integration tests always use a real database',
      'Integration tests use one real database',
    ])
      expect(await add(content)).toMatchObject({ status: 'merged', kept: 'old' })
    expect(records.explain(store.list()[0]!).merged).toHaveLength(2)
  })

  it('is stored beside a file written by hand that would have no place for it', async () => {
    const { records, by, store, directory } = recordsPlace(near)
    await records.add({ content: 'The office is in Oslo' }, by)
    const text = 'Integration tests use a real database in a container'
    writeFileSync(join(directory, 'by_hand.md'), `---\nimportance: 3\nconfidence: 1\n---\n${text}\n`)
    const said = { content: 'Integration tests always use a real database' }
    expect((await records.add(said, by)).status).toBe('added')
    expect(store.list()).toHaveLength(3)
  })
})
