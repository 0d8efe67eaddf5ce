// `ps`: whole calls of a known shape. Where a word makes no sense it reads the call again in the style of BSD, in which
// any `e` means the environment of every process; so words are not judged one by one.

import { type Message, message } from '../../../base/messages/message.ts'
import { shellCommandTexts } from '../../../base/messages/shell-command.ts'
import type { FoundArguments } from './command-rule.ts'

const NUMBERS = String.raw`\d{1,9}(?:,\d{1,9}){0,19}`
const COLUMN =
  '(?:pid|ppid|pgid|sid|uid|user|ruser|group|comm|cmd|args|command|ucmd|%cpu|pcpu|%mem|pmem|rss|rsz|vsz|sz|stat|state|s|start|stime|lstart|etime|etimes|time|cputime|tty|tt|ni|nice|pri|psr|nlwp|class|wchan)'
const COLUMNS = `${COLUMN}=?(?:,${COLUMN}=?){0,19}`
const OF_SOME = `-p ?${NUMBERS}|-u ?(?:root|\\d{1,9})|--pid[= ]${NUMBERS}`
const OF_ALL = '-?ax|-a|-A|-e|a|x'
const WITH_FORM = `-(?:aux|auxww|f|F|l|j|ef|eF|el|ely|elf|efww|Af|AF)|[auxwlfj]{1,6}|-f ?(?:${OF_SOME})|(?:${OF_SOME}) -f`
const OWN_FORM = `(?:(?:${OF_ALL}|${OF_SOME}) )?(?:-o|-eo|-Ao|-?axo|--format)[= ]${COLUMNS}(?: (?:${OF_SOME}|-e|-A))?`
const MORE = `--sort[= ][+-]?${COLUMN}|--forest|--no-headers|--headers|-ww?`
const CALL = new RegExp(
  `^(?:(?:${OF_ALL}|${OF_SOME}|${WITH_FORM}|${OWN_FORM}|${NUMBERS})(?: |$))?(?:(?:${MORE})(?: |$)){0,4}$`,
)

export function checkPs({ operands }: FoundArguments): Message | undefined {
  const words = operands.map((word) => word.value)
  if (operands.some((word) => word.glob) || words.some((word) => word === '' || word.includes(' ')))
    return message(shellCommandTexts.patternAsOption)
  return CALL.test(words.join(' ')) ? undefined : message(shellCommandTexts.unusualPs)
}
