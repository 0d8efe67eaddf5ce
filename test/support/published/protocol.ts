// A provider's side of a protocol: what it accepts and what it answers. Used by the loopback server.
import type { Usage } from '../../../src/base/values/usage.ts'
import type { Fail, Say } from './reply.ts'

export interface ProtocolResponse {
  status: number
  headers?: Record<string, string>
  body: unknown
}

export interface ReplyInfo {
  /** Grows with every request: ids are made from it. */
  number: number
  model: string
  usage: Usage
  /** What the request was. */
  body?: unknown
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface Protocol {
  readonly name: string
  readonly path: RegExp
  readonly contentType: string
  /** Why a real provider would refuse this request, or undefined. Strict on purpose. */
  problem(body: unknown, headers?: RequestHeaders): string | undefined
  /** The stream, in pieces that a server would write. */
  frames(say: Say, facts: ReplyInfo): string[]
  failure(fail: Fail): ProtocolResponse
  /** The same inside a stream. */
  failureFrame(fail: Fail): string
  refuse(problem: string): ProtocolResponse
}

/** Whole numbers in seconds, as HTTP has it. */
export function retryHeader(fail: Fail): Record<string, string> {
  return fail.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fail.retryAfterSeconds) }
}
