// Matchers: `*`, a name, names with `|`, or a regular expression. Expressions come from settings files and are run in
// linear time.

import { createRequire } from 'node:module'
import { hooksTexts } from '../../base/messages/hooks.ts'
import { type Message, message } from '../../base/messages/message.ts'

type Matcher = { ok: true; matches(value: string): boolean } | { ok: false; problem: Message }

const MAX_LENGTH = 1_000
const NAMES = /^[\p{L}\p{N}_ -]+(?:\|[\p{L}\p{N}_ -]+)*$/u
const known = new Map<string, Matcher>()
const MAX_KNOWN = 500

export function readMatcher(text: string | undefined): Matcher {
  const source = text ?? '*'
  const before = known.get(source)
  if (before) return before
  const made = makeMatcher(source)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(source, made)
  return made
}

function makeMatcher(text: string): Matcher {
  if (text === '' || text === '*') return { ok: true, matches: () => true }
  if (text.length > MAX_LENGTH)
    return { ok: false, problem: message(hooksTexts.matcherTooLong, { count: MAX_LENGTH }) }
  if (NAMES.test(text)) {
    const names = new Set(text.split('|').map((name) => name.trim()))
    return { ok: true, matches: (value) => names.has(value) }
  }
  try {
    // As in other agents, an expression may match anywhere; `^` and `$` bind it.
    const expression = engine().RE2JS.compile(text)
    return { ok: true, matches: (value) => expression.matcher(value).find() }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const shown = JSON.stringify(text.slice(0, 80))
    return { ok: false, problem: message(hooksTexts.matcherUnreadable, { text: shown, reason }) }
  }
}

type Engine = typeof import('re2js')
let loaded: Engine | undefined

/** Loaded only for a true expression. */
function engine(): Engine {
  loaded ??= createRequire(import.meta.url)('re2js') as Engine
  return loaded
}
