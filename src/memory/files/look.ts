import { systemCode } from '../../base/values/errors.ts'

/** Undefined where nothing is. */
export function look<T>(see: () => T): T | undefined {
  try {
    return see()
  } catch (error) {
    // What is there but cannot be read must not pass for missing.
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined
    throw error
  }
}
