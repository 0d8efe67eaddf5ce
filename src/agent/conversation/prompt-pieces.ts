// The pieces of the system prompt that the person chooses: by options of the conversation, and by settings.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { listOf, type Message, message } from '../../base/messages/message.ts'
import { outputStyleTexts } from '../../base/messages/output-style.ts'
import { claudeConfigDirectory, expandHome } from '../../base/settings/config-home.ts'
import type { Environment } from '../../base/settings/environment.ts'
import type { Settings } from '../../base/settings/settings.ts'
import type { ProjectAccess } from '../../base/trust/project-access.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { ConversationOptions } from '../conversation.ts'
import {
  languageSection,
  outputStyleSection,
  scratchSection,
  tokenBudgetSection,
} from '../loop/default-sections.ts'
import { type ChosenStyle, chooseOutputStyle, type StylePlace } from '../loop/output-style.ts'
import type { PromptSection } from '../loop/prompt-section.ts'
import { absolutePath } from '../tools/file-access.ts'

export interface PromptPieces {
  /** Replaces the sections, but not the memory rules. */
  readonly custom?: string
  /** Behind the sections and the memory rules. */
  readonly append?: string
  readonly sections: readonly PromptSection[]
  /** This conversation's directory for temporary files; made with the first message. */
  readonly scratch?: string
  /** What was asked for and is not used. */
  readonly notices: readonly Message[]
}

const LANGUAGES = new Map([
  ['en', 'English'],
  ['zh', 'Chinese (中文)'],
])

export function promptPieces(
  {
    home,
    env,
    settings,
    directory,
    bare,
  }: Pick<ProjectContext, 'home' | 'env' | 'settings' | 'directory' | 'bare'>,
  project: ProjectAccess,
  { systemPrompt, appendSystemPrompt }: Pick<ConversationOptions, 'systemPrompt' | 'appendSystemPrompt'>,
  conversation: string,
): PromptPieces {
  const language = settings.get('language')
  const base = settings.get('scratchDirectory')
  const scratch = base && join(absolutePath(expandHome(base, env), directory), conversation)
  const budget = settings.get('tokenBudget')
  const wanted = settings.get('outputStyle')
  const chosen = bare ? undefined : chosenStyle({ home, env, settings }, project)
  const named = LANGUAGES.get(language)
  return {
    ...(systemPrompt !== undefined && { custom: systemPrompt }),
    ...(appendSystemPrompt !== undefined && { append: appendSystemPrompt }),
    sections: [
      ...(named === undefined ? [] : [languageSection(named)]),
      ...(chosen?.status === 'found' ? [outputStyleSection(chosen.style.name, chosen.style.text)] : []),
      ...(scratch ? [scratchSection(scratch)] : []),
      ...(budget === undefined ? [] : [tokenBudgetSection(budget)]),
    ],
    ...(scratch && { scratch }),
    notices: chosen?.status === 'unknown' && wanted !== undefined ? [unused(wanted, chosen)] : [],
  }
}

/** Where it cannot be made, whoever writes there hears of it. */
export function makeScratch({ scratch }: Pick<PromptPieces, 'scratch'>): void {
  if (scratch !== undefined) attempt(() => mkdirSync(scratch, { recursive: true, mode: 0o700 }))
}

/** As other agents call the absence of a style. */
const NO_STYLE = 'default'

/** undefined where none is wanted. Reports to `project` what waits for approval. */
export function chosenStyle(
  { home, env, settings }: { home: string; env: Environment; settings: Pick<Settings, 'get'> },
  project: ProjectAccess,
): ChosenStyle | undefined {
  const wanted = settings.get('outputStyle')
  if (wanted === undefined || wanted === NO_STYLE) return undefined
  const places: StylePlace[] = [
    { directory: join(claudeConfigDirectory(env), 'output-styles'), source: 'user' },
    { directory: join(home, 'output-styles'), source: 'user' },
    { project, path: '.claude/output-styles', source: 'project' },
    { project, path: '.memdir/output-styles', source: 'project' },
  ]
  return chooseOutputStyle(wanted, places)
}

function unused(name: string, { known, waits }: Extract<ChosenStyle, { status: 'unknown' }>): Message {
  if (waits) return message(outputStyleTexts.waits, { name })
  return message(outputStyleTexts.unknown, {
    name,
    known: known.length > 0 ? listOf(known) : message(outputStyleTexts.none),
  })
}
