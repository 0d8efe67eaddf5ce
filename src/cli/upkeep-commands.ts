// Commands that keep all memories in order, and that move them.

import { overviewTexts } from '../base/messages/overview.ts'
import type { CommandGroup } from './command.ts'

export const KEEP_IN_ORDER: CommandGroup = {
  text: overviewTexts.keepThemOrder,
  commands: {
    inbox: { text: overviewTexts.inbox, load: () => import('./commands/inbox.ts') },
    dream: { text: overviewTexts.dream, load: () => import('./commands/dream.ts') },
    merge: { text: overviewTexts.merge, load: () => import('./commands/merge.ts') },
    wrong: { text: overviewTexts.wrong, load: () => import('./commands/wrong.ts') },
    guard: { text: overviewTexts.guard, load: () => import('./commands/guard.ts') },
    cleanup: { text: overviewTexts.cleanup, load: () => import('./commands/cleanup.ts') },
    doctor: { text: overviewTexts.doctor, load: () => import('./commands/doctor.ts') },
    reindex: { text: overviewTexts.reindex, load: () => import('./commands/reindex.ts') },
    storage: { text: overviewTexts.storage, load: () => import('./commands/storage.ts') },
    jobs: { text: overviewTexts.jobs, load: () => import('./commands/jobs.ts') },
  },
}

export const MOVE: CommandGroup = {
  text: overviewTexts.moveThem,
  commands: {
    import: { text: overviewTexts.import, load: () => import('./commands/import.ts') },
    export: { text: overviewTexts.export, load: () => import('./commands/export.ts') },
    projects: { text: overviewTexts.projects, load: () => import('./commands/projects.ts') },
  },
}
