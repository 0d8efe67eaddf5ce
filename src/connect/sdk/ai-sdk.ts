// Tools and a middleware for the Vercel AI SDK. Nothing of it is imported: tools carry a Standard Schema, and the
// middleware is a plain object, so that any version with these interfaces works.

import type { Caller } from '../../agent/client-host.ts'
import { type ListedTool, listTools, memoryToolText } from '../../agent/memory-tools.ts'
import type { AgentText } from '../../base/text/agent-text.ts'
import type { JsonSchema } from '../../base/values/json-schema.ts'
import { engineOf, type MemdirHandle } from '../memdir-handle.ts'
import { attachedMessages } from './attached-messages.ts'

type ClientToolInput = ReturnType<ListedTool['check']>

export interface AiSdkTool {
  description: string
  inputSchema: StandardInput
  execute(input: ClientToolInput): Promise<string>
}

/** https://standardschema.dev with its JSON Schema part. */
export interface StandardInput {
  '~standard': {
    version: 1
    vendor: 'memdir'
    validate(value: unknown): { value: ClientToolInput } | { issues: { message: string }[] }
    jsonSchema: { input(): Record<string, unknown>; output(): Record<string, unknown> }
    types?: { input: ClientToolInput; output: ClientToolInput }
  }
}

/**
 * For `generateText({ tools: memoryTools(memdir) })`; `only` names those that you want. Left out: recall, remember, search,
 * update and forget.
 */
export function memoryTools(
  memdir: MemdirHandle,
  options: { caller?: Caller; only?: readonly string[] } = {},
): Record<string, AiSdkTool> {
  const host = engineOf(memdir)
  const caller = options.caller ?? { actor: 'ai-sdk' }
  return Object.fromEntries(
    listTools(options.only).map(({ tool: { name, description }, schema, check }) => [
      name,
      {
        description,
        inputSchema: standardInput(schema, check),
        execute: (input: ClientToolInput) => memoryToolText(host, name, input, caller),
      },
    ]),
  )
}

function standardInput(shown: JsonSchema, check: ListedTool['check']): StandardInput {
  const json = () => ({ ...shown })
  return {
    '~standard': {
      version: 1,
      vendor: 'memdir',
      validate(value) {
        try {
          return { value: check(value) }
        } catch (error) {
          return { issues: [{ message: (error as Error).message }] }
        }
      },
      jsonSchema: { input: json, output: json },
    },
  }
}

interface PromptPart {
  type: string
  text?: string
}
interface PromptMessage {
  role: string
  content: string | PromptPart[]
}

export interface MemoryMiddleware {
  specificationVersion: 'v3'
  // biome-ignore lint/suspicious/noExplicitAny: the parameters are the SDK's own and go through unchanged.
  transformParams(options: { params: any }): Promise<any>
  wrapGenerate<T>(call: { doGenerate(): PromiseLike<T>; params: object }): Promise<T>
  wrapStream<T>(call: { doStream(): PromiseLike<T>; params: object }): Promise<T>
}

const CHARACTERS = 9_500

/**
 * For `wrapLanguageModel({ model, middleware: memoryMiddleware(memdir, { conversation }) })`. Attaches memories to the
 * last message of the person. What was attached once is attached again word for word in later steps and turns, so
 * that every request begins with the one before it, and it counts as shown when the model has taken the request. With
 * `conversation`, an id of yours, this holds across middlewares and processes; without it, as long as this middleware
 * lives: use one for each conversation.
 */
export function memoryMiddleware(
  memdir: MemdirHandle,
  options: { conversation?: string; budget?: number; deadlineMs?: number } = {},
): MemoryMiddleware {
  const attached = attachedMessages(engineOf(memdir), { budget: CHARACTERS, deadlineMs: 1_000, ...options })
  /** By the parameters that the model is given. */
  const requests = new WeakMap<object, () => void>()
  const sent = async <T>(params: object, call: () => PromiseLike<T>): Promise<T> => {
    const answer = await call()
    requests.get(params)?.()
    return answer
  }
  return {
    specificationVersion: 'v3',
    wrapGenerate: ({ doGenerate, params }) => sent(params, doGenerate),
    wrapStream: ({ doStream, params }) => sent(params, doStream),
    async transformParams({ params }) {
      const prompt = params.prompt as PromptMessage[]
      const { texts, onTaken } = await attached(prompt.filter(isOfPerson).map(textOf))
      const next = { ...params, prompt: withTexts(prompt, texts) }
      requests.set(next, onTaken)
      return next
    },
  }
}

function isOfPerson({ role }: PromptMessage): boolean {
  return role === 'user'
}

/** `texts`: for each message of the person. */
function withTexts(prompt: readonly PromptMessage[], texts: readonly AgentText[]): PromptMessage[] {
  const left = [...texts]
  return prompt.map((message) => {
    const text = isOfPerson(message) ? left.shift() : undefined
    return text ? withText(message, text) : message
  })
}

function textOf({ content }: PromptMessage): string {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('\n')
}

function withText(message: PromptMessage, text: AgentText): PromptMessage {
  const content =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
  return { ...message, content: [...content, { type: 'text', text }] }
}
