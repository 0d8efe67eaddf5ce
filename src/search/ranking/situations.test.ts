import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeEmbedder, fakeEmbedders } from '../../../test/support/published/fake-embedders.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { Catalog } from '../catalog/catalog.ts'
import { embedPending } from '../catalog/embed-pending.ts'
import { embedQueries } from '../catalog/embed-texts.ts'
import { planSituations } from '../catalog/plan-situations.ts'
import { examineCatalog } from '../examine-catalog.ts'
import { queryTerms } from '../text/terms.ts'
import { situationModel } from '../vectors/situation-model.ts'
import { type Candidate, findCandidates } from './candidates.ts'

const embedder = fakeEmbedder('fake', 256)
const embedders = fakeEmbedders(embedder)
const opened: Catalog[] = []
afterEach(async () => {
  for (const catalog of opened.splice(0)) await catalog.close()
})

interface Place {
  directory: string
  cacheDirectory: string
  catalog: Catalog
}

function place(files: Readonly<Record<string, string>>): Place {
  const root = temporaryDirectory()
  const [directory, cacheDirectory] = [join(root, 'memory'), join(root, 'cache')]
  mkdirSync(directory)
  const catalog = new Catalog({ directory, cacheDirectory })
  opened.push(catalog)
  write(directory, files)
  return { directory, cacheDirectory, catalog }
}

function write(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text)
}

async function candidatesFor(catalog: Catalog, text: string, pool = 60): Promise<Record<string, Candidate>> {
  const [vectors = []] = (await embedQueries(embedders, [text])).vectors
  const { candidates } = await findCandidates(catalog.store, { terms: queryTerms(text), vectors, pool })
  return Object.fromEntries(candidates.map((candidate) => [candidate.document.id, candidate]))
}

const PNPM = '---\nname: Packages\nwhen:\n  - installing or adding a library\n---\nWe use pnpm, never npm.\n'
const PLAIN = '---\nname: Packages\n---\nWe use pnpm, never npm.\n'
const TEA = 'Maria drinks green tea.\n'

