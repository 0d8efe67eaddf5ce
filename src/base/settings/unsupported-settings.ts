// Settings of parts that are not there yet: known by name, so that a file which has them is not called wrong.

const UNSUPPORTED: ReadonlySet<string> = new Set(['team.sync', 'storage.metadataDbPath'])

/** A name in camelCase with dots. */
export function isUnsupported(name: string): boolean {
  return UNSUPPORTED.has(name)
}
