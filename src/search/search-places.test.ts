import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryHome } from '../../test/support/published/temporary-home.ts'
import { openContext } from '../connect/open-context.ts'
import { placesOf } from '../memory/places.ts'
import { type Choose, searchPlaces } from './search-places.ts'

test('all places are chosen from once, and no file is read that was not chosen', async () => {
  const home = temporaryHome()
  const context = openContext({ directory: home.project, env: { ...home.env, MEMDIR_BACKGROUND: '0' } })
  for (const [directory, who] of [
    [context.location.memory, 'Caroline'],
    [join(context.home, 'everywhere/memory'), 'Miriam'],
  ] as const) {
    mkdirSync(directory, { recursive: true })
    for (const n of [1, 2, 3]) writeFileSync(join(directory, `${n}.md`), `Green tea number ${n} of ${who}.`)
  }
  const offered: number[] = []
  const read: string[] = []
  const choose: Choose = (all) => {
    offered.push(all.length)
    return { chosen: [all[0]!, all.at(-1)!], dropped: [] }
  }
  const searchOf: typeof context.searchOf = Object.assign(
    async (place: Parameters<typeof context.searchOf>[0]) => {
      const search = await context.searchOf(place)
      return {
        ...search,
        read: (hits: Parameters<typeof search.read>[0]) => {
          read.push(...hits.map(({ document }) => `${place.kind} ${document.id}`))
          return search.read(hits)
        },
      }
    },
    { close: context.searchOf.close },
  )
  const query = { text: 'green tea', limit: 10, words: true, now: new Date() }
  const { hits } = await searchPlaces({ ...context, searchOf }, [placesOf(context)], { ...query, choose })
  expect(offered).toEqual([6])
  expect(read).toHaveLength(2)
  expect(hits).toHaveLength(2)
  await context.close()
  home.remove()
})
