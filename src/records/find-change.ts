// Whether a newer statement announces a change of what an older one says: "now", "no longer", "switched to", 改为, 不再.
// The same subject is needed, to the word: hiding a memory that is true is worse than keeping one that is not.
import {
  differenceOf,
  isWithin,
  onlyValue,
  sameWords,
  textOf,
  valueKind,
  type Word,
  wordsOf,
} from './statement-words.ts'
import { areAlike, thingKind } from './thing-kinds.ts'

const NOW =
  /\b(?:from now on|as of (?:now|today)|now|instead(?! of)|any ?more)\b[,，]?|从现在起|从今以后|从今天起|现在|如今|(?:(?<=^\s*(?:我们)?)|(?<=[,，]\s*))以后[,，]?/gi
const NO_LONGER = /\bno longer\b|\bnot\b(?=.*\bany ?more\b)|不再(?=需要)|不再|不(?=需要|用再)|无(?=需)/i
/** The newer adds to what is there. */
const ALSO = /\b(?:also|too|as well|additionally|both|another)\b|也|还|另外|同时|新增/i
const CONDITION =
  /\b(?:if|when|unless|while|except|only|until|that|which|who|where)\b|如果|除非|除了|时候|只有|只在/i
const JOINED = /\b(?:and|or)\b|[,;，；、]|和|与|或|及/i
const NEGATED = /\b(?:not|never|no|avoid)\b|n['’]t\b|不|没|勿|禁止|避免/i

/** Words of a subject that name nothing. */
const NOBODY = new Set(['we', 'i', 'you', 'they', '我', '你', '们', '把', '已', '经', 'our', 'my'])
const HELPERS = new Set(
  'do does did will would may can could should must be is are was were have has had been 会 要 能 应 该'
    .split(' ')
    .flatMap((word) => wordsOf(word).map(({ key }) => key)),
)

export function isChange(older: string, newer: string): boolean {
  if (ALSO.test(newer) || CONDITION.test(newer)) return false
  const changed = newer.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const plain = withoutCue(older.normalize('NFKC'))
  // "We no longer use npm, we use pnpm": what is denied stands first, and what holds now after it.
  const denial = changed.replace(
    /[,;，；]\s*(?:but |and )?(?:we|it|they|now|instead|use|改|现在|而是|我们|换).*$/i,
    '',
  )
  return isDenied(plain, denial) || isReplaced(plain, changed) || isMoved(plain, changed)
}

/** Without "now", 现在 and their like. */
export function withoutCue(text: string): string {
  return text.replace(NOW, ' ').replace(/\s+/g, ' ').trim()
}

function named(words: readonly Word[]): Word[] {
  return words.filter(({ key }) => !NOBODY.has(key))
}

/**
 * "… no longer …", 不再: all that is denied was said, in the same order and from the same beginning. Less may be denied
 * than was said ("eats meat on weekends", "no longer eats meat"), but in English nothing may be left out between:
 * who "no longer plays with Tom" may still play football with Tom.
 */
function isDenied(older: string, newer: string): boolean {
  if (!NO_LONGER.test(newer) || NEGATED.test(older) || JOINED.test(older)) return false
  const bare = (text: string) => named(wordsOf(text)).filter(({ key }) => !HELPERS.has(key))
  const denied = bare(withoutCue(newer.replace(NO_LONGER, ' ')))
  const said = bare(older)
  // Two characters say little; a name among them says enough.
  const least = /\p{Script=Han}/u.test(newer) && !denied.some(({ text }) => /^[A-Za-z]/.test(text)) ? 4 : 2
  return (
    denied.length >= least &&
    denied.length >= 0.5 * said.length &&
    denied[0]!.key === said[0]?.key &&
    (/\p{Script=Han}/u.test(newer) ? isWithin(denied, said) : sameWords(denied, said.slice(0, denied.length)))
  )
}

const STATE =
  /\b(?:(?:is |are )?(?:hosted|deployed|stored|kept|built|written|based|located|running) (?:on|in|with|at|to)|(?:runs?|lives?|works?|listens?|deploys?) (?:on|in|at|for|to)|uses?|prefers?|is|are)\b|运行在|部署在|跑在|放在|住在|使用|采用|用|是|为|=/i
const PLACE = /^(?:.* )?(?:on|in|at|to)$|在$/i
const SWITCHED =
  /\b(?:(?:have|has|had|was|were|is|are|been) )*(switched|migrated|changed|moved)(?: over)?(?: from (\S+))? to(?: using)?\b|(?:从\s*(\S+?)\s*)?(?:改为使用|改为|改成|改用|换成|换为|换到|改到|迁移到|迁到|替换为|搬到)/i

/** One thing took the place of another: S uses X → S now uses Y, S switched to Y. */
function isReplaced(older: string, newer: string): boolean {
  const was = STATE.exec(older)
  const switched = SWITCHED.exec(newer)
  const rather = /\binstead of (\S+)/i.exec(newer)
  const cleared = withoutCue(rather ? newer.replace(rather[0], ' ') : newer)
  const is = switched ? undefined : STATE.exec(cleared)
  const isCued = switched !== null || rather !== null || cleared !== newer
  if (!was || !isCued || (!switched && !is)) return false
  if (is && keyOf(is[0]) !== keyOf(was[0])) return false
  if (switched && !mayFollow(was[0], switched[1])) return false
  const mark = (text: string, verb: string) => named(wordsOf(text.replace(verb, ' | ')))
  const left = switched ? withoutCue(newer) : cleared
  const difference = differenceOf(mark(older, was[0]), mark(left, switched?.[0] ?? is![0]))
  const { before, after } = difference
  const at = before.findIndex(({ key }) => key === '|')
  if (at < 0 || !isName(difference.older) || !isName(difference.newer)) return false
  const from = switched?.[2] ?? switched?.[3] ?? rather?.[1]
  if (from !== undefined) return sameWords(wordsOf(from), difference.older)
  const typed = valueKind(difference.older)
  if (typed && typed !== valueKind(difference.newer)) return false
  if (!typed && !mayReplace(difference.older, difference.newer, was[0])) return false
  if (switched && PLACE.test(was[0]) && !MOVES.test(switched[0]) && thingKind(difference.older) === undefined)
    return false
  if (at === 0) return after.length > 0
  if (after.length > 0 || typed) return true
  // A person or a product uses many things at once; one part of a system mostly one of a kind.
  const general = /^(?:uses?|prefers?|使用|采用|用)$/i.test(was[0])
  if (general && (!/^(?:the|our|my|this)\b|\p{Script=Han}/iu.test(left.trim()) || MANY.test(left)))
    return false
  const explicit = switched !== null && /\p{Script=Han}/u.test(switched[0])
  return explicit || (isProper(difference.older) && isProper(difference.newer))
}

/** Where somebody lives is a place, whether it is in the table or not. */
const AT_PLACE = /\b(?:lives?|based|located) (?:in|at|on)$|住在$/i
const MOVES = /to\b|[到]$/i

/** Of one kind; of what something is like many things hold at once. */
function mayReplace(older: readonly Word[], newer: readonly Word[], verb: string): boolean {
  if (thingKind(newer) === 'quality') return false
  if (areAlike(older, newer)) return true
  const kinds = [thingKind(older), thingKind(newer)]
  return AT_PLACE.test(verb.trim()) && kinds.every((kind) => kind === undefined || kind === 'place')
}

function keyOf(verb: string): string {
  const plain = textOf(wordsOf(verb)).toLowerCase()
  return /^(?:使用|采用|用)$/.test(plain)
    ? '用'
    : wordsOf(plain)
        .map(({ key }) => key)
        .join(' ')
}

/** "moved to" ends being somewhere, "switched to" ends using something; neither ends what something is like. */
function mayFollow(state: string, how: string | undefined): boolean {
  if (how === undefined) return true
  if (/^(?:is|are|=)$/i.test(state)) return how === 'changed'
  return how !== 'moved' || PLACE.test(state)
}

/** Few words, and not several things. */
function isName(words: readonly Word[]): boolean {
  const text = textOf(words)
  return words.length > 0 && words.length <= (/\p{Script=Han}/u.test(text) ? 8 : 4) && !JOINED.test(text)
}

function isProper([first]: readonly Word[]): boolean {
  return first !== undefined && /^[\p{Lu}\d]/u.test(first.text)
}

/** These use many things of many kinds. */
const MANY =
  /^\S*\s*(?:team|company|project|product|users?|people|developers?)\b|^(?:本|我们|这个)?(?:项目|团队|公司|产品|用户)/i

const TIMES = new Set(
  'we on at in by every each is are happen take place time date day it to 我 们 每 在 会 的 于 是 为 定 时 间 日 期'
    .split(' ')
    .flatMap((word) => wordsOf(word).map(({ key }) => key)),
)

/** Another day, date or number for the same thing: 我们周二发布 → 发布时间改为周四; now on Thursdays. */
function isMoved(older: string, newer: string): boolean {
  const bare = withoutCue(newer.replace(SWITCHED, ' '))
  if (bare === newer || NEGATED.test(newer) || NEGATED.test(older)) return false
  const [said, says] = [wordsOf(older), wordsOf(bare)]
  for (const kind of ['day', 'date', 'often', 'number'] as const) {
    const [a, b] = [onlyValue(said, kind), onlyValue(says, kind)]
    if (!a || !b || sameWords(a.value, b.value)) continue
    const subject = (words: readonly Word[]) => words.filter(({ key }) => !TIMES.has(key))
    const [was, is] = [subject(a.rest), subject(b.rest)]
    if (is.length > 0 && sameWords(was, is)) return true
  }
  return false
}
