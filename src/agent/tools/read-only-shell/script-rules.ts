// Small languages inside arguments (sed, awk, jq): only shapes whose every part is known to read and print.

const SED_ADDRESS = String.raw`(?:\d{1,9}|\$|/(?:[^/\\[\]\n]|\\[.*+?()|{}^$ntwWsSbB])*/)`
const SED_PRINT = new RegExp(
  String.raw`^(?:${SED_ADDRESS}(?:,(?:${SED_ADDRESS}|[+~]\d{1,9}))?)?!?(?:p|d|q|=)$`,
)
/** `s` with the delimiters / | # , — flags that print or repeat, never `e` or `w`. */
const SED_REPLACE = ['/', '|', '#', ','].map((delimiter) => {
  const d = delimiter === '|' ? '\\|' : delimiter
  // In `[^]…]` the first bracket closes nothing.
  const text = String.raw`(?:[^${d}\\\[\]\n]|\\[.*+?()|{}^$nt1-9&/wWsSbB]|\[(?!\^\])[^${d}\\\[\]\n]{1,80}\])*`
  const address = `(?:${SED_ADDRESS}(?:,${SED_ADDRESS})?)?`
  return new RegExp(`^${address}s${d}${text}${d}${text}${d}[gpIi0-9]{0,4}$`)
})

/** Print, delete, quit, line numbers and plain replacement. */
export function isHarmlessSed(script: string): boolean {
  if (script.length > 300) return false
  const parts = script.includes(';') && !/[s/]/.test(script) ? script.split(';') : [script]
  return parts.every((part) => {
    const one = part.trim()
    return SED_PRINT.test(one) || SED_REPLACE.some((shape) => shape.test(one))
  })
}

/**
 * The words of awk programs that are known, each with a letter for what it is. Words are read from left to right and
 * never guessed: there is no division, so `/` begins a regular expression; neither that nor a string contains a
 * backslash, and a regular expression no bracket, in which some read a `/` as its end and others do not.
 */
