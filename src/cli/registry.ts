// All commands: a line for the overview, and how to load the rest when it is used.

import { overviewTexts } from '../base/messages/overview.ts'
import type { Entry } from './command.ts'

export const COMMANDS: Record<string, Entry> = {
  init: {
    text: overviewTexts.init,
    load: () => import('./commands/init.ts'),
  },
  add: { text: overviewTexts.add, load: () => import('./commands/add.ts') },
  list: { text: overviewTexts.list, load: () => import('./commands/list.ts') },
  show: { text: overviewTexts.show, load: () => import('./commands/show.ts') },
  edit: { text: overviewTexts.edit, load: () => import('./commands/edit.ts') },
  move: {
    text: overviewTexts.move,
    load: () => import('./commands/move.ts'),
  },
  rm: {
    text: overviewTexts.rm,
    load: () => import('./commands/rm.ts'),
  },
  purge: {
    text: overviewTexts.purge,
    load: () => import('./commands/purge.ts'),
  },
  index: {
    text: overviewTexts.index,
    load: () => import('./commands/index-command.ts'),
  },
  search: {
    text: overviewTexts.search,
    load: () => import('./commands/search.ts'),
  },
  recall: {
    text: overviewTexts.recall,
    load: () => import('./commands/recall.ts'),
  },
  merge: {
    text: overviewTexts.merge,
    load: () => import('./commands/merge.ts'),
  },
  cleanup: {
    text: overviewTexts.cleanup,
    load: () => import('./commands/cleanup.ts'),
  },
  explain: {
    text: overviewTexts.explain,
    load: () => import('./commands/explain.ts'),
  },
  wrong: {
    text: overviewTexts.wrong,
    load: () => import('./commands/wrong.ts'),
  },
  stats: { text: overviewTexts.stats, load: () => import('./commands/stats.ts') },
  tag: {
    text: overviewTexts.tag,
    load: () => import('./commands/tag.ts'),
  },
  import: {
    text: overviewTexts.import,
    load: () => import('./commands/import.ts'),
  },
  export: { text: overviewTexts.export, load: () => import('./commands/export.ts') },
  inbox: {
    text: overviewTexts.inbox,
    load: () => import('./commands/inbox.ts'),
  },
  memory: {
    text: overviewTexts.memory,
    load: () => import('./commands/memory.ts'),
  },
  secrets: {
    text: overviewTexts.secrets,
    load: () => import('./commands/secrets-command.ts'),
  },
  log: {
    text: overviewTexts.log,
    load: () => import('./commands/log.ts'),
  },
  diff: { text: overviewTexts.diff, load: () => import('./commands/diff.ts') },
  undo: { text: overviewTexts.undo, load: () => import('./commands/undo.ts') },
  'log-note': {
    text: overviewTexts.logNote,
    load: () => import('./commands/log-note.ts'),
  },
  dream: {
    text: overviewTexts.dream,
    load: () => import('./commands/dream.ts'),
  },
  doctor: {
    text: overviewTexts.doctor,
    load: () => import('./commands/doctor.ts'),
  },
  storage: {
    text: overviewTexts.storage,
    load: () => import('./commands/storage.ts'),
  },
  reindex: {
    text: overviewTexts.reindex,
    load: () => import('./commands/reindex.ts'),
  },
  jobs: {
    text: overviewTexts.jobs,
    load: () => import('./commands/jobs.ts'),
  },
  eval: { text: overviewTexts.eval, load: () => import('./commands/eval.ts') },
  chat: {
    text: overviewTexts.chat,
    load: () => import('./commands/chat.ts'),
  },
  context: {
    text: overviewTexts.context,
    load: () => import('./commands/context.ts'),
  },
  notes: {
    text: overviewTexts.notes,
    load: () => import('./commands/notes.ts'),
  },
  cost: {
    text: overviewTexts.cost,
    load: () => import('./commands/cost.ts'),
  },
  sandbox: {
    text: overviewTexts.sandbox,
    load: () => import('./commands/sandbox.ts'),
  },
  status: {
    text: overviewTexts.status,
    load: () => import('./commands/status.ts'),
  },
  config: {
    text: overviewTexts.config,
    load: () => import('./commands/config.ts'),
  },
  trust: {
    text: overviewTexts.trust,
    load: () => import('./commands/trust.ts'),
  },
  projects: {
    text: overviewTexts.projects,
    load: () => import('./commands/projects.ts'),
  },
  on: { text: overviewTexts.on, load: () => import('./commands/on.ts') },
  off: { text: overviewTexts.off, load: () => import('./commands/off.ts') },
  path: { text: overviewTexts.path, load: () => import('./commands/path.ts') },
  uninstall: {
    text: overviewTexts.uninstall,
    load: () => import('./commands/uninstall.ts'),
  },
  mcp: {
    text: overviewTexts.mcp,
    load: () => import('./commands/mcp.ts'),
  },
  completion: {
    text: overviewTexts.completion,
    load: () => import('./commands/completion.ts'),
  },
}
