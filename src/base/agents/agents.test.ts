import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isEventAgent, knownAgent, knownAgents } from './agents.ts'

const source = fileURLToPath(new URL('../../', import.meta.url))
const names = knownAgents().map(([name]) => name)
const ASKS = new RegExp(`(?:[!=]==|case) '(?:${names.join('|')})'`)
/** There it is something else of the same name. */
const OTHERS = [
  /^models\/(?:providers\/|conversation-models|model-config)/, // a provider of models
  /^models\/(?:transcript\/|foreign-transcript)/, // a form of logs, or a role in one
  /^memory\/(?:transfer\/|read-import)/, // a form of exports
]

test('only the table asks for an agent by its name', () => {
  const asking = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => !OTHERS.some((other) => other.test(file)))
    .filter((file) => ASKS.test(readFileSync(join(source, file), 'utf8')))
  expect(asking).toEqual([])
})

test('what is no agent has no row', () => {
  expect(knownAgent('toString')).toBeUndefined()
  expect([undefined, 'cursor', 'toString', 'codex'].map(isEventAgent)).toEqual([false, false, false, true])
})
