// The selector for prompts of other agents, where the person asked for it: it has to answer while the hook waits.
import type { AskSelector } from '../recall/selector.ts'
import { askSelectorOf } from './ask-selector.ts'
import { backgroundModel } from './conversation-models.ts'
import type { EngineContext } from './engine-context.ts'
import { projectSpend } from './project-spend.ts'

/** Of the second that a hook has: search must still be able to answer. */
const HOOK_SELECTOR_MS = 600

/** undefined where no small model is configured. */
export function hookSelector(context: EngineContext): AskSelector | undefined {
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
