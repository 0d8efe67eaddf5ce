// A process that answers one prompt and ends does not earn back what V8 spends on making its code faster, on this thread and
// on others: JavaScript stays interpreted. The kernels do nearly all of the work; of them, what is called is compiled once, and well.

/** V8 prints what it does not know, and hooks print nothing: these versions of Node know all of it, and gain by it. */
const VERSIONS: ReadonlySet<string> = new Set(['20', '22'])
/** Characters. A long pasted text is gone through by loops that earn it back: a megabyte took 3 s instead of 0.3. */
const LONG = 8_192
const FLAGS = ['--no-opt', '--no-sparkplug', '--no-liftoff', '--wasm-lazy-compilation']

/**
 * Before anything is loaded with V8's code cache, which is valid only for the flags that it was made with: the name of that
 * cache is returned. Loading `node:v8` takes 1.4 ms: for what takes more than twice a bare start.
 */
export function spareCompilers(name: string, input: string): string {
  const [major = ''] = process.versions.node.split('.', 1)
  if (!VERSIONS.has(major)) return name
  if (input.length > LONG) return `${name}-long`
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  for (const flag of FLAGS) setFlagsFromString(flag)
  return name
}
