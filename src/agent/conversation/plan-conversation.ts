// What a conversation will be, decided before anything is opened: where it is, what it brings along, what it costs.

import { join } from 'node:path'
import type { AgentText } from '../../base/text/agent-text.ts'
import type { Model } from '../../models/model.ts'
import { DEFAULT_PRICES, findPrice, type Price } from '../../models/prices.ts'
import { readPrices } from '../../models/spend-settings.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import { agentListing } from '../agents/agent-listing.ts'
import type { DefinitionProblem } from '../definitions/definition-place.ts'
import { findHooks } from '../find-hooks.ts'
import type { ReadHooks } from '../hooks/read-hooks.ts'
import { shellEnvironment } from '../shell-environment.ts'
import type { SkillDefinition } from '../skills/skill-definition.ts'
import { skillListing } from '../skills/skill-listing.ts'

export interface ConversationInput {
  context: Pick<ProjectContext, 'directory' | 'home' | 'env' | 'settings' | 'location' | 'bare'>
  model: Model
  agents: readonly AgentDefinition[]
  skills: readonly SkillDefinition[]
  /** Files that define neither. */
  problems: readonly DefinitionProblem[]
  /** Of the resumed conversation, or of a new one without messages. */
  transcript: { id: string; messages: readonly TranscriptMessage[] }
  resumed?: boolean
  /** Of this conversation alone: the value of a `hooks` key. */
  sessionHooks?: unknown
}

export interface ConversationPlan {
  id: string
  /** Its log. */
  path: string
  cwd: string
  /** Undefined outside of a repository. */
  repository: string | undefined
  /** Of the project: the repository, else the working directory. */
  root: string
  model: Model
  /** Of one million tokens; undefined where it is not known. */
  price: Price | undefined
  agents: readonly AgentDefinition[]
  skills: readonly SkillDefinition[]
  problems: readonly DefinitionProblem[]
  /** What the model should have read: which agents and skills there are. */
  attachments: readonly AgentText[]
  hooks: ReadHooks
  /** What its first SessionStart says. */
  start: 'startup' | 'resume'
  /** Of the commands that it runs. */
  environment: Record<string, string>
  messages: readonly TranscriptMessage[]
  /** Rules of the secrets that were cut out of those messages. */
  missing: readonly string[]
}

export function planConversation({
  context,
  model,
  agents,
  skills,
  problems,
  transcript,
  resumed = false,
  sessionHooks,
}: ConversationInput): ConversationPlan {
  const { directory: cwd, env, settings, location } = context
  const { id, messages } = transcript
  const repository = location.identity.git?.workTree
  const prices = { ...DEFAULT_PRICES, ...readPrices(settings.get('spend.prices')) }
  return {
    id,
    path: join(location.sessions, `${id}.jsonl`),
    cwd,
    repository,
    root: repository ?? cwd,
    model,
    price: findPrice(prices, model.provider, model.name),
    agents,
    skills,
    problems,
    attachments: [agentListing(agents), skillListing(skills)].filter((text) => text !== undefined),
    hooks: findHooks({ home: context.home, settings, bare: context.bare, session: sessionHooks }),
    start: resumed ? 'resume' : 'startup',
    environment: shellEnvironment(env, id),
    messages,
    missing: [...new Set(messages.flatMap(({ redacted = [] }) => redacted))],
  }
}
