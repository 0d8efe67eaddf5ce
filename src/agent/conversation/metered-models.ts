// The models of one conversation: each call is counted in the ledger, by what it is for and by the turn that causes it.
import type { Message } from '../../base/messages/message.ts'
import { randomId } from '../../base/values/ids.ts'
import { modelsConfig, standInNotice } from '../../models/conversation-models.ts'
import type { Model } from '../../models/model.ts'
import { createModelChooser, type ModelsConfig } from '../../models/model-config.ts'
import { projectSpend } from '../../models/open-spend.ts'
import type { Spend } from '../../models/spend.ts'
import { askSelectorOf } from '../../search/ask-selector.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { AskSelector } from '../../search/selector.ts'

type Purpose = 'chat' | 'collapse' | 'compaction' | 'extraction' | 'hook' | 'notes' | 'selector' | 'subagent'

export class MeteredModels {
  /** The model of that name as it is, the main one without a name. Throws where none is configured. */
  readonly choose: (name?: string) => Model
  /** The small model that picks memories; undefined where the person wants none. */
  readonly selector: AskSelector | undefined
  private readonly config: ModelsConfig
  private readonly spend: Spend
  private readonly told = new Set<string | undefined>()
  private turn = randomId()

  /** `chosen`: instead of `models.main`. */
  constructor(context: ProjectContext, chosen?: string) {
    const { settings, env } = context
    this.config = modelsConfig(settings, env, chosen)
    this.choose = createModelChooser(this.config)
    this.spend = projectSpend(context, { turn: () => this.turn })
    if (settings.get('selector.enabled') && settings.get('models.small') !== undefined)
      this.selector = askSelectorOf(() => this.meter('selector', 'small'))
  }

  beginTurn(): void {
    this.turn = randomId()
  }

  /** Each of its requests throws instead of being made when a cap is reached. */
  meter(purpose: Purpose, name?: string): Model {
    return this.spend.meter(this.choose(name), purpose)
  }

  /** undefined where the cap is reached: for work that can be done without a model. */
  meterBelowCap(purpose: Purpose, name?: string): Model | undefined {
    return this.spend.check(purpose).status === 'over_cap' ? undefined : this.meter(purpose, name)
  }

  /** Which model stands in for one that an agent asks for and the person does not have; once for each. */
  standInNotice(agent: { name: string; model?: string }): Message | undefined {
    if (this.told.has(agent.model)) return undefined
    this.told.add(agent.model)
    return standInNotice(agent, this.config)
  }
}
