// Whether a text becomes a memory: the one decision behind every door, by who asks and what the text says.

import { message } from '../../base/messages/message.ts'
import { HELD_REASONS, type HeldReason, originTexts } from '../../base/messages/origin.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { MemorySource } from '../memory.ts'
import { isPerson } from '../origin-rules.ts'
import { type Instruction, instructionsIn } from './find-instructions.ts'

interface JudgedText {
  content: string
  name?: string
  description?: string
  source?: MemorySource
}

interface Request {
  /** Who asks: the person is `user`, everybody else is a program. */
  actor: string
  memory: JudgedText
  /** What it takes the place of; absent: it is new. */
  before?: JudgedText
}

type Judgement =
  | { verdict: 'accept' }
  /** New, and waits until the person has looked at it. */
  | { verdict: 'quarantine'; reason: HeldReason; evidence: Instruction[] }
  /** A change cannot wait: the memory stays as it is. */
  | { verdict: 'refuse'; reason: HeldReason; evidence: Instruction[] }

const ACCEPT: Judgement = { verdict: 'accept' }

export function judgeMemory({ actor, memory, before }: Request): Judgement {
  const origin = memory.source?.origin
  const known = new Set(before ? instructionsIn(before).map(({ text }) => text) : [])
  const evidence = instructionsIn(memory).filter(({ text }) => !known.has(text))
  if (before)
    return isPerson(actor) || evidence.length === 0
      ? ACCEPT
      : { verdict: 'refuse', reason: 'instructions', evidence }
  if (origin === 'tool' || origin === 'web') return { verdict: 'quarantine', reason: origin, evidence }
  if (evidence.length === 0) return ACCEPT
  if (origin === 'import' || origin === 'include' || origin === 'team')
    return { verdict: 'quarantine', reason: 'import', evidence }
  if (isPerson(actor)) return ACCEPT
  // Its origin is the user only where a quotation proves it: typed, but perhaps pasted from elsewhere.
  return { verdict: 'quarantine', reason: origin === 'user' ? 'said' : 'instructions', evidence }
}

export function refusedText(reason: HeldReason): MemdirError {
  return new MemdirError(
    'refused_content',
    message(originTexts.changeRefused, { reason: message(HELD_REASONS[reason]) }),
    { fix: message(originTexts.changeRefusedFix) },
  )
}
