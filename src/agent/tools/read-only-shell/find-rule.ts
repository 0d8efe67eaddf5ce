// `find`: starting points, then an expression of which every part is listed with the number of words it takes.

import { type Message, message } from '../../../base/messages/message.ts'
import { shellCommandTexts } from '../../../base/messages/shell-command.ts'
import type { ShellWord } from './lex-command.ts'

const ALONE = new Set(
  `-print -print0 -ls -prune -quit -empty -readable -writable -executable -true -false -nouser -nogroup -depth -d
  -mount -xdev -follow -daystart -noleaf -ignore_readdir_race -noignore_readdir_race -not -a -and -o -or ! ( ) ,
  -nowarn -warn`.split(/\s+/),
)
const WITH_VALUE = new Set(
  `-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -lname -ilname -type -xtype -size
  -mtime -mmin -atime -amin -ctime -cmin -newer -anewer -cnewer -maxdepth -mindepth -perm -user -group -uid -gid
  -links -inum -samefile -fstype -used -printf`.split(/\s+/),
)

type CheckedFind = { ok: true; places: ShellWord[] } | { ok: false; reason: Message }

/** The starting points, when nothing in the expression runs, deletes or writes. */
export function checkFind(args: readonly ShellWord[]): CheckedFind {
  const first = args.findIndex((word) => !/^-[HLP]$/.test(word.value))
  const rest = first < 0 ? [] : args.slice(first)
  const expression = rest.findIndex((word) => /^[-(!,)]/.test(word.value))
  const places = expression < 0 ? rest : rest.slice(0, expression)
  const words = rest.slice(places.length).map((word) => word.value)
  for (let name = words.shift(); name !== undefined; name = words.shift()) {
    if (ALONE.has(name)) continue
    if (!WITH_VALUE.has(name) && !/^-newer[aBcm][aBcmt]$/.test(name))
      return { ok: false, reason: message(shellCommandTexts.unknownExpression, { text: name.slice(0, 40) }) }
    if (words.shift() === undefined)
      return { ok: false, reason: message(shellCommandTexts.noValue, { option: name }) }
  }
  return { ok: true, places }
}
