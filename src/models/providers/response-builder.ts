// Puts a response together from deltas, in the order in which the blocks began, and says what a caller wants to see.

import { NO_USAGE, type Usage } from '../../base/values/usage.ts'
import { type Block, toolUse } from '../content.ts'
import type { ModelEvent, ModelResponse, StopReason } from '../model.ts'

type Open =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string; signature: string; redacted?: string }
  | { type: 'tool_use'; id: string; name: string; json: string; extraJson?: string }

export class ResponseBuilder {
  readonly events: ModelEvent[] = []
  usage: Usage = NO_USAGE
  stop: StopReason | undefined
  model: string
  id: string | undefined
  edited: ModelResponse['edited']
  private readonly open = new Map<string | number, Open>()
  private readonly done: Block[] = []

  constructor(model: string) {
    this.model = model
  }

  /** Takes the events that came up since the last call. */
  takeEvents(): ModelEvent[] {
    return this.events.splice(0)
  }

  text(key: string | number, delta: string): void {
    const block = this.at(key, () => ({ type: 'text', text: '' }))
    if (block.type !== 'text' || delta === '') return
    block.text += delta
    this.events.push({ type: 'text', text: delta })
  }

  thinking(key: string | number, delta: string, signature = '', redacted?: string): void {
    const block = this.at(key, () => ({ type: 'thinking', text: '', signature: '' }))
    if (block.type !== 'thinking') return
    block.text += delta
    block.signature += signature
    if (redacted !== undefined) block.redacted = redacted
    if (delta !== '') this.events.push({ type: 'thinking', text: delta })
  }

  tool(key: string | number, id: string, name: string, extraJson?: string): void {
    this.at(key, () => ({ type: 'tool_use', id, name, json: '', ...(extraJson && { extraJson }) }))
    this.events.push({ type: 'tool_start', id, name })
  }

  toolInput(key: string | number, json: string): void {
    const block = this.open.get(key)
    if (block?.type !== 'tool_use' || json === '') return
    block.json += json
    this.events.push({ type: 'tool_input', id: block.id, json })
  }

  isOpen(key: string | number): boolean {
    return this.open.has(key)
  }

  /** The id of the tool use that is open under this key. */
  openTool(key: string | number): string | undefined {
    const block = this.open.get(key)
    return block?.type === 'tool_use' ? block.id : undefined
  }

  close(key: string | number): void {
    const open = this.open.get(key)
    if (!open) return
    this.open.delete(key)
    const block = finish(open)
    if (!block) return
    this.done.push(block)
    this.events.push({ type: 'block', block })
  }

  closeAll(): void {
    for (const key of [...this.open.keys()]) this.close(key)
  }

  response(): ModelResponse {
    return {
      content: this.done,
      stop: this.stop ?? 'end',
      usage: this.usage,
      model: this.model,
      ...(this.id !== undefined && { id: this.id }),
      ...(this.edited && { edited: this.edited }),
    }
  }

  private at(key: string | number, create: () => Open): Open {
    const found = this.open.get(key)
    if (found) return found
    const created = create()
    this.open.set(key, created)
    return created
  }
}

/** undefined for a block without content: sending it back would be refused. */
function finish(open: Open): Block | undefined {
  switch (open.type) {
    case 'text':
      return open.text === '' ? undefined : { type: 'text', text: open.text }
    case 'thinking':
      if (open.redacted !== undefined) return { type: 'thinking', text: '', redacted: open.redacted }
      if (open.text === '' && open.signature === '') return undefined
      return {
        type: 'thinking',
        text: open.text,
        ...(open.signature !== '' && { signature: open.signature }),
      }
    case 'tool_use': {
      const block = toolUse(open.id, open.name, open.json)
      return open.extraJson ? { ...block, extraJson: open.extraJson } : block
    }
  }
}
