// The events of the Messages API's stream.
import { message } from '../../base/messages/message.ts'
import { modelsTexts } from '../../base/messages/models.ts'
import type { StopReason } from '../model.ts'
import { declined, ModelError } from '../model-error.ts'
import type { ResponseBuilder } from './response-builder.ts'
import type { Decoder } from './wire.ts'

interface RawUsage {
  input_tokens?: number | null
  output_tokens?: number | null
  cache_read_input_tokens?: number | null
  cache_creation_input_tokens?: number | null
  cache_creation?: { ephemeral_1h_input_tokens?: number | null } | null
}

interface RawEvent {
  type: string
  index?: number
  message?: { id?: string; model?: string; usage?: RawUsage }
  content_block?: {
    type: string
    id?: string
    name?: string
    text?: string
    thinking?: string
    signature?: string
    data?: string
  }
  delta?: {
    type?: string
    text?: string
    thinking?: string
    signature?: string
    partial_json?: string
    stop_reason?: string | null
    stop_details?: { explanation?: string | null } | null
  }
  usage?: RawUsage
  context_management?: { applied_edits?: RawEdit[] | null } | null
}

interface RawEdit {
  cleared_tool_uses?: number | null
  cleared_input_tokens?: number | null
}

const STOPS: Record<string, StopReason> = {
  end_turn: 'end',
  tool_use: 'tool_use',
  max_tokens: 'max_tokens',
  stop_sequence: 'stop_sequence',
  pause_turn: 'pause',
}

const provider = 'anthropic'

export function anthropicDecoder(builder: ResponseBuilder): Decoder {
  let stop: string | undefined
  let explanation = ''
  let ended = false
  return {
    push(chunk) {
      const event = chunk as RawEvent
      switch (event.type) {
        case 'message_start':
          builder.id = event.message?.id
          builder.model = event.message?.model ?? builder.model
          readUsage(builder, event.message?.usage)
          break
        case 'content_block_start':
          start(builder, event)
          break
        case 'content_block_delta':
          delta(builder, event)
          break
        case 'content_block_stop':
          builder.close(event.index ?? 0)
          break
        case 'message_delta':
          stop = event.delta?.stop_reason ?? stop
          explanation = event.delta?.stop_details?.explanation ?? explanation
          readUsage(builder, event.usage)
          readEdits(builder, event.context_management?.applied_edits ?? [])
          break
        case 'message_stop':
          ended = true
      }
    },
    end() {
      if (!ended)
        throw new ModelError('network', message(modelsTexts.answerCutOff, { provider }), { provider })
      builder.stop = stopReason(stop, explanation)
    },
  }
}

function start(builder: ResponseBuilder, { index = 0, content_block: block }: RawEvent): void {
  switch (block?.type) {
    case 'text':
      builder.text(index, block.text ?? '')
      break
    case 'thinking':
      builder.thinking(index, block.thinking ?? '', block.signature ?? '')
      break
    case 'redacted_thinking':
      builder.thinking(index, '', '', block.data ?? '')
      break
    case 'tool_use':
      builder.tool(index, block.id ?? '', block.name ?? '')
  }
}

function delta(builder: ResponseBuilder, { index = 0, delta: change }: RawEvent): void {
  switch (change?.type) {
    case 'text_delta':
      builder.text(index, change.text ?? '')
      break
    case 'thinking_delta':
      builder.thinking(index, change.thinking ?? '')
      break
    case 'signature_delta':
      builder.thinking(index, '', change.signature ?? '')
      break
    case 'input_json_delta':
      builder.toolInput(index, change.partial_json ?? '')
  }
}

function readEdits(builder: ResponseBuilder, edits: readonly RawEdit[]): void {
  const toolUses = edits.reduce((sum, edit) => sum + (edit.cleared_tool_uses ?? 0), 0)
  const tokens = edits.reduce((sum, edit) => sum + (edit.cleared_input_tokens ?? 0), 0)
  if (toolUses > 0) builder.edited = { toolUses, tokens }
}

/** Later events repeat or correct the figures of the first; what they leave out stays. */
function readUsage(builder: ResponseBuilder, usage: RawUsage | undefined): void {
  if (!usage) return
  const before = builder.usage
  const hour = usage.cache_creation?.ephemeral_1h_input_tokens ?? before.cacheCreatedHour
  builder.usage = {
    input: usage.input_tokens ?? before.input,
    output: usage.output_tokens ?? before.output,
    cacheRead: usage.cache_read_input_tokens ?? before.cacheRead,
    cacheCreated: usage.cache_creation_input_tokens ?? before.cacheCreated,
    ...(hour !== undefined && { cacheCreatedHour: hour }),
  }
}

function stopReason(stop: string | undefined, explanation: string): StopReason {
  if (stop === 'refusal') throw declined(provider, explanation)
  if (stop === 'model_context_window_exceeded')
    throw new ModelError('too_long', message(modelsTexts.windowFull), { provider })
  return STOPS[stop ?? ''] ?? 'end'
}
