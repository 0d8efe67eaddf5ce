// With signs a question reads a part of the vectors; it finds what a scan of all of them finds.
import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { putVectors, testDocument } from '../../../test/support/published/test-document.ts'
import { vectorIndexContract } from '../../../test/support/published/vector-index-contract.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { closeSearchStore, searchStoreIn } from '../catalog/catalog-files.ts'
import type { SearchStore } from '../ranking/candidates.ts'
import { EmbeddedVectors } from './embedded-vectors.ts'

const DIMENSIONS = 80
const COUNT = 3000
const open: SearchStore[] = []
afterEach(async () => {
  for (const store of open.splice(0)) await closeSearchStore(store).catch(() => {})
})

/** `leastSigns` 1: signs from the first vector on. */
function opened(directory: string, leastSigns: number): SearchStore {
  const { text } = searchStoreIn(directory)
  const store = { text, vectors: new EmbeddedVectors(text, directory, { leastSigns }) }
  open.push(store)
  return store
}

/** Independent numbers between −1 and 1 that repeat from run to run. */
function vectorOf(seed: number): Float32Array {
  let state = seed * 2_654_435_761
  return Float32Array.from({ length: DIMENSIONS }, () => {
    state = Math.imul((state ^ (state >>> 15)) + 0x6d2b79f5, 0x2c1b3c6d)
    return (state >>> 8) / 2 ** 23 - 1
  })
}

/** Close to the one of `seed`. */
const nearTo = (seed: number) => vectorOf(seed).map((value, i) => value + 0.3 * Math.cos(i * 7.1 + seed))

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `m${from + i}`)

async function add(store: SearchStore, from: number, to: number): Promise<void> {
  const ids = names(from, to)
  store.text.upsert(ids.map((id) => testDocument(id, `text of ${id}`)))
  await putVectors(store, 'm', Object.fromEntries(ids.map((id, i) => [id, [vectorOf(from + i)]])))
}

async function ask(store: SearchStore, seed: number, wanted: string[] = []) {
  const keys = wanted.map((memory) => ({ memory, passage: 0 }))
  return store.vectors.nearest({ model: 'm', to: nearTo(seed), limit: 5, wanted: keys })
}

async function expectSame(directory: string, seeds: readonly number[]): Promise<void> {
  const [signs, scan] = [opened(directory, 1), opened(directory, Number.POSITIVE_INFINITY)]
  for (const seed of seeds) {
    const found = await ask(signs, seed)
    expect(found).toEqual(await ask(scan, seed))
    expect(found.hits[0]?.memory).toBe(`m${seed}`)
  }
}

describe('vectors with signs keep the contract', () => {
  it.each(vectorIndexContract.map(({ title, check }) => [title, check] as const))('%s', async (_, check) => {
    const directory = temporaryDirectory()
    await check({ store: opened(directory, 1), another: async () => opened(directory, 1) })
  })
})

describe('signs of vectors', () => {
  it('find what a scan finds, by reading a part, and give the cosines of what is far', async () => {
    const directory = temporaryDirectory()
    await add(opened(directory, 1), 0, COUNT)
    await expectSame(directory, [0, 17, 1500, COUNT - 1])
    const far = names(10, 40)
    const reader = opened(directory, 1)
    const { read } = nodeFileOps
    let bytes = 0
    nodeFileOps.read = (...args) => {
      const got = read(...args)
      bytes += got
      return got
    }
    const { hits } = await ask(reader, 1500, far).finally(() => {
      nodeFileOps.read = read
    })
    expect(bytes).toBeLessThan(0.6 * COUNT * DIMENSIONS)
    expect(hits).toEqual((await ask(opened(directory, Number.POSITIVE_INFINITY), 1500, far)).hits)
    expect(hits.map(({ memory }) => memory)).toEqual(expect.arrayContaining(far))
  })

  it('follow what is added, replaced and compacted, in every process', async () => {
    const directory = temporaryDirectory()
    const [writer, reader] = [opened(directory, 1), opened(directory, 1)]
    await add(writer, 0, 700)
    expect((await ask(reader, 3)).hits[0]?.memory).toBe('m3')
    await add(writer, 700, 1400)
    expect((await ask(reader, 1399)).hits[0]?.memory).toBe('m1399')
    await putVectors(writer, 'm', { m3: [vectorOf(9999)] })
    expect((await ask(reader, 9999)).hits[0]?.memory).toBe('m3')
    writer.text.remove(names(0, 1000))
    await writer.vectors.keys('m')
    expect((await ask(reader, 1200)).hits[0]?.memory).toBe('m1200')
    await expectSame(directory, [1000, 1200, 1399])
  })

  it('are done without where they are missing, torn, noise or of fewer vectors, and made again', async () => {
    const directory = temporaryDirectory()
    const path = join(directory, 'signs-m.bin')
    const writer = opened(directory, 1)
    await add(writer, 0, 700)
    const fewer = readFileSync(path)
    await add(writer, 700, 900)
    const spoilt: Record<string, () => void> = {
      missing: () => rmSync(path),
      torn: () => truncateSync(path, 5000),
      noise: () => writeFileSync(path, Buffer.alloc(70_000, 0xa5)),
      fewer: () => writeFileSync(path, fewer),
    }
    const whole = readFileSync(path)
    for (const [name, spoil] of Object.entries(spoilt)) {
      spoil()
      await expectSame(directory, [2, 650, 899])
      await opened(directory, 1).vectors.keys('m')
      expect(readFileSync(path).equals(whole), name).toBe(true)
    }
  })

  it('that a crash left of lost vectors are not taken for those of the next ones', async () => {
    const directory = temporaryDirectory()
    const [vectors, saved] = [join(directory, 'vectors-m.bin'), join(directory, 'saved')]
    const writer = opened(directory, 1)
    await add(writer, 0, 700)
    copyFileSync(vectors, saved)
    writer.text.upsert([testDocument('lost', 'lost'), testDocument('kept', 'kept')])
    await putVectors(writer, 'm', { lost: [vectorOf(5000)] })
    copyFileSync(saved, vectors)
    await putVectors(opened(directory, 1), 'm', { kept: [vectorOf(6000)] })
    expect((await ask(opened(directory, 1), 6000)).hits[0]?.memory).toBe('kept')
  })

  it('are not made for few vectors, and go with them', async () => {
    const [few, many] = [temporaryDirectory(), temporaryDirectory()]
    await add(opened(few, 900), 0, 700)
    expect(existsSync(join(few, 'signs-m.bin'))).toBe(false)
    const store = opened(many, 1)
    await add(store, 0, 5)
    await store.vectors.drop('m')
    expect(existsSync(join(many, 'signs-m.bin'))).toBe(false)
  })
})
