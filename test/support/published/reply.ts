// What a scripted provider answers, written once for every protocol.
import type { Usage } from '../../../src/base/values/usage.ts'
import type { ModelErrorKind } from '../../../src/models/model-error.ts'

export type ReplyBlock =
  | { text: string }
  | { thinking: string; signature?: string }
  /** `json` is sent as it is; else `input` is written as JSON. */
  | { tool: string; input?: Record<string, unknown>; json?: string; id?: string }

export interface Say {
  say: readonly ReplyBlock[]
  usage?: Partial<Usage>
  /** Default: tool_use after a tool, else end. */
  stop?: 'end' | 'tool_use' | 'max_tokens' | 'refusal' | 'window_exceeded'
  /** Sends the stream in pieces of so many bytes, with a pause after each. */
  slow?: { bytes: number; pauseMs: number }
  /** Before the first byte. */
  delayMs?: number
}

export interface Fail {
  /** `too_large`: 413. `media_too_large`: a picture in the request. `server_error`: 500. */
  fail: ModelErrorKind | 'too_large' | 'media_too_large' | 'server_error' | 'unknown_model'
  retryAfterSeconds?: number
  /** Inside a stream that began well. */
  midStream?: boolean
  /** Put into the provider's message: it must not come out again. */
  quote?: string
}

export interface Drop {
  /** The socket is cut: at once, in the middle of the answer, or never (it says nothing). */
  drop: 'before' | 'midway' | 'silence'
}

export type Reply = Say | Fail | Drop

/** A string is short for saying it. */
export type ReplyLike = string | Reply

export function asReply(reply: ReplyLike): Reply {
  return typeof reply === 'string' ? { say: [{ text: reply }] } : reply
}

/** Short for a reply that calls tools. */
export function replyWithTools(
  ...tools: { tool: string; input?: Record<string, unknown>; id?: string }[]
): Say {
  return { say: tools }
}

export function replyUsage(say: Say, bodyBytes: number): Usage {
  const output = Math.ceil(JSON.stringify(say.say).length / 4)
  return { input: Math.ceil(bodyBytes / 4), output, cacheRead: 0, cacheCreated: 0, ...say.usage }
}

export const DROPPED_TEXT = 'half of an ans'
