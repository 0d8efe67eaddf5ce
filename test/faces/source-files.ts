import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What is shipped: without tests and what they use. */
export function sourceFiles(): string[] {
  const root = fileURLToPath(new URL('../../src', import.meta.url))
  return readdirSync(root, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => join(root, path))
}
