// The chunks of a Chat Completions stream, in the variants that servers send.

import { message } from '../../base/messages/message.ts'
import { modelsTexts } from '../../base/messages/models.ts'
import { randomId } from '../../base/values/ids.ts'
import type { StopReason } from '../model.ts'
import { declined, ModelError } from '../model-error.ts'
import type { ResponseBuilder } from './response-builder.ts'
import type { Decoder } from './wire.ts'

interface RawCall {
  index?: number
  id?: string | null
  function?: { name?: string | null; arguments?: string | null }
  extra_content?: unknown
}

interface RawChunk {
  id?: string
  model?: string
  choices?: {
    delta?: {
      content?: string | null
      refusal?: string | null
      /** vLLM, llama.cpp and LM Studio; some say `reasoning`. */
      reasoning_content?: string | null
      reasoning?: string | null
      tool_calls?: RawCall[] | null
    }
    finish_reason?: string | null
  }[]
  usage?: {
    prompt_tokens?: number
    completion_tokens?: number
    prompt_tokens_details?: { cached_tokens?: number | null } | null
  } | null
}

const STOPS: Record<string, StopReason> = {
  stop: 'end',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  length: 'max_tokens',
}

export function openaiDecoder(provider: string, builder: ResponseBuilder): Decoder {
  let finish: string | undefined
  let refusal = ''
  const calls = toolCalls(builder)
  return {
    push(raw) {
      const chunk = raw as RawChunk
      builder.id = chunk.id || builder.id
      builder.model = chunk.model || builder.model
      const choice = chunk.choices?.[0]
      const delta = choice?.delta
      const thought = delta?.reasoning_content ?? delta?.reasoning
      if (thought) builder.thinking('thinking', thought)
      if (delta?.content) {
        builder.close('thinking')
        builder.text('text', delta.content)
      }
      refusal += delta?.refusal ?? ''
      for (const call of delta?.tool_calls ?? []) {
        builder.close('thinking')
        builder.toolInput(calls.keyOf(call), call.function?.arguments ?? '')
      }
      finish = choice?.finish_reason ?? finish
      readUsage(builder, chunk.usage)
    },
    end() {
      if (finish === undefined)
        throw new ModelError('network', message(modelsTexts.answerCutOff, { provider }), { provider })
      if (refusal !== '' || finish === 'content_filter') throw declined(provider, refusal)
      // Some servers say "stop" after tool calls.
      builder.stop = calls.any() && finish === 'stop' ? 'tool_use' : (STOPS[finish] ?? 'end')
    },
  }
}

/** Which call a chunk belongs to: servers number them in ways of their own. */
function toolCalls(builder: ResponseBuilder) {
  let calls = 0
  return {
    any: () => calls > 0,
    /** The builder's key. */
    keyOf(call: RawCall): string {
      const open = `tool-${calls - 1}`
      const sameIndex = call.index !== undefined && call.index === calls - 1
      // Some servers give every call the index 0, others none: a new id is a new call.
      const newId = Boolean(call.id) && call.id !== builder.openTool(open)
      const begins = call.function?.name && (newId || !(sameIndex || call.index === undefined))
      if (!begins && calls > 0) return open
      builder.close('text')
      builder.close(open)
      const key = `tool-${calls++}`
      const extra = call.extra_content === undefined ? undefined : JSON.stringify(call.extra_content)
      builder.tool(key, call.id || `call_${randomId(12)}`, call.function?.name ?? '', extra)
      return key
    },
  }
}

function readUsage(builder: ResponseBuilder, usage: RawChunk['usage']): void {
  if (!usage) return
  const cacheRead = usage.prompt_tokens_details?.cached_tokens ?? 0
  builder.usage = {
    input: Math.max(0, (usage.prompt_tokens ?? 0) - cacheRead),
    output: usage.completion_tokens ?? 0,
    cacheRead,
    cacheCreated: 0,
  }
}
