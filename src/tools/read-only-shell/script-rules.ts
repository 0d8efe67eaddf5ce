// Small languages inside arguments (sed, awk, jq): only shapes whose every part is known to read and print.

const SED_ADDRESS = String.raw`(?:\d{1,9}|\$|/(?:[^/\\[\]\n]|\\[.*+?()|{}^$ntwWsSbB])*/)`
const SED_PRINT = new RegExp(
  String.raw`^(?:${SED_ADDRESS}(?:,(?:${SED_ADDRESS}|[+~]\d{1,9}))?)?!?(?:p|d|q|=)$`,
)
/** `s` with the delimiters / | # , — flags that print or repeat, never `e` or `w`. */
const SED_REPLACE = ['/', '|', '#', ','].map((delimiter) => {
  const d = delimiter === '|' ? '\\|' : delimiter
  const text = String.raw`(?:[^${d}\\\[\]\n]|\\[.*+?()|{}^$nt1-9&/wWsSbB]|\[[^${d}\\\[\]\n]{1,80}\])*`
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

const AWK_NAME = '(?:n|s|t|c|i|sum|total|count|max|min|seen)'
const AWK_VALUE = String.raw`(?:\$(?:\d{1,4}|NF)|NR|NF|FNR|FILENAME|length|${AWK_NAME}|\d{1,9}|"[^"\\\n]{0,80}")`
const AWK_REGEX = String.raw`/[^/\\\n]{0,120}/`
const AWK_TEST = `(?:!?${AWK_REGEX}|${AWK_VALUE} ?(?:==|!=|<=|>=|<|>|!?~) ?(?:${AWK_VALUE}|${AWK_REGEX})|NF|!seen\\[\\$\\d{1,4}\\]\\+\\+)`
const AWK_PATTERN = `(?:BEGIN|END|${AWK_TEST}(?: ?(?:&&|\\|\\|) ?${AWK_TEST}){0,5})`
const AWK_PRINT = `print(?: ?${AWK_VALUE}(?:(?:, ?| )${AWK_VALUE}){0,19})?`
const AWK_STATEMENT = `(?:${AWK_PRINT}|${AWK_NAME} ?\\+= ?${AWK_VALUE}|${AWK_NAME}\\+\\+)`
const AWK_BLOCK = `\\{ ?${AWK_STATEMENT}(?: ?; ?${AWK_STATEMENT}){0,5} ?;? ?\\}`
const AWK = new RegExp(`^(?:${AWK_PATTERN}|(?:(?:${AWK_PATTERN} ?)?${AWK_BLOCK}(?: |$)?){1,3})$`)

/** `pattern { print fields }` and counting: no functions, no input or output but the standard ones. */
export function isHarmlessAwk(program: string): boolean {
  return program.length <= 300 && AWK.test(program.trim().replace(/ +/g, ' '))
}

const JQ_WORDS = new Set(
  `keys keys_unsorted values length map map_values select to_entries from_entries with_entries type has in test
  contains inside startswith endswith sort sort_by group_by unique unique_by min max min_by max_by first last nth join
  split tostring tonumber tojson fromjson not and or if then elif else end empty add any all flatten reverse
  ascii_downcase ascii_upcase ltrimstr rtrimstr del paths leaf_paths index indices null true false floor round
  strings numbers arrays objects booleans nulls scalars iterables transpose utf8bytelength`.split(/\s+/),
)

/** Paths, pipes and functions that end: no loops, definitions, modules, environment or further input. */
export function isHarmlessJq(filter: string): boolean {
  const withoutFormats = filter.replace(/@(?:csv|tsv|json|text|html|uri|sh|base64d?)\b/g, '')
  if (filter.length > 500 || /\\\(|[$@]/.test(withoutFormats)) return false
  const withoutText = withoutFormats.replace(/"(?:[^"\\]|\\.)*"/g, '')
  if (/["\\]/.test(withoutText)) return false
  // `.name` is a field; `{name}` and `{name: …}` name one.
  const withoutFields = withoutText
    .replace(/\.[A-Za-z_][A-Za-z0-9_]*/g, '.')
    .replace(/(?<=[{,]\s*)[A-Za-z_][A-Za-z0-9_]*(?=\s*[,}:])/g, '')
  return (withoutFields.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []).every((word) => JQ_WORDS.has(word))
}
