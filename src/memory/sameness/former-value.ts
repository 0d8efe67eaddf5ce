// Corrections that name what they take back: "listens on port 8080, no longer on port 3000", 改到周四，不再是周三. Who says the
// former value means exactly that one, so the verbs around it need not be the same; everything else has to be.
import { CHANGED_TO, NOW } from '../../base/statements/correction-cues.ts'
import { isNegated } from '../../base/statements/exact-difference.ts'
import { type Word, wordsOf } from '../../base/statements/words.ts'
import { isInPlaceOf, isSameSequence, isShort } from './same-words.ts'

/** Behind what holds now: what does no longer. */
const FORMER =
  /^(?<now>.+?)(?:\s*[,;，；(（]\s*(?:and |but )?|\s+(?:and|but) )(?:(?:it |they )?(?:(?:is|are) )?no longer |not (?=.+ any ?more)|(?:已经)?不再)(?<former>.+?)(?: any ?more)?[)）]?[.。]?$/iu
/** Behind what does no longer hold: what does. */
const INSTEAD =
  /^(?<former>.*?(?:\bno longer\b|不再).+?)(?:,? but |[,;，；]\s*(?:而是|现在|改[用为成到]|换成|but |now |it(?:'s| is) (?:now )?|they are (?:now )?))(?<now>.+)$/iu
const ENDED = / ?\bno longer\b|不再/iu
/** Where something is, or what: one of them is as good as another. */
const PLACED = /^(?:is|are|runs?|listens?|lives?|happens?|starts?|是|在|为)$/u
const LEAD = /^(?:on|at|in|to|by|with|from|for)$/
const CHINESE_PLACED = /定在|安排在|改在/gu
/** Holds in part. */
const EXCEPT = /\b(?:except|unless|if|only|when|until|while|for now)\b|除了|除非|如果|只有|暂时/iu

/** Whether `newer` says another value than `older`, and names that of `older` as the former. */
export function namesFormer(older: string, newer: string, isPlain: (part: string) => boolean): boolean {
  const named = FORMER.exec(newer)?.groups
  if (named) return isFormer(older, { now: named.now ?? '', former: named.former ?? '' }, isPlain)
  const ended = INSTEAD.exec(newer)?.groups
  return (
    ended !== undefined && isEndedFor(older, { now: ended.now ?? '', former: ended.former ?? '' }, isPlain)
  )
}

interface Named {
  now: string
  former: string
}

function isFormer(older: string, { now, former }: Named, isPlain: (part: string) => boolean): boolean {
  if (![now, former].every((part) => isStatement(part) && isPlain(part))) return false
  const [before, after, named] = [placed(older), placed(now), placed(former)]
  // "No longer on 3000" of what was on port 3000.
  const values = LEAD.test(named[0]?.text ?? '') ? [named, named.slice(1)] : [named]
  return values.some((value) => isInPlaceOf({ older: before, newer: after, former: value }))
}

/** "No longer on port 3000 but on port 8080". */
function isEndedFor(older: string, { now, former }: Named, isPlain: (part: string) => boolean): boolean {
  const rest = former.replace(ENDED, '')
  if (![now, rest].every((part) => isStatement(part) && isPlain(part))) return false
  return isSameSequence(placed(rest), placed(older)) && isShort(placed(now))
}

function isStatement(part: string): boolean {
  return !isNegated(part) && !EXCEPT.test(part)
}

/** Without the verbs that only say that something is there, and without the words for a change. */
function placed(text: string): Word[] {
  const plain = text.replace(NOW, '').replace(CHANGED_TO, '').replace(CHINESE_PLACED, '')
  return wordsOf(plain).filter((word) => !PLACED.test(word.text))
}
