// The commands by what people want to do, as the overview lists them.

import { overviewTexts } from '../base/messages/overview.ts'
import type { Text } from './language.ts'

export interface CommandGroup {
  text: Text
  commands: readonly string[]
}

export const COMMAND_GROUPS: readonly CommandGroup[] = [
  {
    text: overviewTexts.setUp,
    commands: ['init', 'status', 'on', 'off', 'path', 'uninstall', 'completion'],
  },
  {
    text: overviewTexts.writeMemories,
    commands: ['add', 'log-note', 'edit', 'tag', 'move', 'rm', 'purge'],
  },
  {
    text: overviewTexts.readFindThem,
    commands: ['list', 'show', 'search', 'recall', 'index', 'explain', 'stats'],
  },
  {
    text: overviewTexts.keepThemOrder,
    commands: ['inbox', 'dream', 'merge', 'wrong', 'cleanup', 'doctor', 'reindex', 'storage', 'jobs'],
  },
  { text: overviewTexts.seeUndoChanges, commands: ['log', 'diff', 'undo'] },
  { text: overviewTexts.moveThem, commands: ['import', 'export', 'projects'] },
  {
    text: overviewTexts.workModel,
    commands: ['chat', 'notes', 'context', 'cost', 'mcp', 'memory'],
  },
  {
    text: overviewTexts.settingsSafety,
    commands: ['config', 'trust', 'secrets', 'sandbox', 'eval'],
  },
]
