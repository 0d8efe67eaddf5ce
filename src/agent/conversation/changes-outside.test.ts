import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Hook } from '../hooks/read-hooks.ts'
import { changesOutside } from './changes-outside.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'memdir-changes-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

it('watches the file that a call has reached, not the words it was called by', async () => {
  const cwd = join(directory, 'project')
  const path = join(directory, 'notes.txt')
  writeFileSync(path, 'one')
  const hooks = { hooks: [{ event: 'FileChanged' } as Hook], problems: [] }
  const changes = changesOutside({ cwd, root: cwd, hooks }, [])
  const fire = changes.noting(async () => ({}))
  const call = { tool_name: 'Read', tool_input: { file_path: '~/notes.txt' } }
  await fire('PostToolUse', call, new AbortController().signal, { reached: [path] })
  writeFileSync(path, 'by somebody else')
  const raised: Record<string, unknown>[] = []
  await changes.raise(async (_, data) => void raised.push(data))
  expect(raised).toEqual([{ file_path: path, event: 'change' }])
})
