// What the MCP server offers for one project: tools, resources, prompts, instructions.

import type { Caller } from '../../agent/client-host.ts'
import {
  type ListedTool,
  listTools,
  MEMORY_TOOLS,
  memoryPage,
  runMemoryTool,
} from '../../agent/memory-tools.ts'
import { mcpTexts } from '../../base/messages/mcp.ts'
import { message } from '../../base/messages/message.ts'
import { redactFor, redactValues } from '../../base/secrets/redact-for.ts'
import { type AgentText, fieldsText, redactText } from '../../base/text/agent-text.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { randomId } from '../../base/values/ids.ts'
import { findTool } from '../../memory/memory-verbs.ts'
import { programName } from '../../memory/origin-rules.ts'
import type { Engine } from '../engine.ts'
import { answerHook, HOOK_TOOL } from './hook-tool.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { PROMPTS, promptText } from './prompts.ts'
import type { Offer, ServedTool } from './protocol.ts'
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.ts'

interface OfferOptions {
  /** The engine of now: settings may have changed since the last call. Rejects where the disk does not answer. */
  host(): Promise<Engine>
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
    tools: toolsFor,
    hasTool: (name) => name === HOOK_TOOL.name || findTool(MEMORY_TOOLS, name) !== undefined,
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
    async getPrompt(name, input, client) {
      const prompt = PROMPTS.find((one) => one.name === name)
      const lacks = prompt?.arguments.find((one) => one.required && !input[one.name]?.trim())
      if (lacks) throw new MemdirError('usage', message(mcpTexts.promptLacks, { name, argument: lacks.name }))
      const carries = (name === 'memory' || name === 'fill') && !loadsOnDemand(client)
      const listed = carries ? await pageOf(await host(), input, name === 'fill') : undefined
      const text = promptText(name, input, listed)
      if (text === undefined) throw new MemdirError('not_found', message(mcpTexts.unknownPrompt, { name }))
      return text
    },
  }
}

/** They name a tool in a few words, and load it when the model asks for it; all others send every tool with every request. */
const LOADS_ON_DEMAND = ['claude-code', 'qwen']

function loadsOnDemand(client: string | undefined): boolean {
  return LOADS_ON_DEMAND.includes(actorOf(client))
}

function toolsFor(client: string | undefined): ServedTool[] {
  const names = loadsOnDemand(client) ? MEMORY_TOOLS.map(({ name }) => name) : undefined
  return listTools(names).map(servedTool)
}

const PROMPT_MEMORIES = 20

async function pageOf(
  host: Engine,
  { from = '' }: Record<string, string>,
  withoutWhen: boolean,
): Promise<AgentText> {
  if (!host.switch.on)
    throw new MemdirError('unavailable', message(mcpTexts.serverMemoryOff, { reason: host.switch.reason }))
  const first = Math.max(1, Math.trunc(Number(from)) || 1)
  const page = memoryPage(host, { from: first, most: PROMPT_MEMORIES, withoutWhen })
  return redactText(page, (part) => redactFor(part, 'agent'))
}

function servedTool({ tool, schema }: ListedTool): ServedTool {
  const { name, title, description, annotations, alwaysLoad } = tool
  const served = { name, title, description, inputSchema: schema, annotations: { title, ...annotations } }
  return alwaysLoad ? { ...served, _meta: { 'anthropic/alwaysLoad': true } } : served
}

/** Clients name themselves in their own way; the history uses one word per agent. */
function actorOf(client: string | undefined): string {
  if (!client) return 'mcp'
  for (const agent of ['claude-code', 'codex', 'gemini', 'opencode', 'qwen', 'cursor']) {
    if (client.toLowerCase().includes(agent)) return agent
  }
  return programName(client.replace(/[^\w.@-]+/g, '-').slice(0, 40) || 'mcp')
}
