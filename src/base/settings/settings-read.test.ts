// A setting that nothing reads would be accepted and change nothing: each that is accepted is read by some feature.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFINITIONS } from './definitions.ts'
import { isUnsupported } from './unsupported-settings.ts'

/** They define, load, show and change settings without using one. */
const NOT_READERS = ['base/settings/definitions.ts', 'base/settings/settings.ts', 'cli/commands/config.ts']

const sources = readdirSync('src', { recursive: true })
  .map((file) => String(file).replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !NOT_READERS.includes(file))
  .map((file) => readFileSync(join('src', file), 'utf8'))

describe.each(Object.keys(DEFINITIONS))('the setting %s', (key) => {
  it('is read by a feature, and is not said to be of a part that is not there', () => {
    const reads = new RegExp(String.raw`\b(?:get|find|findAll)\(\s*'${key.replaceAll('.', '\\.')}'\s*\)`)
    expect(sources.some((text) => reads.test(text))).toBe(true)
    expect(isUnsupported(key)).toBe(false)
  })
})
