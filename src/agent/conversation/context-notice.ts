// What the person is told when a level acts.

import * as texts from '../../base/messages/context.ts'
import { type Message, message } from '../../base/messages/message.ts'
import type { CompactFailure, ContextEvent } from '../compact/context-dependencies.ts'
import { MAX_FAILURES } from '../compact/context-settings.ts'
import type { Level, Receipt } from '../compact/context-state.ts'

const LEVELS: Record<Level, Message> = {
  snip: message(texts.LEVEL_SNIP),
  micro: message(texts.LEVEL_MICRO),
  collapse: message(texts.LEVEL_COLLAPSE),
  notes: message(texts.LEVEL_NOTES),
  full: message(texts.LEVEL_FULL),
  media: message(texts.LEVEL_MEDIA),
}

const FAILURES: Record<CompactFailure, Message> = {
  missing: message(texts.WHY_MISSING),
  template: message(texts.WHY_TEMPLATE),
  cursor: message(texts.WHY_CURSOR),
  too_large: message(texts.WHY_TOO_LARGE),
  useless: message(texts.WHY_USELESS),
  denied: message(texts.WHY_DENIED),
  no_model: message(texts.WHY_NO_MODEL),
  summariser: message(texts.WHY_SUMMARISER),
  nothing: message(texts.WHY_NOTHING),
}

export function receiptNotice({ id, level, counted, before, after }: Receipt): Message {
  const [from, to] = [before, after].map((tokens) => Math.round(tokens).toLocaleString('en-US'))
  const template = counted === 'measured' ? texts.CONTEXT_SHORTENED : texts.CONTEXT_SHORTENED_ABOUT
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
        ? message(texts.CONTEXT_NEARLY_FULL, { percent: event.tokens.percentLeft })
        : undefined
    case 'failed': {
      const template = event.failures >= MAX_FAILURES ? texts.COMPACTION_GIVEN_UP : texts.COMPACTION_FAILED
      return message(template, { why: FAILURES[event.why] })
    }
  }
}
