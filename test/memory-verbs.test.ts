import { expect, it } from 'vitest'
import { cleanupTool, statsTool } from '../src/agent/memory-tools/upkeep-tools.ts'
import { MEMORY_TOOLS } from '../src/agent/memory-tools.ts'
import { COMMANDS } from '../src/cli/registry.ts'
import { openMemdir } from '../src/connect/open-memdir.ts'
import { findTool, MEMORY_VERBS, WORKING_TOOL_NAMES } from '../src/memory/memory-verbs.ts'
import { temporaryHome } from './support/published/temporary-home.ts'

const named = (face: 'tool' | 'command' | 'library') =>
  MEMORY_VERBS.flatMap((verb) => (face in verb ? [(verb as Record<string, string>)[face]!] : []))

it('every tool that is offered is in the table, in its order, and no other', () => {
  expect([...MEMORY_TOOLS, statsTool, cleanupTool].map(({ name }) => name)).toEqual(named('tool'))
  expect(WORKING_TOOL_NAMES).toEqual(['recall', 'remember', 'search', 'update', 'forget'])
})

it('every command and member of the library in the table is there', async () => {
  expect(named('command').filter((name) => !Object.hasOwn(COMMANDS, name))).toEqual([])
  const place = temporaryHome()
  const memdir = openMemdir({ directory: place.project, env: place.env })
  expect(named('library').filter((name) => !Object.hasOwn(memdir, name))).toEqual([])
  await memdir.close()
  place.remove()
})

it.each([
  ['add', 'remember'],
  ['edit', 'update'],
  ['delete', 'forget'],
  ['rm', 'forget'],
  ['recall', 'recall'],
  ['constructor', undefined],
])('a tool that is called %s is %s', (word, tool) => {
  expect(findTool(MEMORY_TOOLS, word)?.name).toBe(tool)
})
