// Faults are thrown as MemdirError: a code for programs, a message for people, and what to do about it.
import { readlinkSync } from 'node:fs'
import { basename, dirname } from 'node:path'

import { ioTexts, SYSTEM_REASONS } from '../messages/io.ts'
import { type Message, message, verbatim } from '../messages/message.ts'

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
  | 'interrupted'
  | 'internal'

interface MemdirErrorOptions {
  /** One imperative sentence: what the person can do now. */
  fix?: Message
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
  /** Message and fix with their keys, in every language: for faces. */
  readonly messages: { message: Message; fix: Message | undefined }

  constructor(code: ErrorCode, message: Message, options: MemdirErrorOptions = {}) {
    super(message.en, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.fix = options.fix?.en
    this.details = options.details
    this.messages = { message, fix: options.fix }
  }

  /** True across copies of the package, where `instanceof` fails. */
  static is(value: unknown): value is MemdirError {
    return typeof value === 'object' && value !== null && MARK in value
  }
}

/** The `code` of a Node system error (`ENOENT`, …), or undefined. */
export function systemCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/** No room for bytes, or for one more file, on the disk or for this user. */
export function isDiskFull(error: unknown): boolean {
  const code = MemdirError.is(error) ? error.details?.system : systemCode(error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}

const IO_FIXES = {
  ENOSPC: ioTexts.diskFull,
  EDQUOT: ioTexts.quotaUsedUp,
  EACCES: ioTexts.checkOwner,
  EPERM: ioTexts.checkOwner,
  EROFS: ioTexts.readOnly,
  EMFILE: ioTexts.tooManyFiles,
  ENFILE: ioTexts.tooManyFilesHere,
  EIO: ioTexts.diskError,
} as const

/** A state of the machine, such as a full disk, that the person can do something about. */
export function isMachineFault(error: unknown): boolean {
  return Object.hasOwn(IO_FIXES, systemCode(error) ?? '')
}

/** Turns a system error into a MemdirError that says what was being done and what to do. */
export function ioError(doing: Message, error: unknown): MemdirError {
  if (MemdirError.is(error)) return error
  const code = systemCode(error)
  const reason = reasonOf(error, code)
  return new MemdirError('io', message(ioTexts.ioFailed, { doing, reason }), {
    fix: message(
      code !== undefined && code in IO_FIXES
        ? IO_FIXES[code as keyof typeof IO_FIXES]
        : ioTexts.nothingChanged,
    ),
    cause: error,
    details: code ? { system: code } : undefined,
  })
}

const WRITING = /^(?:mkdir|rename|link|unlink|rmdir|symlink|write|ftruncate|fchmod|chmod|copyfile)/

/** Why the system refused, also where a fault of ours was made of its answer. */
export function systemReason(error: unknown): Message {
  if (MemdirError.is(error) && error.cause !== undefined) return systemReason(error.cause)
  return reasonOf(error, systemCode(error))
}

/** In the person's language where the system says something common; the directory by its real name. */
function reasonOf(error: unknown, code: string | undefined): Message {
  if (code === 'ENOSPC') return message(ioTexts.noSpace)
  const {
    path: source,
    dest,
    syscall = '',
  } = withRealPaths(error) as NodeJS.ErrnoException & { dest?: string }
  // What a symbolic link is made to say is no place.
  const given = syscall === 'symlink' ? dest : source
  const said = verbatim(error instanceof Error ? error.message : String(error))
  if (typeof given !== 'string') return said
  const isTemporary = basename(given).startsWith('.memdir-tmp-')
  const isWriting = isTemporary || WRITING.test(syscall)
  const path = isWriting ? dirname(given) : given
  if (code === 'EROFS') return message(SYSTEM_REASONS.read_only, { path })
  if (code !== 'EACCES' && code !== 'EPERM') return said
  return message(isWriting ? SYSTEM_REASONS.write_denied : SYSTEM_REASONS.denied, { path })
}

/**
 * Where files are reached through a descriptor, a system error names the directory behind it: to be called while the
 * descriptor is open.
 */
export function withRealPaths(error: unknown): unknown {
  if (systemCode(error) === undefined || MemdirError.is(error)) return error
  const places = error as { path?: unknown; dest?: unknown }
  for (const name of ['path', 'dest'] as const) {
    const given = places[name]
    if (typeof given === 'string') places[name] = realPath(given)
  }
  return error
}

function realPath(path: string): string {
  const [descriptor] = /^\/proc\/self\/fd\/\d+/.exec(path) ?? []
  if (descriptor === undefined) return path
  try {
    return readlinkSync(descriptor) + path.slice(descriptor.length)
  } catch {
    return path
  }
}
