// Names that other agents' files use for models: `sonnet`, `opus`, `haiku`, and whole names of Claude models. They mean
// what `models.aliases` says; else the main or the small model, whichever is called so; else haiku is the small one and
// the others the main one.

const MODEL_ALIASES = ['sonnet', 'opus', 'haiku'] as const
type ModelAlias = (typeof MODEL_ALIASES)[number]

interface Named {
  provider: string
  model: string
}

interface ConfiguredModels {
  main: Named
  small?: Named
  aliases?: Readonly<Record<string, unknown>>
}

interface MeantModel {
  model: 'main' | 'small' | 'alias'
  /** It only stands in: another model was asked for. */
  standsIn: boolean
  alias: ModelAlias
}

/** Undefined: the name is no alias, but that of a model of the main one's provider. */
export function meantModel(name: string, { main, small, aliases }: ConfiguredModels): MeantModel | undefined {
  const alias = aliasOf(name, main.provider)
  if (alias === undefined) return undefined
  if (aliases && Object.hasOwn(aliases, alias)) return { model: 'alias', standsIn: false, alias }
  const isCalledSo = ({ model }: Named) => model.toLowerCase().includes(alias)
  if (isCalledSo(main)) return { model: 'main', standsIn: false, alias }
  if (small && isCalledSo(small)) return { model: 'small', standsIn: false, alias }
  return { model: alias === 'haiku' && small ? 'small' : 'main', standsIn: true, alias }
}

/** `sonnet`, `sonnet[1m]`, and where the provider has no Claude models `claude-sonnet-4-5`, too. */
function aliasOf(name: string, provider: string): ModelAlias | undefined {
  const word = name
    .trim()
    .toLowerCase()
    .replace(/\[\w+\]$/, '')
  const plain = MODEL_ALIASES.find((alias) => alias === word)
  if (plain || provider === 'anthropic' || !word.startsWith('claude-')) return plain
  return MODEL_ALIASES.find((alias) => word.includes(alias)) ?? 'sonnet'
}
