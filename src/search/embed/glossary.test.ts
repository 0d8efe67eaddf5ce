import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepModels, takeModels } from '../../../test/shared-models.ts'
import type { Embedders } from '../create-embedders.ts'
import { createEmbedders } from '../create-embedders.ts'
import { chooseEnglish, packGlossary } from './convert-glossary.ts'
import type { Glossary } from './glossary.ts'
import { openGlossary, readGlossary } from './glossary.ts'
import { glossaryPath } from './glossary-format.ts'
import { languagesOf, planEmbedding } from './plan-embedding.ts'

let modelsDirectory: string
let glossary: Glossary
let embedders: Embedders

beforeAll(async () => {
  modelsDirectory = mkdtempSync(join(tmpdir(), 'memdir-gloss-'))
  takeModels(modelsDirectory)
  glossary = (await openGlossary(modelsDirectory))!
  embedders = await createEmbedders({ modelsDirectory })
})

afterAll(async () => {
  keepModels(modelsDirectory)
  await embedders.close()
  glossary.close()
  rmSync(modelsDirectory, { recursive: true, force: true })
})

function read(file: Buffer) {
  return readGlossary((from, length) => file.subarray(from, from + length), file.length)
}

describe('gloss', () => {
  it('replaces Chinese and keeps the rest', () => {
    expect(glossary.gloss('用户喜欢用 pnpm 管理依赖。')).toBe('user like use pnpm manage dependency.')
    expect(glossary.gloss('no Chinese here')).toBe('no Chinese here')
  })

  it('knows traditional characters and skips surnames', () => {
    expect(glossary.gloss('資料庫')).toContain('database')
    expect(glossary.gloss('王')).not.toMatch(/surname/i)
  })

  it('leaves no Chinese and keeps what is Latin, whatever the text', () => {
    const han = fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCharCode(code))
    const text = fc.array(
      fc.oneof(han, fc.string({ unit: 'binary', maxLength: 3 }), fc.constantFrom('，', 'x1')),
      {
        maxLength: 40,
      },
    )
    fc.assert(
      fc.property(text, (parts) => {
        const english = glossary.gloss(parts.join(''))
        expect(english).not.toMatch(/[\u4e00-\u9fff]/)
        expect(english.split('x1').length).toBeGreaterThanOrEqual(
          parts.filter((part) => part === 'x1').length,
        )
      }),
    )
  })

  it('takes time in proportion to the text', () => {
    expect(glossary.gloss('不一了'.repeat(20_000)).length).toBeGreaterThan(1000)
  })

  it('is made again from the package when its file is cut off', async () => {
    const directory = mkdtempSync(join(modelsDirectory, 'cut-'))
    copyFileSync(glossaryPath(modelsDirectory), glossaryPath(directory))
    truncateSync(glossaryPath(directory), 1000)
    expect(await openGlossary(directory, false)).toBeUndefined()
    const again = await openGlossary(directory)
    expect(again?.gloss('数据库')).toBe('database')
    again?.close()
  })
})

describe('chooseEnglish', () => {
  it('takes the first sense that says something, plain words before names', () => {
    const entry = (simplified: string, pinyin: string, ...english: string[]) => ({
      traditional: simplified,
      simplified,
      pinyin,
      english,
    })
    const chosen = chooseEnglish(
      [
        entry('王', 'Wang2', 'surname Wang'),
        entry('王', 'wang2', 'variant of 汪', 'king or monarch (of a country)'),
        entry('喜欢', 'xi3 huan5', 'to like; to be fond of (sth)'),
        entry('空', 'kong1', 'CL:個|个[ge4]'),
      ],
      new Map([['喜欢', 'love']]),
    )
    expect(Object.fromEntries(chosen)).toEqual({ 王: 'king or monarch', 喜欢: 'love' })
    expect(read(packGlossary(chosen))?.gloss('王喜欢空')).toBe('king or monarch love')
  })
})

describe('cutting into words', () => {
  it('prefers the words of our own list among cuts of equally many', () => {
    const words = new Map([
      ['版本', 'version'],
      ['版', 'edition'],
      ['本能', 'instinct'],
      ['能', 'can'],
    ])
    const listed = new Set(['版本', '能'])
    expect(read(packGlossary(words, listed))?.gloss('版本能')).toBe('version can')
    expect(read(packGlossary(words, new Set(['版', '本能'])))?.gloss('版本能')).toBe('edition instinct')
  })

  it.each([
    ['客户端版本能升级吗', 'client version can upgrade'],
    ['本地跑不起来', 'local does not start'],
    ['3 月的云服务', '3 month cloud service'],
  ])('%s', (text, english) => {
    expect(glossary.gloss(text)).toBe(english)
  })
})

describe('languagesOf', () => {
  it.each([
    ['The user likes tea', ['en']],
    ['用户喜欢茶', ['zh']],
    ['用户喜欢 TypeScript', ['en', 'zh']],
    ['Пользователь любит чай', []],
    ['3.14 + 42', ['en']],
    ['', ['en']],
    ['ユーザーはお茶が好き', ['zh']],
  ])('%s', (text, languages) => {
    expect(languagesOf(text)).toEqual(languages)
  })
})

describe('planEmbedding', () => {
  it('never gives Chinese characters to the English model', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('用户', 'the user', ''),
        fc.boolean(),
        (text, more, has) => {
          for (const part of planEmbedding(text + more, has ? glossary : undefined))
            if (part.language === 'en') expect(part.text).not.toMatch(/\p{Script=Han}/u)
        },
      ),
    )
  })

  it('routes by language, with a gloss where there is one', () => {
    expect(planEmbedding('plain English', glossary).map(({ language, form }) => [language, form])).toEqual([
      ['en', 'original'],
    ])
    expect(planEmbedding('数据库', glossary)).toEqual([
      { language: 'zh', text: '数据库', form: 'original' },
      { language: 'en', text: 'database', form: 'gloss' },
    ])
    expect(planEmbedding('数据库', undefined)).toHaveLength(1)
    expect(planEmbedding('我们用 GitLab for continuous integration', undefined)[1]?.text).toBe(
      'GitLab for continuous integration',
    )
  })
})

interface Row {
  kind: 'memory' | 'query'
  id: string
  language: string
  text: string
  relevant?: string[]
}

describe('across languages', () => {
  it('finds at least three quarters of the bilingual fixture among the first five', async () => {
    const rows = readFileSync('test/fixtures/bilingual.jsonl', 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row)
    const english = async (row: Row) =>
      (await embedders.plan(row.text)).find(({ language }) => language === 'en')!
    const memories = rows.filter(({ kind }) => kind === 'memory')
    const queries = rows.filter(({ kind }) => kind === 'query')
    const planned = await Promise.all([...memories, ...queries].map(english))
    const vectors = await planned[0]!.embedder.embed(
      planned.map(({ text }) => text),
      { purpose: 'memory' },
    )
    const similarity = (q: number, m: number) =>
      vectors[memories.length + q]!.reduce((sum, value, i) => sum + value * vectors[m]![i]!, 0)
    const found = queries.filter(({ relevant }, q) => {
      const ranked = memories
        .map(({ id }, m) => ({ id, score: similarity(q, m) }))
        .sort((a, b) => b.score - a.score)
      return ranked.slice(0, 5).some(({ id }) => relevant?.includes(id))
    })
    expect(queries.length).toBeGreaterThanOrEqual(60)
    expect((100 * found.length) / queries.length).toBeGreaterThanOrEqual(75)
  })
})
