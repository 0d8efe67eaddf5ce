// What a conversation will be, decided before anything is opened: where it is, what it brings along, what it costs.

import { join } from 'node:path'
import { conversationTexts } from '../../base/messages/conversation.ts'
import { hooksTexts } from '../../base/messages/hooks.ts'
import { type Message, message } from '../../base/messages/message.ts'
import type { Price } from '../../base/settings/spend-settings.ts'
import type { AgentText } from '../../base/text/agent-text.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { LogNote } from '../../models/log-line.ts'
import type { Model } from '../../models/model.ts'
import { findPrice, pricesOf } from '../../models/prices.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import { agentListing } from '../agents/agent-listing.ts'
import type { AllowedTool } from '../allowed-tools.ts'
import { readSavedContext } from '../compact/saved-context.ts'
import type { ConversationOptions } from '../conversation.ts'
import type { DefinitionProblem } from '../definitions/definition-place.ts'
import { agentHooks } from '../hooks/find-hooks.ts'
import type { ReadHooks } from '../hooks/read-hooks.ts'
import { shellEnvironment } from '../hooks/shell-environment.ts'
import type { PermissionMode } from '../permission.ts'
import type { SkillDefinition } from '../skills/skill-definition.ts'
import { skillListing } from '../skills/skill-listing.ts'
import type { PromptPieces } from './prompt-pieces.ts'

export interface ConversationInput {
  context: Pick<ProjectContext, 'directory' | 'env' | 'settings' | 'location'>
  model: Model
  agents: readonly AgentDefinition[]
  skills: readonly SkillDefinition[]
  /** Files that define neither. */
  problems: readonly DefinitionProblem[]
  /** What the resumed conversation holds, or a new one without messages. */
  transcript: { id: string; messages: readonly TranscriptMessage[]; notes: readonly LogNote[] }
  hooks: ReadHooks
  /** As they are written: name and what starts it. */
  servers: Readonly<Record<string, unknown>>
  pieces: PromptPieces
  options: Pick<
    ConversationOptions,
    'mode' | 'resume' | 'allowedTools' | 'maxTurns' | 'unattended' | 'waitForServersMs'
  > & { /** Why what a crash cut off could not be finished. */ unrecovered?: Error }
}

export interface ConversationPlan {
  id: string
  /** Its log. */
  path: string
  cwd: string
  /** Undefined outside of a repository. */
  repository: string | undefined
  /** The project's: the repository, else the working directory. */
  root: string
  model: Model
  /** What one million tokens cost; undefined where it is not known. */
  price: Price | undefined
  agents: readonly AgentDefinition[]
  skills: readonly SkillDefinition[]
  problems: readonly DefinitionProblem[]
  /** What the model should have read: which agents and skills there are. */
  attachments: readonly AgentText[]
  hooks: ReadHooks
  /** What its first SessionStart says. */
  start: 'startup' | 'resume'
  /** What the commands that it runs get. */
  environment: Record<string, string>
  messages: readonly TranscriptMessage[]
  /** Rules of the secrets that were cut out of those messages. */
  missing: readonly string[]
  /** What else its log has, where it is resumed. */
  notes: readonly LogNote[]
  /** What its window was, by these notes. */
  saved: ReturnType<typeof readSavedContext>
  servers: Readonly<Record<string, unknown>>
  pieces: PromptPieces
  mode: PermissionMode
  allowedTools: readonly AllowedTool[]
  maxTurns: number | undefined
  unattended: boolean
  waitForServersMs: number | undefined
  /** Shown with the first message. */
  notices: readonly Message[]
}

export function planConversation(input: ConversationInput): ConversationPlan {
  const { context, model, agents, skills, problems, hooks, servers, pieces, options } = input
  const { directory: cwd, env, settings, location } = context
  const { id, messages, notes } = input.transcript
  const repository = location.identity.git?.workTree
  return {
    id,
    path: join(location.sessions, `${id}.jsonl`),
    cwd,
    repository,
    root: repository ?? cwd,
    model,
    price: findPrice(pricesOf(settings), model.provider, model.name),
    agents,
    skills,
    problems,
    attachments: [agentListing(agents), skillListing(skills)].filter((text) => text !== undefined),
    hooks,
    start: options.resume === undefined ? 'startup' : 'resume',
    environment: shellEnvironment(env, id),
    messages,
    missing: [...new Set(messages.flatMap(({ redacted = [] }) => redacted))],
    notes,
    saved: readSavedContext(notes),
    ...{ servers, pieces },
    mode: options.mode,
    allowedTools: options.allowedTools ?? [],
    maxTurns: options.maxTurns,
    unattended: options.unattended ?? false,
    waitForServersMs: options.waitForServersMs,
    notices: [
      ...hooks.problems,
      ...agents.flatMap(hookProblems),
      ...pieces.notices,
      ...(options.unrecovered ? [unrecoveredNotice(options.unrecovered)] : []),
    ],
  }
}

function hookProblems(agent: AgentDefinition): Message[] {
  return agentHooks(agent).problems.map((problem) =>
    message(hooksTexts.ofAgent, { agent: agent.name, problem }),
  )
}

function unrecoveredNotice(error: Error): Message {
  const problem = MemdirError.is(error) ? error.messages.message : error.message
  return message(conversationTexts.unrecovered, { problem })
}
