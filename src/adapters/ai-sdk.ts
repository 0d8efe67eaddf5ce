// Tools and a middleware for the Vercel AI SDK. Nothing of it is imported: tools carry a Standard Schema, and the
// middleware is a plain object, so that any version with these interfaces works.
import type { Caller, ClientHost, RecallResult } from '../clients/client-host.ts'
import { type ClientToolInput, checkInput } from '../clients/tools/client-tool.ts'
import { MEMORY_TOOLS, memoryToolText } from '../clients/tools/memory-tools.ts'
import type { InputSchema } from '../lib/json-schema.ts'

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

/** For `generateText({ tools: memoryTools(engine) })`; `only` names those that you want. */
export function memoryTools(
  host: ClientHost,
  options: { caller?: Caller; only?: readonly string[] } = {},
): Record<string, AiSdkTool> {
  const caller = options.caller ?? { actor: 'ai-sdk' }
  const wanted = MEMORY_TOOLS.filter((tool) => options.only?.includes(tool.name) ?? true)
  return Object.fromEntries(
    wanted.map(({ name, description, inputSchema }) => [
      name,
      {
        description,
        inputSchema: standardInput(inputSchema),
        execute: (input: ClientToolInput) => memoryToolText(host, name, input, caller),
      },
    ]),
  )
}

function standardInput(schema: InputSchema): StandardInput {
  const json = () => ({ ...schema })
  return {
    '~standard': {
      version: 1,
      vendor: 'memdir',
      validate(value) {
        try {
          return { value: checkInput(schema, value) }
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
  wrapGenerate<T>(call: { doGenerate(): PromiseLike<T> }): Promise<T>
  wrapStream<T>(call: { doStream(): PromiseLike<T> }): Promise<T>
}

const CHARACTERS = 9_500

/**
 * For `wrapLanguageModel({ model, middleware: memoryMiddleware(engine, { conversation }) })`. Attaches memories to the
 * last message of the person; what was attached once is attached again word for word in later steps and turns, so
 * that the prompt's beginning never changes. It counts as shown when the model has taken the request. Use one
 * middleware per conversation.
 */
export function memoryMiddleware(
  host: ClientHost,
  options: { conversation?: string; budget?: number; deadlineMs?: number } = {},
): MemoryMiddleware {
  /** Text attached to the nth message of the person. */
  const attached = new Map<string, string>()
  /** Attached, and in no request yet that the model has taken. */
  const waiting: RecallResult[] = []
  const sent = async <T>(call: () => PromiseLike<T>): Promise<T> => {
    const answer = await call()
    for (const result of waiting.splice(0))
      if (conversation !== undefined) void host.noteShown(conversation, result)
    return answer
  }
  const { conversation, budget = CHARACTERS, deadlineMs = 1_000 } = options
  const textFor = async (key: string, prompt: string): Promise<string> => {
    const request = {
      prompt,
      conversation,
      attached: waiting.flatMap(({ memories }) => memories.map(({ memory }) => memory.file)),
      budget,
      signal: AbortSignal.timeout(deadlineMs),
    }
    // The application's own call must not fail because of its memory; `recall` itself says what fails to who calls it.
    const recalled = host.recall(request).catch(() => undefined)
    const late = new Promise<undefined>((done) => {
      setTimeout(done, deadlineMs, undefined).unref()
    })
    const result = await Promise.race([recalled, late])
    if (result?.status === 'recalled') waiting.push(result)
    attached.set(key, result?.text ?? '')
    return result?.text ?? ''
  }
  return {
    specificationVersion: 'v3',
    wrapGenerate: ({ doGenerate }) => sent(doGenerate),
    wrapStream: ({ doStream }) => sent(doStream),
    async transformParams({ params }) {
      const prompt = params.prompt as PromptMessage[]
      const last = prompt.findLastIndex((message) => message.role === 'user')
      const next: PromptMessage[] = []
      for (const [i, message] of prompt.entries()) {
        const typed = message.role === 'user' ? textOf(message) : ''
        const key = `${i}\n${typed}`
        const text =
          message.role !== 'user'
            ? ''
            : (attached.get(key) ?? (i === last && host.switch.on ? await textFor(key, typed) : ''))
        next.push(text === '' ? message : withText(message, text))
      }
      return { ...params, prompt: next }
    },
  }
}

function textOf({ content }: PromptMessage): string {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('\n')
}

function withText(message: PromptMessage, text: string): PromptMessage {
  const content =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
  return { ...message, content: [...content, { type: 'text', text }] }
}
