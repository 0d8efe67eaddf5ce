// The tools that need nothing but the machine. Agent, Memory and Skill need the engine and are made there.
import { type BashOptions, createBashTool } from './bash-tool.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { createEditTool } from './edit-tool.ts'
import { type FileAccess, nodeFileAccess } from './file-access.ts'
import { createGlobTool } from './glob-tool.ts'
import { createGrepTool, systemGrepOperations } from './grep-tool.ts'
import { createReadTool } from './read-tool.ts'
import type { Tool } from './tool.ts'
import { createWriteTool } from './write-tool.ts'

export interface CreateToolsOptions {
  access?: FileAccess
  bash?: BashOptions
  credentials?: Credentials
}

/** In a fixed order: the list is part of the cached prompt. */
export function createTools(options: CreateToolsOptions = {}): Tool[] {
  const access = options.access ?? nodeFileAccess
  const credentials = options.credentials ?? createCredentials()
  return [
    createReadTool(access, credentials),
    createWriteTool(access, credentials),
    createEditTool(access, credentials),
    createGrepTool({ ...systemGrepOperations, access }, credentials),
    createGlobTool(access, credentials),
    createBashTool({ credentials, ...options.bash }),
  ]
}
