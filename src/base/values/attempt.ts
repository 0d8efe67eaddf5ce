/** The value, or undefined where reading it fails and the failure tells nothing new. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
