// What the model gets before the first message: the system prompt, and the first message with instruction
// files, index and date.

import { join } from 'node:path'
import { gitStatus } from '../../base/git/git-status.ts'
import type { Message } from '../../base/messages/message.ts'
import { redactFor } from '../../base/secrets/redact-for.ts'
import { claudeConfigDirectory, userHome } from '../../base/settings/config-home.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { type AgentText, own } from '../../base/text/agent-text.ts'
import { inertLine } from '../../base/text/inert-text.ts'
import type { ProjectAccess } from '../../base/trust/project-access.ts'
import { INDEX_FILE } from '../../memory/memory-path.ts'
import { loadIndex, loadIndexesBeside, loadMemoryPrompt } from '../../memory/memory-prompt.ts'
import { wordsOf } from '../../memory/places.ts'
import type { LoadedIndex } from '../../memory/shown-index.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { quotedIndex } from '../../search/envelope.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { InstructionPlaces } from '../instructions/find-instruction-files.ts'
import {
  type InstructionLoad,
  type InstructionOptions,
  type Instructions,
  openInstructions,
} from '../instructions/open-instructions.ts'
import { environmentSection, staticSections } from '../loop/default-sections.ts'
import { createFirstMessage } from '../loop/first-message.ts'
import { hostFacts } from '../loop/host-facts.ts'
import { dynamicSection, volatileSectionBreaksCache } from '../loop/prompt-section.ts'
import { createSystemPrompt, type SystemPrompt } from '../loop/system-prompt.ts'
import type { ConversationPlan } from './plan-conversation.ts'

export function conversationSystem(
  context: ProjectContext,
  {
    cwd,
    repository,
    model,
    environment,
    pieces: { custom, append, sections },
  }: Pick<ConversationPlan, 'cwd' | 'repository' | 'model' | 'environment' | 'pieces'>,
  serverInstructions: () => string | undefined,
): SystemPrompt {
  return createSystemPrompt({
    ...(custom !== undefined && { custom }),
    ...(append !== undefined && { append }),
    sections: [
      ...staticSections(),
      dynamicSection('memory', () => loadMemoryPrompt(context)),
      environmentSection({
        cwd,
        ...hostFacts(),
        isGit: repository !== undefined,
        model: model.name,
      }),
      ...sections,
      volatileSectionBreaksCache('mcp', 'servers come and go', serverInstructions),
    ],
    keep: ['memory'],
    last: dynamicSection('git', () => (repository ? gitStatus(repository, environment) : undefined)),
  })
}

interface InstructionsOf
  extends Pick<InstructionPlaces, 'cwd' | 'root' | 'managedOnly'>,
    Pick<InstructionOptions, 'reached'> {
  project: ProjectAccess
}

export function conversationInstructions(
  env: Environment,
  { cwd, root, project, managedOnly, reached }: InstructionsOf,
): Instructions {
  return openInstructions({
    cwd,
    root,
    managedOnly,
    reached,
    home: userHome(env),
    managed: ['/etc/claude-code/CLAUDE.md', '/etc/memdir/MEMDIR.md'],
    user: [join(claudeConfigDirectory(env), 'CLAUDE.md')],
    isApproved: (file, from) =>
      project.isApproved({ kind: 'include', name: file, content: { include: file }, from }),
  })
}

interface FirstMessageDependencies {
  instructions: Instructions
  /** Raised for each file, once per loading. */
  onLoaded(event: InstructionLoad['events'][number]): Promise<unknown>
  onWarning(warning: Message): void
}

const NOTHING_LOADED: Pick<InstructionLoad, 'events' | 'warnings'> = { events: [], warnings: [] }

export function firstMessageOf(
  context: ProjectContext,
  { instructions, onLoaded, onWarning }: FirstMessageDependencies,
): () => Promise<TranscriptMessage> {
  let announced: InstructionLoad | undefined
  return async () => {
    const load = instructions.start()
    // Sub-agents get the same message: its files were announced when they were loaded.
    const { events, warnings } = load === announced ? NOTHING_LOADED : load
    announced = load
    for (const warning of warnings) onWarning(warning)
    for (const event of events) await onLoaded(event)
    const index = loadIndex(context)
    const beside = loadIndexesBeside(context).map(({ place, ...one }) =>
      indexSection(own`${inertLine(join(place.directory, INDEX_FILE))} (what ${wordsOf(place).told})`, one),
    )
    return createFirstMessage({
      instructions,
      sections: [
        ...(index
          ? [await indexSection(own`${inertLine(INDEX_FILE)} (index of this conversation's memory)`, index)]
          : []),
        ...(await Promise.all(beside)),
      ],
      now: context.clock.now(),
    })
  }
}

async function indexSection(heading: AgentText, { text }: LoadedIndex) {
  return { heading, content: quotedIndex(await redactFor(text, 'agent')) }
}
