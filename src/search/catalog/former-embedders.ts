// While a new model is not complete, the old one answers as well: queries are embedded with it, too. The models that are
// installed can always be asked; one of a provider only at the address that is configured now: what a person no longer
// has configured is sent nothing.
import type { CreateEmbeddersOptions, Embedders } from '../create-embedders.ts'

interface FormerModel {
  model: string
  address: string | undefined
}

/** What opens the embedders of models that have vectors and are no longer those of the settings. */
export function planFormer(
  stored: readonly FormerModel[],
  current: Embedders,
  options: CreateEmbeddersOptions,
): CreateEmbeddersOptions[] {
  const used = new Set(current.all.map(({ model }) => model))
  const addresses = new Set(current.all.map(({ address }) => address))
  const former = stored.filter(({ model }) => !used.has(model))
  const { provider, ...local } = options
  const isLocal = former.some(({ address }) => address === undefined)
  const asked = former.filter(({ address }) => address !== undefined && addresses.has(address))
  return [
    ...(isLocal && provider ? [local] : []),
    ...(provider
      ? asked.map(({ model }) => {
          const { dimensions: _, ...same } = provider
          return { ...local, provider: { ...same, model: model.replace(/^provider\//, '') } }
        })
      : []),
  ]
}
