// Serialise once: the bytes of an immutable object, kept as long as the object lives. A request built from the same
// objects has the same bytes, which is what a provider's cache asks for, and costs no work for old messages.

/** A serialiser with its memory. Each wire format has its own. */
export function freeze<T extends object, S>(serialise: (value: T) => S): (value: T) => S {
  const kept = new WeakMap<T, S>()
  return (value) => {
    const found = kept.get(value)
    if (found !== undefined) return found
    const made = serialise(value)
    kept.set(value, made)
    return made
  }
}

/** The members of a JSON object, without those that are undefined, as `"a":1,"b":2` with a leading comma each. */
export function members(values: Record<string, unknown>): string {
  let written = ''
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) written += `,${JSON.stringify(key)}:${JSON.stringify(value)}`
  }
  return written
}
