// After a crash, a lost cache, or somebody else's hand in the store: what is known here is made to say what the store has.
// What it has of the right text is kept, whoever put it there, so that no text is embedded twice.
import type { Inventory } from './inventory.ts'
import { nameOf } from './known-vectors.ts'
import type { StoredKey, StoredVector, VectorIndex } from './vector-index.ts'

/** Vectors asked for at once. */
const BATCH = 500

export async function reconcile(index: VectorIndex, inventory: Inventory, model: string): Promise<void> {
  const listed = await index.keys(model)
  const stored = new Map(listed.map((key) => [nameOf(key), key]))
  const kept = inventory.keys(model)
  const isLost = kept.some((key) => !key.zeros && stored.get(nameOf(key))?.version !== key.version)
  const isWhole = inventory.models()[model]?.whole !== false
  if (isLost || !isWhole) await startAgain(index, inventory, model, listed)
  else {
    const names = new Set(kept.map(nameOf))
    await adopt(
      index,
      inventory,
      model,
      listed.filter((key) => !names.has(nameOf(key))).map((key) => ({ ...key, described: '' })),
    )
  }
}

/** A vector that is gone cannot be taken out of the moments: they are made of those that are there. */
async function startAgain(
  index: VectorIndex,
  inventory: Inventory,
  model: string,
  listed: readonly StoredKey[],
): Promise<void> {
  const told = new Map(inventory.keys(model).map((key) => [`${key.version} ${nameOf(key)}`, key.described]))
  inventory.drop(model)
  const described = (key: StoredKey) => told.get(`${key.version} ${nameOf(key)}`) ?? ''
  await adopt(
    index,
    inventory,
    model,
    listed.map((key) => ({ ...key, described: described(key) })),
  )
}

async function adopt(
  index: VectorIndex,
  inventory: Inventory,
  model: string,
  keys: readonly (StoredKey & { described: string })[],
): Promise<void> {
  const described = new Map(keys.map((key) => [nameOf(key), key.described]))
  for (let at = 0; at < keys.length; at += BATCH) {
    const got = await index.get(model, keys.slice(at, at + BATCH))
    const dimensions = got[0]?.vector.length
    if (dimensions === undefined) continue
    const entries = got.map((one: StoredVector) => ({
      ...one,
      described: described.get(nameOf(one)) ?? '',
      zeros: false,
    }))
    inventory.change(model, dimensions, { in: entries })
  }
}
