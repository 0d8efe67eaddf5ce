// What each model is given of the situations in which a memory matters.
import { toSimplified } from '../../base/terms/characters.ts'
import type { Embedders, PlannedText } from '../create-embedders.ts'
import type { Embedder } from '../embed/embedder.ts'
import { languagesOf } from '../embed/plan-embedding.ts'

/** They are often said in two languages: a rough translation is only for a model to whose language nothing was said. */
export async function planSituations(
  embedders: Embedders,
  situations: readonly string[],
): Promise<PlannedText[]> {
  const isChinese = (phrase: string) => languagesOf(phrase).includes('zh')
  const groups =
    embedders.all.length === 1
      ? [situations]
      : [situations.filter((one) => !isChinese(one)), situations.filter(isChinese)]
  const planned = await Promise.all(
    groups.filter(({ length }) => length > 0).map((group) => embedders.plan(toSimplified(group.join('; ')))),
  )
  const byEmbedder = new Map<Embedder, PlannedText>()
  for (const part of planned.flat()) if (!byEmbedder.has(part.embedder)) byEmbedder.set(part.embedder, part)
  return [...byEmbedder.values()]
}