describe('situations beside texts', () => {
  it('bring a memory whose text has nothing in common with the prompt, and say how much', async () => {
    const { catalog } = place({ 'pnpm.md': PNPM, 'tea.md': TEA })
    await catalog.sweep()
    await embedPending(catalog, embedders)
    const found = await candidatesFor(catalog, 'install a library for dates')
    const { situation, matched, cosine } = found['pnpm.md']!
    expect(matched).toBe(0)
    expect(cosine).toBeLessThan(0.2)
    expect(situation!.matched).toBeGreaterThan(0.3)
    expect(situation!.matchedTerms).toEqual(['instal', 'librari'])
    expect(situation!.cosine).toBeGreaterThan(0.4)
    expect(found['tea.md']!.situation).toBeUndefined()
  })

  it('bring it past a pool that is full of texts, by words and by meaning', async () => {
    const others = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`n${at}.md`, `A library of the town has the number ${at}.\n`]),
    )
    const { catalog } = place({ 'pnpm.md': PNPM, ...others })
    await catalog.sweep()
    expect(Object.keys(await candidatesFor(catalog, 'install a library', 5))).toContain('pnpm.md')
    await embedPending(catalog, embedders)
    const { situation, cosine } = (await candidatesFor(catalog, 'install a library', 5))['pnpm.md']!
    expect(situation!.cosine).toBeGreaterThan(0.5)
    expect(cosine).toBeDefined()
  })

  it('change nothing of what is known of texts', async () => {
    const [withWhen, without] = [
      place({ 'pnpm.md': PNPM, 'tea.md': TEA }),
      place({ 'pnpm.md': PLAIN, 'tea.md': TEA }),
    ]
    const all = []
    for (const { catalog } of [withWhen, without]) {
      await catalog.sweep()
      await embedPending(catalog, embedders)
      const found = await candidatesFor(catalog, 'which pnpm library does Maria drink with')
      const ofText = Object.values(found).map(({ document, situation, judge, ...rest }) => ({
        ...rest,
        judge: [judge?.mean, judge?.deviation],
        document: [document.id, document.passages, document.dense],
      }))
      const { meanLength, documents, rarity } = catalog.store.text.search({
        terms: queryTerms('pnpm library'),
        limit: 9,
      })
      const { passages, length } = catalog.store.text.rows()
      all.push({
        ofText,
        meanLength,
        documents,
        rarity,
        passages,
        length,
        stats: (await catalog.stats()).vectors,
      })
    }
    expect(all[0]).toEqual(all[1])
  })

  it('are no likeness: two rules for the same moment are not near each other', async () => {
    const when = '---\nwhen: writing a commit message\n---\n'
    const { catalog } = place({ 'a.md': `${when}Imperative mood.\n`, 'b.md': `${when}No emoji, ever.\n` })
    await catalog.sweep()
    await embedPending(catalog, embedders)
    const { nearFilePairs } = await import('../catalog/near-file-pairs.ts')
    expect((await nearFilePairs(catalog.store, [embedder], { atLeast: 0.5, now: 0 })).pairs).toEqual([])
  })

  it('follow the file: changed, taken back, and the whole memory gone', async () => {
    const { catalog, directory, cacheDirectory } = place({ 'pnpm.md': PNPM, 'tea.md': TEA })
    const embed = async () => {
      await catalog.sweep()
      await embedPending(catalog, embedders)
    }
    const vectors = () => catalog.store.vectors.keys(situationModel('fake'))
    await embed()
    expect(await vectors()).toHaveLength(1)
    const seen = embedder.seen.length
    await embed()
    expect(embedder.seen).toHaveLength(seen)
    write(directory, {
      'pnpm.md': PNPM.replace('installing or adding a library', 'choosing a registry mirror'),
    })
    await embed()
    const moved = await candidatesFor(catalog, 'choosing a mirror')
    expect(moved['pnpm.md']!.situation!.cosine).toBeGreaterThan(0.5)
    expect((await candidatesFor(catalog, 'adding a library'))['pnpm.md']!.situation!.matched).toBe(0)
    write(directory, { 'pnpm.md': PLAIN })
    await embed()
    expect(await vectors()).toEqual([])
    expect((await candidatesFor(catalog, 'pnpm'))['pnpm.md']!.situation).toBeUndefined()
    expect((await candidatesFor(catalog, 'pnpm'))['pnpm.md']!.cosine).toBeGreaterThan(0.2)
    rmSync(join(directory, 'pnpm.md'))
    await embed()
    expect(await candidatesFor(catalog, 'choosing a registry mirror')).not.toHaveProperty('pnpm.md')
    expect((await examineCatalog(directory, cacheDirectory)).vectors).toEqual({ fake: 1 })
    // Half a megabyte a model that nobody would read.
    expect(readdirSync(cacheDirectory).filter((name) => /^moments/.test(name))).toEqual(['moments-fake.bin'])
  })

  it('are read from a line of the body, in both languages', async () => {
    const { catalog } = place({
      'en.md': 'Integration tests use a real database.\n\n**How to apply:** touching persistence code\n',
      'zh.md': '提交信息用英文。\n\n何时：写提交信息\n',
    })
    await catalog.sweep()
    expect((await candidatesFor(catalog, 'persistence'))['en.md']!.situation!.matched).toBe(1)
    expect((await candidatesFor(catalog, '提交信息'))['zh.md']!.situation!.matched).toBe(1)
  })

  it('are given to each model in its own language, where they are said in two', async () => {
    const [en, zh] = [fakeEmbedder('en'), fakeEmbedder('zh')]
    const bilingual = {
      ...embedders,
      all: [en, zh],
      plan: async (text: string) =>
        /[一-鿿]/.test(text)
          ? [
              { embedder: zh, text, language: 'zh' as const, form: 'original' as const },
              { embedder: en, text: 'a gloss', language: 'en' as const, form: 'gloss' as const },
            ]
          : [{ embedder: en, text, language: 'en' as const, form: 'original' as const }],
    }
    const given = async (situations: string[]) =>
      (await planSituations(bilingual, situations)).map(({ embedder, text }) => `${embedder.model}: ${text}`)
    expect(await given(['写提交信息', 'writing a commit', 'rebasing'])).toEqual([
      'en: writing a commit; rebasing',
      'zh: 写提交信息',
    ])
    expect(await given(['写提交信息'])).toEqual(['zh: 写提交信息', 'en: a gloss'])
    expect(await planSituations(embedders, ['写提交信息', 'writing'])).toMatchObject([
      { text: '写提交信息; writing' },
    ])
  })
})
