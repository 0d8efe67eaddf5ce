// Values on one line of YAML, as far as their forms are certain; `NOTHING` for the rest.

export type Data = Record<string, unknown>
export const NOTHING = Symbol('not simple')

/** Not what YAML takes for a value: `null: x` has no name there. */
const KEY = /^(?!(?:null|true|false)$)[a-z_][a-z0-9_-]*$/i
export function isKey(key: string, known: Data): boolean {
  return KEY.test(key) && key !== '__proto__' && !Object.hasOwn(known, key)
}

export function scalarOrList(text: string): unknown {
  if (!text.startsWith('[')) return text.startsWith('{') ? flowMap(text) : scalar(text)
  const items = flowItems(text, ']')
  if (!items) return NOTHING
  const values = items.map(flowScalar)
  return values.includes(NOTHING) ? NOTHING : values
}

function flowMap(text: string): unknown {
  const items = flowItems(text, '}')
  if (!items) return NOTHING
  const map: Data = {}
  for (const item of items) {
    const [, key = '', written = ''] = /^([A-Za-z_][A-Za-z0-9_-]*): +(.+)$/.exec(item) ?? []
    if (!isKey(key, map)) return NOTHING
    const value = flowScalar(trimEnd(written))
    if (value === NOTHING) return NOTHING
    map[key] = value
  }
  return map
}

/** What is between the brackets, split at the commas; undefined for nested or odd forms. */
function flowItems(text: string, closing: string): string[] | undefined {
  if (!text.endsWith(closing)) return undefined
  const inner = trimSpaces(text.slice(1, -1))
  if (inner === '') return []
  const items = inner.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g)?.map(trimSpaces)
  if (!items || items.includes('') || inner.endsWith(',')) return undefined
  // Commas between, and nothing lost by the match.
  const length = (inner.match(/"(?:[^"\\]|\\.)*"|[^"]/g) ?? []).join('').length
  return length === inner.length && countCommas(inner) === items.length - 1 ? items : undefined
}

function countCommas(text: string): number {
  return (text.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/,/g) ?? []).length
}

function flowScalar(text: string): unknown {
  return !text.startsWith('"') && /[[\]{},'"?]|:(?: |$)/.test(text) ? NOTHING : scalar(text)
}

export function scalar(text: string): unknown {
  if (text === '') return null
  if (text.startsWith('"')) return quoted(text)
  if (text.startsWith("'")) return /^'[^']*'$/.test(text) ? text.slice(1, -1) : NOTHING
  if (/^[-?:,[\]{}#&*!|>%@`"]/.test(text) && !/^-?\d|^--?[A-Za-z]/.test(text)) return NOTHING
  if (/: | #|:$|[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/u.test(text)) return NOTHING
  return resolvePlain(text)
}

/** Only escapes that JSON and YAML read alike. */
function quoted(text: string): unknown {
  if (!/^"(?:[^"\\\u0000-\u001f\ud800-\udfff]|\\["\\nrt/])*"$/u.test(text)) return NOTHING
  return JSON.parse(text) as string
}

/** YAML's core schema. */
export function resolvePlain(text: string): unknown {
  if (/^(?:~|null|Null|NULL)$/.test(text)) return null
  if (/^(?:true|True|TRUE)$/.test(text)) return true
  if (/^(?:false|False|FALSE)$/.test(text)) return false
  // An option of a command.
  if (/^--?[A-Za-z]/.test(text)) return text
  if (/^[-+.\d]/.test(text)) {
    if (/^-?(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text)
    if (/^-?\d{1,10}\.\d{1,10}$/.test(text)) return Number(text)
    // A date or a version is text; other forms that begin like a number are left to the library.
    if (/^\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]*)?$/.test(text) || /^\d+[A-Za-z\u4e00-\u9fff]/.test(text)) {
      return /^0[xob]|^\d+e/i.test(text) ? NOTHING : text
    }
    return NOTHING
  }
  return text
}

/** Only spaces: to YAML a no-break space is text like any other. */
function trimSpaces(text: string): string {
  return trimEnd(text.replace(/^ +/, ''))
}

export function trimEnd(text: string): string {
  return text.replace(/ +$/, '')
}
