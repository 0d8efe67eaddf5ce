// What Claude Code is told of its own memory for one project, in the person's settings file of the checkout.
import { join } from 'node:path'
import { attempt } from '../base/values/attempt.ts'
import { type EditedFile, readTextFile } from './edited-file.ts'
import type { Engine } from './engine.ts'
import type { FileEdit } from './file-edit.ts'
import { valueAt } from './install/json-text.ts'
import { recordedPaths } from './install/setup-record.ts'
import { draftOf } from './install/text-draft.ts'
import type { WantedJson, WantedValue } from './install/wanted-file.ts'
import { planIn, planOut } from './plan-file.ts'

const CLAUDE_LOCAL = '.claude/settings.local.json'
const OFF: WantedValue = { at: ['autoMemoryEnabled'], value: false, shared: true }
const ON: WantedValue = { ...OFF, value: true }

const file = (root: string): EditedFile => ({ path: join(root, CLAUDE_LOCAL), project: root })
const wanted = (edited: EditedFile, values: readonly WantedValue[]): WantedJson => ({
  ...edited,
  format: 'json',
  values,
})
const point = (directory: unknown): WantedValue => ({
  ...{ at: ['autoMemoryDirectory'], value: directory, shared: true },
})
// What cannot be read was not written by us.
const draftIn = (edited: EditedFile) => draftOf(attempt(() => readTextFile(edited)) ?? '')

/**
 * `own`: off. memdir reads the same key, so the person's own settings say that memory stays on. `project`: on, in the
 * project's directory. `share`: what we told it goes, as long as it is as we wrote it.
 */
export function ownMemoryEdits({ home, location }: Engine, choice: 'own' | 'project' | 'share'): FileEdit[] {
  const { root, name } = location.identity
  const theirs = file(root)
  const ours: EditedFile = { path: join(home, 'projects', name, 'settings.json'), private: true }
  if (choice === 'own') return [wanted(theirs, [OFF]), wanted(ours, [ON])].map((one) => planIn(one, home))
  const isOff = valueAt(draftIn(theirs), OFF.at) === false
  if (choice === 'project')
    return [planIn(wanted(theirs, [point(location.memory), ...(isOff ? [ON] : [])]), home)]
  const isOn = valueAt(draftIn(ours), ON.at) === true
  return [
    takenOut(theirs, home, isOff && isOn),
    ...(isOff && isOn ? [planOut(wanted(ours, [ON]), home)] : []),
  ]
}

/** Of every checkout in which it was told something. */
export function ownMemoryUndos(home: string): (() => FileEdit)[] {
  const end = join('/', CLAUDE_LOCAL)
  const paths = recordedPaths(home).filter((path) => path.endsWith(end))
  return paths.map((path) => () => takenOut(file(path.slice(0, -end.length)), home, true))
}

function takenOut(theirs: EditedFile, home: string, switches: boolean): FileEdit {
  const draft = draftIn(theirs)
  const isSwitched = switches && valueAt(draft, OFF.at) !== undefined
  const switched = { ...OFF, value: valueAt(draft, OFF.at) }
  const pointed = valueAt(draft, ['autoMemoryDirectory'])
  const values = [...(isSwitched ? [switched] : []), ...(pointed === undefined ? [] : [point(pointed)])]
  return planOut(wanted(theirs, values), home)
}
