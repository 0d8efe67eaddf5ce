// Claude Code's own memory off for one project while memdir's stays on, and back: two lines of two settings files.
import { join } from 'node:path'
import { attempt } from '../base/values/attempt.ts'
import { type EditedFile, readTextFile } from './edited-file.ts'
import type { Engine } from './engine.ts'
import type { FileEdit } from './file-edit.ts'
import { valueAt } from './install/json-text.ts'
import { draftOf } from './install/text-draft.ts'
import type { WantedJson } from './install/wanted-file.ts'
import { planIn, planOut } from './plan-file.ts'

const CLAUDE_LOCAL = '.claude/settings.local.json'

/**
 * Claude's own memory off, for this project only. memdir reads the same key, so the person's own settings say that
 * memory stays on. `undo`: both lines go, if they are as we wrote them.
 */
export function ownMemoryEdits({ home, location }: Engine, undo = false): FileEdit[] {
  const { root, name } = location.identity
  const theirs: EditedFile = { path: join(root, CLAUDE_LOCAL), project: root }
  const ours: EditedFile = { path: join(home, 'projects', name, 'settings.json'), private: true }
  const wanted = (file: EditedFile, value: boolean): WantedJson => ({
    ...file,
    format: 'json',
    values: [{ at: ['autoMemoryEnabled'], value, shared: true }],
  })
  const edits = [wanted(theirs, false), wanted(ours, true)]
  if (!undo) return edits.map((one) => planIn(one, home))
  // What cannot be read was not written by us.
  const isSet = (file: EditedFile, value: boolean) =>
    valueAt(draftOf(attempt(() => readTextFile(file)) ?? ''), ['autoMemoryEnabled']) === value
  return isSet(theirs, false) && isSet(ours, true) ? edits.map((one) => planOut(one, home)) : []
}
