// Everything that a project asks for and that needs the person's approval, whoever will use it.

import { findProject, rootsOf } from '../base/projects/find-project.ts'
import type { Environment } from '../base/settings/environment.ts'
import { eachOnce, type ProjectTrust } from '../base/settings/settings.ts'
import { openProjectAccess } from '../base/trust/project-access.ts'
import { projectMcpServers } from '../base/trust/project-mcp.ts'
import { openTrustStore, type TrustStore } from '../base/trust/trust-store.ts'
import { definitionsOf } from './conversation/conversation-definitions.ts'
import { conversationInstructions } from './conversation/conversation-prompt.ts'
import { chosenStyle } from './conversation/prompt-pieces.ts'
import type { DefinitionProblem } from './definitions/definition-place.ts'

export interface ExaminedTrust extends ProjectTrust {
  /** Where the project's files are. */
  checkout: string
  store: TrustStore
  /** Files that define no agent and no skill, though they are where such files are. */
  problems: readonly DefinitionProblem[]
}

/** `directory`: instruction files are looked for from the project's root down to it. */
export function examineTrust({ env, directory }: { env: Environment; directory: string }): ExaminedTrust {
  const { home, identity, settings } = findProject({ env, directory, probeHistory: false })
  const { trust } = settings
  const store = openTrustStore(home)
  const project = openProjectAccess(env, rootsOf(identity, directory), store)
  const { checkout } = project
  // Each of them reports what waits to `project`.
  projectMcpServers(project)
  chosenStyle({ home, env, settings }, project)
  const { problems } = definitionsOf({ home, env, settings, project })
  conversationInstructions(env, { cwd: directory, root: checkout, project }).start()
  return {
    root: trust.root,
    checkout,
    store,
    problems,
    waiting: [...trust.waiting, ...project.waiting],
    refused: eachOnce([...trust.refused, ...project.refused]),
    ...(store.damaged && { damaged: store.path }),
  }
}
