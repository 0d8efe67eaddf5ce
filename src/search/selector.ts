// The model selector: a side query to a small model picks from a manifest. An interface here; a model makes it better,
// never makes it work: whatever goes wrong, the ranking without a model is used.
import { type AgentText, joinLines, joinTexts, NO_TEXT, own } from '../base/text/agent-text.ts'
import { inertFact, inertLine, unmarkedText } from '../base/text/inert-text.ts'
import { lastChanged, type Memory } from '../memory/memory.ts'

export const MANIFEST_FILES = 200
const SELECTOR_TOKENS = 256

interface SelectorRequest {
  system: string
  user: AgentText
  /** The answer is forced into this schema. */
  schema: typeof SELECTION_SCHEMA
  maxTokens: number
  signal?: AbortSignal
}

/** Asks a small model; returns its parsed answer. */
export type AskSelector = (request: SelectorRequest) => Promise<unknown>

const SELECTION_SCHEMA = {
  type: 'object',
  properties: { selected_memories: { type: 'array', items: { type: 'string' } } },
  required: ['selected_memories'],
  additionalProperties: false,
} as const

const SYSTEM = `You choose which memory files are worth showing to an assistant that is about to answer a message.

You get the message and a list of memory files with type, time and description. Answer with the names of the files that will clearly help with this message, at most {limit}, most useful first.

- Be selective. If you are not sure that a file helps, leave it out. An empty list is a good answer.
- Choose by what the description says, not by shared words alone.
- If a list of recently used tools is given, leave out memories that merely document how to use those tools: the assistant is already using them. Keep warnings, known problems and pitfalls about them: that is when they matter.
- Only give names from the list, exactly as they are written there.`

interface SelectByModelInput {
  message: string
  /** Best first by search; cut to the manifest's size. */
  candidates: readonly Memory[]
  limit: number
  recentTools?: readonly string[]
  signal?: AbortSignal
}

type SelectByModelOutcome = { status: 'selected'; files: string[] } | { status: 'failed'; reason: string }

export async function selectByModel(
  ask: AskSelector,
  input: SelectByModelInput,
): Promise<SelectByModelOutcome> {
  const manifest = input.candidates.slice(0, MANIFEST_FILES)
  try {
    const answer = await ask({
      system: SYSTEM.replace('{limit}', String(input.limit)),
      user: selectorMessage({ ...input, candidates: manifest }),
      schema: SELECTION_SCHEMA,
      maxTokens: SELECTOR_TOKENS,
      signal: input.signal,
    })
    const names = (answer as { selected_memories?: unknown } | null)?.selected_memories
    if (!Array.isArray(names)) return { status: 'failed', reason: 'the answer has no list of memories' }
    // A model can invent names.
    const known = new Map(manifest.map((memory) => [inertFact(memory.file), memory.file]))
    const files = new Set(names.flatMap((name) => known.get(name) ?? []))
    return { status: 'selected', files: [...files].slice(0, input.limit) }
  } catch (error) {
    return { status: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

export function selectorMessage({ message, candidates, recentTools = [] }: SelectByModelInput): AgentText {
  const tools = joinTexts(recentTools.map(inertFact), ', ')
  const used = tools === '' ? NO_TEXT : own`\n\nRecently used tools: ${tools}`
  const files = joinLines(candidates.map(manifestLine))
  return own`Message:\n${unmarkedText(message.trim())}\n\nMemory files:\n${files}${used}`
}

/** `- [type] file (ISO time): description` */
export function manifestLine(
  memory: Pick<Memory, 'type' | 'file' | 'description' | 'updated' | 'modified'>,
): AgentText {
  const tag = memory.type ? own`[${inertFact(memory.type)}] ` : NO_TEXT
  const description = memory.description ? own`: ${inertLine(memory.description)}` : NO_TEXT
  const time = inertFact(new Date(lastChanged(memory)).toISOString())
  return own`- ${tag}${inertFact(memory.file)} (${time})${description}`
}
