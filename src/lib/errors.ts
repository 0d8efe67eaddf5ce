// Faults are thrown as MemdirError: a code for programs, a message for people, and what to do about it.

import type { Message } from '../messages/message.ts'

export type ErrorCode =
  | 'usage'
  | 'not_found'
  | 'ambiguous'
  | 'conflict'
  | 'locked'
  | 'refused_path'
  | 'refused_content'
  | 'needs_person'
  | 'bad_settings'
  | 'broken_file'
  | 'io'
  | 'provider'
  | 'unavailable'
  | 'cancelled'
  | 'internal'

export interface MemdirErrorOptions {
  /** One imperative sentence: what the person can do now. */
  fix?: string | Message
  cause?: unknown
  /** Facts for programs, never secrets. */
  details?: Record<string, unknown>
}

const MARK = Symbol.for('memdir.error')

export class MemdirError extends Error {
  readonly [MARK] = true
  override readonly name = 'MemdirError'
  readonly code: ErrorCode
  readonly fix: string | undefined
  readonly details: Record<string, unknown> | undefined
  /** Message and fix with their keys, where they have one: for faces, which speak the person's language. */
  readonly said: { message: Message | undefined; fix: Message | undefined }

  constructor(code: ErrorCode, message: string | Message, options: MemdirErrorOptions = {}) {
    super(inEnglish(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.fix = options.fix === undefined ? undefined : inEnglish(options.fix)
    this.details = options.details
    this.said = { message: withKey(message), fix: withKey(options.fix) }
  }

  /** True across copies of the package, where `instanceof` fails. */
  static is(value: unknown): value is MemdirError {
    return typeof value === 'object' && value !== null && MARK in value
  }
}

function inEnglish(text: string | Message): string {
  return typeof text === 'string' ? text : text.en
}

function withKey(text: string | Message | undefined): Message | undefined {
  return typeof text === 'object' ? text : undefined
}

/** The `code` of a Node system error (`ENOENT`, …), or undefined. */
export function systemCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

const IO_FIXES: Record<string, string> = {
  ENOSPC: 'Free some disk space and try again.',
  EDQUOT: 'Your disk quota is used up; free some space and try again.',
  EACCES: 'Check who owns the directory and its permissions.',
  EPERM: 'Check who owns the directory and its permissions.',
  EROFS: 'The file system is read-only; choose another directory.',
  EMFILE: 'Too many files are open; close some programs or raise the limit (ulimit -n).',
  ENFILE: 'Too many files are open on this machine; close some programs.',
  EIO: 'The disk reported an error; check it before you write again.',
}

/** Turns a system error into a MemdirError that says what was being done and what to do. */
export function ioError(doing: string, error: unknown): MemdirError {
  if (MemdirError.is(error)) return error
  const code = systemCode(error)
  const reason = error instanceof Error ? error.message : String(error)
  return new MemdirError('io', `${doing} failed: ${reason}`, {
    fix: (code && IO_FIXES[code]) ?? 'Nothing was changed; try again.',
    cause: error,
    details: code ? { system: code } : undefined,
  })
}
