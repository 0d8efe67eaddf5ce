// What the MCP server offers for one project: tools, resources, prompts, instructions.

import type { Caller, ClientHost } from '../clients/client-host.ts'
import { findByAction } from '../clients/tools/action-words.ts'
import { MEMORY_TOOLS, runMemoryTool } from '../clients/tools/memory-tools.ts'
import { fieldsText } from '../lib/agent-text.ts'
import { MemdirError } from '../lib/errors.ts'
import { randomId } from '../lib/ids.ts'
import { programName } from '../memory/origin-rules.ts'
import { redactValues } from '../memory/redact-memory.ts'
import { PROMPT_LACKS, UNKNOWN_PROMPT } from '../messages/mcp.ts'
import { message } from '../messages/message.ts'
import { answerHook, HOOK_TOOL } from './hook-tool.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { PROMPTS, promptText } from './prompts.ts'
import type { Offer, ServedTool } from './protocol.ts'
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.ts'

export interface OfferOptions {
  /** The engine of now: settings may have changed since the last call. Rejects where the disk does not answer. */
  host(): Promise<ClientHost>
  version: string
  env: Readonly<Record<string, string | undefined>>
}

export function memoryOffer({ host, version, env }: OfferOptions): Offer {
  // The client's variable is that of its first conversation; a hook call tells the present one.
  // Where nobody tells, the connection is the conversation.
  let conversation = env.CLAUDE_CODE_SESSION_ID?.trim() || `mcp-${randomId()}`
  return {
    name: 'memdir',
    title: 'memdir memory',
    version,
    instructions: INSTRUCTIONS,
    tools: MEMORY_TOOLS.map(servedTool),
    hasTool: (name) => name === HOOK_TOOL.name || findByAction(MEMORY_TOOLS, name) !== undefined,
    async callTool(name, input, client) {
      if (name === HOOK_TOOL.name) {
        const opened = await host().catch(() => undefined)
        // The hook at the start of the conversation has told the person.
        if (!opened) return { text: fieldsText({}), failed: false }
        const answer = await answerHook(opened, input, env)
        conversation = answer.conversation ?? conversation
        return { text: answer.text, failed: false, afterOutput: () => void answer.afterOutput() }
      }
      const caller: Caller = { actor: actorOf(client), conversation }
      return runMemoryTool(host(), name, input, caller)
    },
    listResources: async (cursor) => redactValues(listResources(await host(), cursor), 'agent'),
    resourceTemplates: RESOURCE_TEMPLATES,
    readResource: async (uri) => readResource(await host(), uri),
    prompts: PROMPTS,
    getPrompt(name, input) {
      const prompt = PROMPTS.find((one) => one.name === name)
      const lacks = prompt?.arguments.find((one) => one.required && !input[one.name]?.trim())
      if (lacks) throw new MemdirError('usage', message(PROMPT_LACKS, { name, argument: lacks.name }))
      const text = promptText(name, input)
      if (text === undefined) throw new MemdirError('not_found', message(UNKNOWN_PROMPT, { name }))
      return text
    },
  }
}

function servedTool(tool: (typeof MEMORY_TOOLS)[number]): ServedTool {
  const { name, title, description, inputSchema, annotations, alwaysLoad } = tool
  const served = { name, title, description, inputSchema, annotations: { title, ...annotations } }
  return alwaysLoad ? { ...served, _meta: { 'anthropic/alwaysLoad': true } } : served
}

/** Clients name themselves in their own way; the history uses one word per agent. */
export function actorOf(client: string | undefined): string {
  if (!client) return 'mcp'
  for (const agent of ['claude-code', 'codex', 'gemini', 'opencode', 'qwen', 'cursor']) {
    if (client.toLowerCase().includes(agent)) return agent
  }
  return programName(client.replace(/[^\w.@-]+/g, '-').slice(0, 40) || 'mcp')
}
