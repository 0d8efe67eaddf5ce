// One planned write, proven and checked: the path on the opened parent, what the caller saw, the content, who asks.

import { isUtf8 } from 'node:buffer'
import { temporaryName } from '../../base/files/atomic-write.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { pathsTexts } from '../../base/messages/paths.ts'
import { storeTexts } from '../../base/messages/store.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { contentHash } from '../../base/values/hash.ts'
import { readRefusal } from '../files/read-refusal.ts'
import { MAX_MEMORY_BYTES } from '../memory.ts'
import { placeOf, sharedPlace } from '../memory-path.ts'
import type { Targets } from '../write-target.ts'
import type { PlannedWrite, WriteContext, WriteJudge } from '../writer.ts'
import { checkContent, type SecretScan } from './content-check.ts'
import type { SiblingNames } from './sibling-names.ts'
import type { OpenTransaction } from './transaction.ts'
import type { WriterIo, WriteStep } from './write-step.ts'

/** A writer that writes new content. */
export interface Writing extends WriterIo {
  /** `state/` */
  state: string
  scan: SecretScan
  /** The whole directory is read by other people. */
  shared: boolean
  judge: WriteJudge | undefined
  /** What it is part of. */
  transaction?: OpenTransaction | undefined
}

export interface Preparation {
  writing: Writing
  targets: Targets
  siblings: SiblingNames
  context: WriteContext
  /** Grows. */
  warnings: Message[]
}

/** undefined: the file is as wanted already. */
export function prepareStep(preparation: Preparation, write: PlannedWrite): WriteStep | undefined {
  const { writing, targets, siblings } = preparation
  // Checked before anything is made: a refused write leaves no directory behind.
  const file = write.remove ? targets.realFile(write.file) : targets.newFile(write.file, siblings)
  const found = targets.find(file)
  const before = found?.current
  compare(write, before)
  if (!before && !write.verbatim) refuseSecretName(writing.scan, file)
  const after = newBytes(preparation, { ...write, file }, before)
  if (before && after ? before.equals(after) : before === after) return undefined
  const { action, undoes, actor, source, merged, heir } = write
  const target = found ?? targets.open(file)
  return {
    target,
    file,
    before,
    after,
    temporary: temporaryName(),
    action,
    undoes,
    actor,
    source,
    merged,
    heir,
  }
}

function newBytes(preparation: Preparation, write: PlannedWrite, before: Buffer | undefined) {
  if (write.remove) return undefined
  const content = write.create ?? write.replace
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content)
  if (write.verbatim) return bytes
  return judged(preparation, write, before, checked(preparation, write.file, bytes))
}

function checked({ writing, warnings }: Preparation, file: string, given: Buffer): string {
  if (given.length > MAX_MEMORY_BYTES) throw tooLarge(file)
  if (!isUtf8(given)) {
    throw new MemdirError('refused_content', message(storeTexts.notUtf8, { file }), {
      fix: message(storeTexts.convertAndSave),
    })
  }
  const outcome = checkContent(
    given.toString('utf8'),
    sharedPlace(placeOf(file), writing.shared),
    writing.scan,
  )
  warnings.push(...outcome.warnings)
  return outcome.text
}

/** What is restored, merged or imported was looked at when it came. */
function judged(
  { writing, context }: Preparation,
  { file, action = context.action }: PlannedWrite,
  before: Buffer | undefined,
  after: string,
): Buffer {
  const { actor, source, proven = false } = context
  const isNews = action === 'add' || action === 'edit'
  const judge = isNews ? writing.judge : undefined
  const old = before?.toString('utf8')
  return Buffer.from(judge?.({ actor, source, proven, file, before: old, after }) ?? after, 'utf8')
}

/** What is written can be read again. */
function tooLarge(file: string): MemdirError {
  const reason = readRefusal('too_large')
  return new MemdirError('refused_content', message(pathsTexts.cannotBeWritten, { file, reason }), {
    fix: message(pathsTexts.splitIt),
  })
}

/** Shorter texts contain no secret that can be recognised. */
export const LEAST_SECRET = 16

/** A name cannot be cut as a text can: it is in the index, the history and every listing. */
function refuseSecretName(scan: SecretScan, file: string): void {
  // Words are joined by underscores here, behind and before which a key does not begin and end elsewhere.
  const words = file.replace(/\.md$/, '').split(/[/_ ]/)
  const parts = new Set(words.flatMap((_, at) => runsFrom(words, at)).filter(mayBeSecret))
  if (parts.size > 0 && scan([...parts].join('\n'), { shared: true }).status === 'refused')
    throw new MemdirError('refused_content', message(storeTexts.secretInName), {
      fix: message(pathsTexts.chooseAnotherName),
    })
}

function mayBeSecret(part: string): boolean {
  return part.length >= LEAST_SECRET && /\d/.test(part)
}

/** No key has more underscores of its own. */
const MOST_WORDS = 4

/** The words from one on: a few of them, and all. */
function runsFrom(words: readonly string[], at: number): string[] {
  const few = Array.from({ length: MOST_WORDS }, (_, more) => words.slice(at, at + more + 1))
  return [...few, words.slice(at)].map((run) => run.join('_'))
}

function compare({ file, create, expect }: PlannedWrite, before: Buffer | undefined): void {
  const found = before ? contentHash(before) : null
  if (found === (expect ?? null)) return
  const what =
    found === null
      ? storeTexts.fileRemovedSince
      : create !== undefined
        ? storeTexts.existsAlready
        : storeTexts.fileChangedSince
  throw new MemdirError('conflict', message(what, { file }), {
    fix: message(what === storeTexts.existsAlready ? storeTexts.chooseOtherName : storeTexts.repeatTheChange),
    details: { file },
  })
}
