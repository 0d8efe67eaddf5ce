// One text for the same data, whatever the order of its fields: what hashes of data are made of.

/** No settings nest deeper; a file that does could exhaust the stack. */
const MAX_DEPTH = 64

/** For data as JSON gives it. Undefined where it nests deeper than anything that makes sense. */
export function canonicalJson(value: unknown, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(value)) return joined(value, '[', ']', (item) => canonicalJson(item, depth + 1))
  // JSON can say 1e999: it must not become the same text as null.
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return joined(fields, '{', '}', ([name, field]) => {
    const text = canonicalJson(field, depth + 1)
    return text === undefined ? undefined : `${JSON.stringify(name)}:${text}`
  })
}

function joined<T>(
  items: readonly T[],
  begin: string,
  end: string,
  textOf: (item: T) => string | undefined,
): string | undefined {
  const texts = items.map(textOf)
  return texts.includes(undefined) ? undefined : begin + texts.join(',') + end
}
