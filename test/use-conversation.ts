// Conversations through the library, against a provider on 127.0.0.1.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { AgentEvent } from '../src/agent/agent-event.ts'
import type { Conversation, ConversationOptions } from '../src/agent/conversation.ts'
import { openTrustStore } from '../src/base/trust/trust-store.ts'
import { type Engine, openEngine } from '../src/connect/engine.ts'
import { openaiProtocol } from './support/published/openai-protocol.ts'
import { type ProviderServer, type Script, startProviderServer } from './support/published/provider-server.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'

interface Sent {
  role: string
  content: string | { text: string }[] | null
}

export function useConversation() {
  let place: TemporaryHome
  let server: ProviderServer | undefined
  let engine: Engine | undefined
  let opened: Conversation[] = []
  beforeEach(() => {
    place = temporaryHome()
  })
  afterEach(async () => {
    for (const conversation of opened) await conversation.close()
    opened = []
    await engine?.close()
    engine = undefined
    await server?.close()
    place.remove()
  })
  const put = (path: string, content: unknown) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  return {
    get place() {
      return place
    },
    get server() {
      return server!
    },
    get engine() {
      engine ??= openEngine({ directory: place.project, env: place.env })
      return engine
    },
    put,
    async serve(script: Script, settings: Record<string, unknown> = {}) {
      server = await startProviderServer(openaiProtocol, script)
      const { models, ...rest } = settings
      put(join(place.home, 'settings.json'), {
        models: { main: 'openai-compatible/local', baseUrl: `${server.url}/v1`, ...(models as object) },
        ...{ extraction: { autoExtract: false }, sessionMemory: { enabled: false } },
        ...rest,
      })
    },
    /** All that the project asks for. */
    async trust() {
      const { examineTrust } = await import('../src/agent/examine-trust.ts')
      const { waiting, root } = examineTrust({ env: place.env, directory: place.project })
      const store = openTrustStore(place.home)
      for (const part of waiting) await store.approve(root, part, '', new Date())
      return waiting.map(({ name }) => name)
    },
    async open(options: Partial<ConversationOptions> = {}): Promise<Conversation> {
      const conversation = await (await this.engine.runtime()).openConversation({ mode: 'ask', ...options })
      opened.push(conversation)
      return conversation
    },
    async say(conversation: Conversation, text: string): Promise<AgentEvent[]> {
      const events: AgentEvent[] = []
      for await (const event of conversation.submit(text)) events.push(event)
      return events
    },
    /** All that the model was told in a request. */
    told: (at: number) => (server!.requests[at]!.body.messages as Sent[]).map(textOf).join('\n'),
    modelOf: (at: number) => server!.requests[at]!.body.model,
    toolsOf: (at: number) =>
      (server!.requests[at]!.body.tools as { function: { name: string } }[]).map(
        (tool) => tool.function.name,
      ),
  }
}

function textOf({ content }: Sent): string {
  return Array.isArray(content) ? content.map(({ text }) => text).join('\n') : (content ?? '')
}

export const noticesOf = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))

export const resultsOf = (events: readonly AgentEvent[]) =>
  events.flatMap((event) =>
    event.type === 'tool_end' ? [event.isError ? `!${event.content}` : event.content] : [],
  )
