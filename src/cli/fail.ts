// Turns a fault into one line, or one document for programs, and an exit code.
import { ioTexts } from '../base/messages/io.ts'
import type { Language } from '../base/messages/message.ts'
import { message, verbatim } from '../base/messages/message.ts'
import { usageTexts } from '../base/messages/usage.ts'
import type { Reader } from '../base/secrets/redact-for.ts'
import type { Environment } from '../base/settings/environment.ts'
import { ioError, MemdirError, systemCode } from '../base/values/errors.ts'
import type { OutputForm } from './command.ts'
import { asSentences, errorData } from './error-line.ts'
import { writeTo } from './streams.ts'

const EXIT_FAILURE = 1
const EXIT_USAGE = 2
/** As a shell says it of Ctrl-C. */
const EXIT_INTERRUPTED = 130

interface FailedCommand {
  form: OutputForm
  language: Language
  reader: Reader
  env: Environment
}

/** What went wrong, in one line or one document. Returns the exit code. */
export async function fail(error: unknown, failed: FailedCommand): Promise<number> {
  const { form, language, reader, env } = failed
  // A system error (no rights, no space) is the machine's state, not a fault of memdir.
  if (systemCode(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'uv_cwd')
    return fail(noDirectory(error), failed)
  const fault = systemCode(error)?.startsWith('E') && !systemCode(error)?.startsWith('ERR_')
  const known = MemdirError.is(error)
    ? error
    : fault
      ? ioError(message(ioTexts.thisOperation), error)
      : undefined
  const { code, ...texts } = errorData(known ?? internalError(error), language)
  const { redactFor } = await import('../base/secrets/redact-for.ts')
  const { inertLine } = await import('../base/text/inert-text.ts')
  const readable = reader === 'agent' ? inertLine : (text: string) => text
  // What the person typed is in the message: a key among it does not belong on screens and in logs.
  const clean = {
    code,
    message: readable(await redactFor(texts.message, reader)),
    fix: readable(await redactFor(texts.fix, reader)),
  }
  const result = { ...(form === 'stream-json' && { type: 'result' }), ok: false, error: clean }
  if (form !== 'text') writeTo('stdout', `${JSON.stringify(result)}\n`)
  else writeTo('stderr', `memdir: ${asSentences(clean.message, clean.fix, language)}\n`)
  if (!known && env.MEMDIR_DEBUG && error instanceof Error)
    writeTo('stderr', `${await redactFor(error.stack ?? '', reader)}\n`)
  if (code === 'interrupted') return EXIT_INTERRUPTED
  return code === 'usage' ? EXIT_USAGE : EXIT_FAILURE
}

function internalError(cause: unknown): MemdirError {
  const text = cause instanceof Error ? cause.message : String(cause)
  return new MemdirError('internal', verbatim(text), { fix: message(usageTexts.internalErrorFix), cause })
}

function noDirectory(cause: unknown): MemdirError {
  return new MemdirError('io', message(usageTexts.noWorkingDirectory), {
    fix: message(usageTexts.changeDirectory),
    cause,
  })
}