const AWK_WORDS: readonly [kind: string, shape: RegExp][] = [
  ['_', / +/y],
  ['r', /\/(?![=*])[^/\\[\]\n]{1,120}\//y],
  ['v', /"[^"\\\n]{0,80}"/y],
  ['v', /\$(?:\d{1,4}|NF)(?![\w.[(])/y],
  ['v', /\d{1,9}(?![\w.])/y],
  ['u', /!seen\[\$\d{1,4}\]\+\+/y],
  ['v', /(?:NR|NF|FNR|FILENAME|length)(?![\w.[(])/y],
  ['n', /(?:n|s|t|c|i|sum|total|count|max|min|seen)(?![\w.[(])/y],
  ['p', /print(?![\w.[(])/y],
  ['b', /(?:BEGIN|END)(?![\w.[(])/y],
  ['c', /[=!<>]=|!?~|[<>]/y],
  ['j', /&&|\|\|/y],
  ['a', /\+=/y],
  ['i', /\+\+/y],
  ['!', /!/y],
  ['{', /\{/y],
  ['}', /\}/y],
  [';', /;/y],
  [',', /,/y],
]

const AWK_TEST = '(?:!?r|[vn]c[vnr]|v|n|u)'
const AWK_PATTERN = `(?:b|${AWK_TEST}(?:j${AWK_TEST}){0,5})`
const AWK_STATEMENT = '(?:p(?:[vn](?:,?[vn]){0,19})?|na[vn]|ni)'
const AWK_BLOCK = `\\{${AWK_STATEMENT}(?:;${AWK_STATEMENT}){0,5};?\\}`
const AWK = new RegExp(`^(?:${AWK_PATTERN}|(?:${AWK_PATTERN}?${AWK_BLOCK}){1,3})$`)

/** `pattern { print fields }` and counting: no functions, no input or output but the standard ones. */
export function isHarmlessAwk(program: string): boolean {
  if (program.length > 300) return false
  const words = wordsOf(program, AWK_WORDS)
  return words !== undefined && AWK.test(words.map(({ kind }) => kind).join(''))
}

interface ScriptWord {
  kind: string
  text: string
}

/** The words without blanks (`_`), or undefined when something is not known. */
function wordsOf(
  program: string,
  shapes: readonly (readonly [kind: string, shape: RegExp])[],
): ScriptWord[] | undefined {
  const words: ScriptWord[] = []
  for (let at = 0; at < program.length; ) {
    const found = wordAt(program, at, shapes)
    if (!found) return undefined
    at += found.text.length
    if (found.kind !== '_') words.push(found)
  }
  return words
}

function wordAt(
  program: string,
  at: number,
  shapes: readonly (readonly [kind: string, shape: RegExp])[],
): ScriptWord | undefined {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = at
    const text = shape.exec(program)?.[0]
    if (text) return { kind, text }
  }
  return undefined
}

const JQ_WORDS: readonly [kind: string, shape: RegExp][] = [
  ['_', / +/y],
  // No `\(…)`: it contains a filter.
  ['text', /"(?:[^"\\\n]|\\["\\/bfnrtu])*"/y],
  ['format', /@(?:csv|tsv|json|text|html|uri|sh|base64d?)(?!\w)/y],
  ['mark', /\.\./y],
  ['field', /\.[A-Za-z_]\w*(?!\w|::)/y],
  // `1.name` is a number and a name.
  ['number', /\d{1,15}(?:\.\d{1,15})?(?![\w.])/y],
  ['name', /[A-Za-z_]\w*(?!\w|::)/y],
  ['mark', /:(?!:)|[.,|()[\]{};?<>=!+*/%-]/y],
]
const JQ_CLOSING_OF = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['if', 'end'],
])
const JQ_CLOSING = new Set(JQ_CLOSING_OF.values())
const JQ_NAMES = new Set(
  `keys keys_unsorted values length map map_values select to_entries from_entries with_entries type has in test
  contains inside startswith endswith sort sort_by group_by unique unique_by min max min_by max_by first last nth join
  split tostring tonumber tojson fromjson not and or if then elif else end empty add any all flatten reverse
  ascii_downcase ascii_upcase ltrimstr rtrimstr del paths leaf_paths index indices null true false floor round
  strings numbers arrays objects booleans nulls scalars iterables transpose utf8bytelength`.split(/\s+/),
)
/** Not even as the name of a field, unless behind a dot. */
const JQ_NEVER =
  /^(?:env|inputs?|input_.*|debug|stderr|halt.*|import|include|def|reduce|foreach|label|limit|repeat|range|recurse.*|while|until|getpath|now|modulemeta|get_search_list|builtins|\$?__.*)$/

/** Paths, pipes and functions that end: no loops, definitions, modules, environment or further input. */
export function isHarmlessJq(filter: string): boolean {
  if (filter.length > 500) return false
  const words = wordsOf(filter, JQ_WORDS)
  if (!words) return false
  const open: string[] = []
  for (const [at, { kind, text }] of words.entries()) {
    const isKey = kind === 'name' && open.at(-1) === '}' && standsAsKey(words, at)
    if (kind === 'name' && !(isKey ? !JQ_NEVER.test(text) : JQ_NAMES.has(text))) return false
    if (isKey || (kind !== 'name' && kind !== 'mark')) continue
    const closing = JQ_CLOSING_OF.get(text)
    if (closing !== undefined) open.push(closing)
    else if (JQ_CLOSING.has(text) && open.pop() !== text) return false
  }
  return open.length === 0
}

/** `{name}` and `{name: …}` name a field. */
function standsAsKey(words: readonly ScriptWord[], at: number): boolean {
  return /^[{,]$/.test(words[at - 1]?.text ?? '') && /^[,}:]$/.test(words[at + 1]?.text ?? '')
}
