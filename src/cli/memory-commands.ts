// Commands on single memories: writing, finding, and taking changes back.

import { overviewTexts } from '../base/messages/overview.ts'
import type { CommandGroup } from './command.ts'

export const WRITE: CommandGroup = {
  text: overviewTexts.writeMemories,
  commands: {
    add: { text: overviewTexts.add, load: () => import('./commands/add.ts') },
    'log-note': { text: overviewTexts.logNote, load: () => import('./commands/log-note.ts') },
    edit: { text: overviewTexts.edit, load: () => import('./commands/edit.ts') },
    tag: { text: overviewTexts.tag, load: () => import('./commands/tag.ts') },
    move: { text: overviewTexts.move, load: () => import('./commands/move.ts') },
    rm: { text: overviewTexts.rm, load: () => import('./commands/rm.ts') },
    purge: { text: overviewTexts.purge, load: () => import('./commands/purge.ts') },
  },
}

export const READ: CommandGroup = {
  text: overviewTexts.readFindThem,
  commands: {
    list: { text: overviewTexts.list, load: () => import('./commands/list.ts') },
    show: { text: overviewTexts.show, load: () => import('./commands/show.ts') },
    search: { text: overviewTexts.search, load: () => import('./commands/search.ts') },
    recall: { text: overviewTexts.recall, load: () => import('./commands/recall.ts') },
    index: { text: overviewTexts.index, load: () => import('./commands/index-command.ts') },
    explain: { text: overviewTexts.explain, load: () => import('./commands/explain.ts') },
    stats: { text: overviewTexts.stats, load: () => import('./commands/stats.ts') },
  },
}

export const UNDO: CommandGroup = {
  text: overviewTexts.seeUndoChanges,
  commands: {
    log: { text: overviewTexts.log, load: () => import('./commands/log.ts') },
    diff: { text: overviewTexts.diff, load: () => import('./commands/diff.ts') },
    undo: { text: overviewTexts.undo, load: () => import('./commands/undo.ts') },
  },
}
