// What the person is told when a level acts.

import { contextTexts } from '../base/messages/context.ts'
import { type Message, message } from '../base/messages/message.ts'
import type { CompactFailure, ContextEvent } from './compact/context-dependencies.ts'
import { MAX_FAILURES } from './compact/context-settings.ts'
import type { Level, Receipt } from './compact/context-state.ts'

const LEVELS: Record<Level, Message> = {
  snip: message(contextTexts.levelSnip),
  micro: message(contextTexts.levelMicro),
  collapse: message(contextTexts.levelCollapse),
  notes: message(contextTexts.levelNotes),
  full: message(contextTexts.levelFull),
  media: message(contextTexts.levelMedia),
}

const FAILURES: Record<CompactFailure, Message> = {
  missing: message(contextTexts.whyMissing),
  template: message(contextTexts.whyTemplate),
  cursor: message(contextTexts.whyCursor),
  too_large: message(contextTexts.whyTooLarge),
  useless: message(contextTexts.whyUseless),
  denied: message(contextTexts.whyDenied),
  no_model: message(contextTexts.whyNoModel),
  summariser: message(contextTexts.whySummariser),
  nothing: message(contextTexts.whyNothing),
}

export function receiptNotice({ id, level, counted, before, after }: Receipt): Message {
  const [from, to] = [before, after].map((tokens) => Math.round(tokens).toLocaleString('en-US'))
  const template = counted === 'measured' ? contextTexts.shortened : contextTexts.shortenedAbout
  return message(template, { what: LEVELS[level], before: from ?? '', after: to ?? '', id })
}

export function failureText(why: CompactFailure): Message {
  return FAILURES[why]
}

export function contextNotice(event: ContextEvent): Message | undefined {
  switch (event.type) {
    case 'receipt':
      return receiptNotice(event.receipt)
    case 'tokens':
      return event.tokens.level === 'warning'
        ? message(contextTexts.nearlyFull, { percent: event.tokens.percentLeft })
        : undefined
    case 'failed': {
      const template =
        event.failures >= MAX_FAILURES ? contextTexts.compactionGivenUp : contextTexts.compactionFailed
      return message(template, { why: FAILURES[event.why] })
    }
  }
}
