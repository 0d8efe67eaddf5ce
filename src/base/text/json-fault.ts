// Where a text stops being JSON. Node's own messages tell it in some versions and for some faults only.

interface TextPlace {
  /** 1-based. */
  line: number
  /** 1-based, in UTF-16 code units. */
  column: number
}

const BLANK = /[ \t\n\r]*/y
const TOKEN =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or end' | 'nothing'

/** The place of the first fault; undefined for valid JSON. */
export function findJsonFault(text: string): TextPlace | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = skip(BLANK, text, 0)
  while (at < text.length) {
    const end = skip(TOKEN, text, at)
    const next: Expected | undefined = end > at ? step(text.slice(at, end), expected, open) : undefined
    if (next === undefined) return placeOf(text, at)
    expected = next
    at = skip(BLANK, text, end)
  }
  return expected === 'nothing' ? undefined : placeOf(text, text.length)
}

/** What may follow a token; undefined where it is not allowed. Changes what is `open`. */
function step(token: string, expected: Expected, open: ('{' | '[')[]): Expected | undefined {
  const after = (): Expected => (open.length > 0 ? 'comma or end' : 'nothing')
  const close = (): Expected => {
    open.pop()
    return after()
  }
  const inside = open.at(-1)
  if (token === ':') return expected === 'colon' ? 'value' : undefined
  if (token === ',') {
    if (expected !== 'comma or end') return undefined
    return inside === '{' ? 'name' : 'value'
  }
  if (token === '}' || token === ']') {
    const fits = token === '}' ? inside === '{' : inside === '['
    const empty = token === '}' ? 'name or }' : 'value or ]'
    return fits && (expected === 'comma or end' || expected === empty) ? close() : undefined
  }
  if (expected === 'name' || expected === 'name or }') return token.startsWith('"') ? 'colon' : undefined
  if (expected !== 'value' && expected !== 'value or ]') return undefined
  if (token !== '{' && token !== '[') return after()
  open.push(token)
  return token === '{' ? 'name or }' : 'value or ]'
}

/** Where a sticky expression ends that is tried at `from`; `from` itself when it does not match. */
function skip(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from
  return expression.test(text) ? expression.lastIndex : from
}

function placeOf(text: string, at: number): TextPlace {
  const before = text.slice(0, at).split(/\r\n|[\r\n]/)
  return { line: before.length, column: before.at(-1)!.length + 1 }
}
