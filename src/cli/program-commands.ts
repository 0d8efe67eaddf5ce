// Commands around the memories: setting up, working with a model, settings and safety.

import { overviewTexts } from '../base/messages/overview.ts'
import type { CommandGroup } from './command.ts'

export const SET_UP: CommandGroup = {
  text: overviewTexts.setUp,
  commands: {
    init: { text: overviewTexts.init, load: () => import('./commands/init.ts') },
    status: { text: overviewTexts.status, load: () => import('./commands/status.ts') },
    on: { text: overviewTexts.on, load: () => import('./commands/on.ts') },
    off: { text: overviewTexts.off, load: () => import('./commands/off.ts') },
    path: { text: overviewTexts.path, load: () => import('./commands/path.ts') },
    uninstall: { text: overviewTexts.uninstall, load: () => import('./commands/uninstall.ts') },
    completion: { text: overviewTexts.completion, load: () => import('./commands/completion.ts') },
  },
}

export const MODEL: CommandGroup = {
  text: overviewTexts.workModel,
  commands: {
    chat: { text: overviewTexts.chat, load: () => import('./commands/chat.ts') },
    notes: { text: overviewTexts.notes, load: () => import('./commands/notes.ts') },
    context: { text: overviewTexts.context, load: () => import('./commands/context.ts') },
    cost: { text: overviewTexts.cost, load: () => import('./commands/cost.ts') },
    mcp: { text: overviewTexts.mcp, load: () => import('./commands/mcp.ts') },
    memory: { text: overviewTexts.memory, load: () => import('./commands/memory.ts') },
  },
}

export const SETTINGS: CommandGroup = {
  text: overviewTexts.settingsSafety,
  commands: {
    config: { text: overviewTexts.config, load: () => import('./commands/config.ts') },
    trust: { text: overviewTexts.trust, load: () => import('./commands/trust.ts') },
    secrets: { text: overviewTexts.secrets, load: () => import('./commands/secrets-command.ts') },
    sandbox: { text: overviewTexts.sandbox, load: () => import('./commands/sandbox.ts') },
    eval: { text: overviewTexts.eval, load: () => import('./commands/eval.ts') },
  },
}
