import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { onlyEdits } from './notes-fork.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

it('may edit the notes as far as it is let, and do nothing else', () => {
  mkdirSync(place.home, { recursive: true })
  const path = join(place.home, 'summary.md')
  writeFileSync(path, '# Worklog\n')
  const edits: unknown[] = []
  const may = onlyEdits({
    path,
    refuse(edit, written) {
      edits.push([edit('# Worklog\n'), edit('something else'), written])
      return written.includes('hunter2') ? 'a secret' : undefined
    },
  })
  const edit = (more: object = {}) => ({
    tool: 'Edit',
    input: { file_path: path, old_string: '# Worklog', new_string: '# Worklog\n- did it', ...more },
  })
  expect(may(edit())).toEqual({ allowed: true, reason: 'the notes' })
  expect(may(edit({ new_string: 'hunter2' }))).toEqual({ allowed: false, reason: 'a secret' })
  expect(edits).toEqual([
    ['# Worklog\n- did it\n', undefined, '# Worklog\n- did it'],
    ['hunter2\n', undefined, 'hunter2'],
  ])
  for (const call of [
    edit({ file_path: join(place.project, 'a.md') }),
    edit({ file_path: 5 }),
    { tool: 'Write', input: { file_path: path, content: 'x' } },
    { tool: 'Read', input: { file_path: path } },
    { tool: 'Bash', input: { command: 'true' } },
    { tool: 'Agent', input: {} },
  ])
    expect(may(call)).toEqual({ allowed: false, reason: `only Edit is allowed, and only on ${path}` })
})
