// Work that goes once through thousands of things in a process that ends right after it: V8's optimising compiler takes a
// quarter of such a run, on a second thread, for code that is used no more.

/**
 * Nothing may be loaded by `work`: V8's code cache is valid only for the flags that it was made with, so they are as
 * before when it returns.
 */
export function unoptimized<T>(work: () => T): T {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  setFlagsFromString('--no-opt')
  try {
    return work()
  } finally {
    setFlagsFromString('--opt')
  }
}
