// The selector for prompts of other agents, where the person asked for it: it has to answer while the hook waits.

import { backgroundModel } from '../../models/conversation-models.ts'
import { projectSpend } from '../../models/open-spend.ts'
import { askSelectorOf } from '../ask-selector.ts'
import type { ProjectContext } from '../project-context.ts'
import type { AskSelector } from '../selector.ts'

/** What the selector gets of the second that a hook has: search must still be able to answer. */
const HOOK_SELECTOR_MS = 600

/** undefined where no small model is configured. */
export function hookSelector(context: ProjectContext): AskSelector | undefined {
  const { settings, env } = context
  const small = settings.get('models.small') === undefined ? undefined : backgroundModel(settings, env)
  if (!small) return undefined
  const spend = projectSpend(context)
  const ask = askSelectorOf(() => spend.meter(small, 'selector'))
  return (request) => {
    const late = AbortSignal.timeout(HOOK_SELECTOR_MS)
    return ask({ ...request, signal: request.signal ? AbortSignal.any([request.signal, late]) : late })
  }
}
