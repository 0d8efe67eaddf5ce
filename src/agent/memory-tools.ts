// All tools that agents get, in the order in which they are listed.

import { inputTexts } from '../base/messages/input.ts'
import { memoryActionsTexts } from '../base/messages/memory-actions.ts'
import { type Message, message } from '../base/messages/message.ts'
import { storeTexts } from '../base/messages/store.ts'
import { redactFor, redactValues } from '../base/secrets/redact-for.ts'
import { type AgentText, joinLines, own, redactText } from '../base/text/agent-text.ts'
import { inertText } from '../base/text/inert-text.ts'
import { MemdirError } from '../base/values/errors.ts'
import { randomId } from '../base/values/ids.ts'
import type { JsonSchema } from '../base/values/json-schema.ts'
import { listLive } from '../memory/memory-list.ts'
import { findTool, WORKING_TOOL_NAMES } from '../memory/memory-verbs.ts'
import { programName } from '../memory/origin-rules.ts'
import type { Caller, ClientHost } from './client-host.ts'
import {
  briefSchema,
  type ClientTool,
  type ClientToolInput,
  checkInput,
  type ToolAnswer,
} from './memory-tools/client-tool.ts'
import { memoryLine } from './memory-tools/describe-hits.ts'
import { explainTool } from './memory-tools/explain-tool.ts'
import { forgetTool } from './memory-tools/forget-tool.ts'
import { inboxTool } from './memory-tools/inbox-tool.ts'
import { listTool, NO_MEMORIES } from './memory-tools/list-tool.ts'
import { recallTool } from './memory-tools/recall-tool.ts'
import { rememberTool } from './memory-tools/remember-tool.ts'
import { searchTool } from './memory-tools/search-tool.ts'
import { showTool } from './memory-tools/show-tool.ts'
import { updateTool } from './memory-tools/update-tool.ts'

/** For clients that load a tool when it is needed: also those that answer a person's question about their memory. */
export const MEMORY_TOOLS: readonly ClientTool[] = [
  recallTool,
  rememberTool,
  searchTool,
  updateTool,
  forgetTool,
  showTool,
  listTool,
  explainTool,
  inboxTool,
]

export interface ListedTool {
  tool: ClientTool
  /** The form of its input, as the model is shown it. */
  schema: JsonSchema
  /** The input as the tool takes it. Throws a MemdirError that says which field is wrong. */
  check(input: unknown): ClientToolInput
}

/** For hosts that send every tool with every request: those that they choose, else what is worth its place there. */
export function listTools(names?: readonly string[]): ListedTool[] {
  if (!names) {
    const working = MEMORY_TOOLS.filter(({ name }) => WORKING_TOOL_NAMES.includes(name))
    return working.map((tool) => listed(tool, briefSchema(tool)))
  }
  const chosen = MEMORY_TOOLS.filter(({ name }) => names.includes(name))
  return chosen.map((tool) => listed(tool, tool.inputSchema))
}

function listed(tool: ClientTool, schema: JsonSchema): ListedTool {
  return { tool, schema, check: (input) => checkInput(tool.inputSchema, input) }
}

type ToolOutcome = ToolAnswer & { failed: boolean }

/** Runs a tool by name. What goes wrong is an answer for the model, never an exception. */
export async function runMemoryTool(
  opening: ClientHost | Promise<ClientHost>,
  name: string,
  input: unknown,
  caller: Caller,
  tools = MEMORY_TOOLS,
): Promise<ToolOutcome> {
  const tool = findTool(tools, name)
  try {
    if (!tool) throw new MemdirError('not_found', message(memoryActionsTexts.unknownTool, { name }))
    const host = await opening
    if (!host.switch.on)
      throw new MemdirError(
        'unavailable',
        message(memoryActionsTexts.memoryIsOff, { reason: host.switch.reason }),
      )
    const answer = await tool.run(host, checkInput(tool.inputSchema, input), inConversation(caller))
    return { ...(await withoutSecrets(answer)), failed: false }
  } catch (error) {
    const { text, data } = failure(error)
    return { ...(await withoutSecrets({ text, data })), failed: true }
  }
}

/** For hosts that take the text as the value of a call: what comes after the output waits until it was returned. */
export async function memoryToolText(...call: Parameters<typeof runMemoryTool>): Promise<AgentText> {
  const { text, afterOutput } = await runMemoryTool(...call)
  if (afterOutput) setImmediate(afterOutput)
  return text
}

let unnamed: string | undefined

/**
 * A model calls, whatever the caller is called. Where its conversation is not known, its process is one: it may not
 * fill a recall with its own word either.
 */
function inConversation(caller: Caller): Caller {
  unnamed ??= `process-${randomId()}`
  const conversation = caller.conversation || unnamed
  return { ...caller, actor: programName(caller.actor), conversation }
}

/** Files that others wrote, and what a call got wrong, may hold secrets anywhere. */
async function withoutSecrets({ text, data, ...rest }: ToolAnswer): Promise<ToolAnswer> {
  const clean = await redactText(text, (part) => redactFor(part, 'agent'))
  return { ...rest, text: clean, data: await redactValues(data, 'agent') }
}

/** What a person would type is nothing that a model can call. */
const FIXES: Readonly<Record<string, Message>> = {
  [storeTexts.seeList.key]: message(memoryActionsTexts.findWithTools),
  [storeTexts.seeListIds.key]: message(memoryActionsTexts.findWithTools),
  [inputTexts.noTextFix.key]: message(memoryActionsTexts.correctTheCall),
}

function fixForModels({ fix, messages }: MemdirError): string | undefined {
  return FIXES[messages.fix?.key ?? '']?.en ?? fix
}

function failure(error: unknown): ToolOutcome {
  const code = MemdirError.is(error) ? error.code : 'internal'
  const message = error instanceof Error ? error.message : String(error)
  const fix = MemdirError.is(error) ? fixForModels(error) : undefined
  // It names what the call or a file said.
  const text = inertText(fix ? `${message}. ${fix}` : message)
  return { text, data: { error: { code, message, fix } }, failed: true }
}

/** For a prompt that a person picks: as many as one text takes, from the one of this number on, counted from 1. */
export function memoryPage(
  { store }: Pick<ClientHost, 'store'>,
  { from, most, withoutWhen = false }: { from: number; most: number; withoutWhen?: boolean },
) {
  const all = listLive(store.list(), { withoutWhen }, new Date())
  const lines = all.slice(from - 1, from - 1 + most).map(memoryLine)
  const next = from + lines.length
  if (next <= all.length)
    lines.push(own`(${all.length - next + 1} more; this prompt shows them with \`from\` ${next}.)`)
  return lines.length === 0 ? NO_MEMORIES : joinLines(lines)
}
