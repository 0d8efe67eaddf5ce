// A log of a conversation as extraction sees it: what the person typed and the agent answered, and apart from that what
// others put into it, which nobody said.
import type { Block, ToolResultBlock } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { judgeTyped } from '../../models/typed-messages.ts'
import type { SaidMessage } from './proposal.ts'

/** A text in the conversation that neither the person nor the agent said. */
export interface OtherText {
  /** `injected`: by memdir, the client, a hook or an instruction file. */
  readonly origin: 'injected' | 'tool' | 'web'
  readonly text: string
  /** How many of the messages that were said came before it: later ones may be its echo. */
  readonly after: number
}

export interface SaidConversation {
  readonly said: readonly SaidMessage[]
  readonly others: readonly OtherText[]
  /** Files that the agent's own tools wrote, with the number of messages before. */
  readonly written: readonly { readonly path: string; readonly after: number }[]
}

/** `messages`: in the order of the log. What belongs to sub-agents is left out. */
export function readSaid(messages: readonly TranscriptMessage[]): SaidConversation {
  const said = new Map<string, SaidMessage>()
  const others: OtherText[] = []
  const written: { path: string; after: number }[] = []
  const tools = new Map<string, string>()
  for (const message of messages) {
    const { id, role, content, time, sidechain, redacted: secrets } = message
    if (sidechain) continue
    const after = said.size
    for (const block of content) {
      if (block.type === 'tool_use') {
        tools.set(block.id, block.name)
        const path = writtenPath(block)
        if (path !== undefined) written.push({ path, after })
      } else if (block.type === 'tool_result')
        others.push({ origin: originOf(tools.get(block.toolUseId)), text: resultText(block), after })
    }
    const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
    const judged = judgeTyped(message)
    if (role === 'user' && !judged.typed) {
      // A command for the client is nobody's text.
      if (judged.why !== 'command')
        others.push(...texts.map((text) => ({ origin: 'injected' as const, text, after })))
      continue
    }
    if (message.meta !== undefined) continue
    const text = judged.typed ? judged.text : texts.join('\n').trim()
    // A response that is logged block by block keeps its first place; a message that was written again does too.
    if (text !== '' && !said.has(id)) said.set(id, { id, role, text, time, ...(secrets && { secrets }) })
  }
  return { said: [...said.values()], others, written }
}

/** As the agents' tools are called: WebFetch, web_search, google_web_search, webfetch. */
const WEB = /web|fetch|browser|url/i
const WRITES = /^(?:write|edit|multi_?edit|write_file|replace|create|str_replace\w*|apply_patch)$/i

function originOf(tool: string | undefined): 'tool' | 'web' {
  return tool !== undefined && WEB.test(tool) ? 'web' : 'tool'
}

function writtenPath({ name, inputJson }: Extract<Block, { type: 'tool_use' }>): string | undefined {
  if (!WRITES.test(name)) return undefined
  return /"(?:file_path|filePath|path|absolute_path)"\s*:\s*"((?:[^"\\]|\\.){1,4096})"/.exec(inputJson)?.[1]
}

function resultText({ content }: ToolResultBlock): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}
