// Where the value starts that a name is given: `name = "value"`, `<name>value`, `"name": value`, `name is value`.
// Hand-written and bounded: it looks at most about 120 characters ahead.

/** How a name and a value were joined. A plain sentence is weaker evidence than an assignment. */
export type Joint = 'assigned' | 'spoken'

export interface AssignedValue {
  at: number
  joint: Joint
}

const NAME_REST = 40
const QUOTES = 4
const OPENERS = 24

const SPOKEN =
  /[ \t\w.-]{0,40}?[ \t](?:is|was|to|as|key|token|secret|password|pat)[ \t]{1,4}(?:(?:is|was)[ \t]{1,4})?["'`(]{0,2}/iy

export function assignedValue(text: string, nameEnd: number): AssignedValue | undefined {
  let i = skip(text, nameEnd, NAME_REST, isNamePart)
  i = skip(text, i, QUOTES, isQuoteOrSpace)
  const joined = skipOperator(text, i)
  if (joined > i) return { at: skip(text, joined, OPENERS, isOpener), joint: 'assigned' }
  SPOKEN.lastIndex = nameEnd
  const spoken = SPOKEN.exec(text)
  return spoken ? { at: nameEnd + spoken[0].length, joint: 'spoken' } : undefined
}

function skip(text: string, from: number, most: number, test: (code: number) => boolean): number {
  const end = Math.min(text.length, from + most)
  let i = from
  while (i < end && test(text.charCodeAt(i))) i++
  return i
}

/** `=`, `:`, `:=`, `::=`, `=>`, `?=`, `||`, `>`, `,`, `(`: the ways languages and formats join a name and a value. */
function skipOperator(text: string, from: number): number {
  switch (text[from]) {
    case '=':
    case '>':
    case ',':
    case '(':
      return from + 1
    case ':': {
      let i = from + 1
      while (i < from + 3 && text[i] === ':') i++
      return text[i] === '=' ? i + 1 : i
    }
    case '?':
    case '+':
      return text[from + 1] === '=' ? from + 2 : from
    case '|':
      return text[from + 1] === '|' ? from + 2 : from
    default:
      return from
  }
}

/** Letters, digits, `_ . -`, blank and tab. */
function isNamePart(code: number): boolean {
  if (code >= 97) return code <= 122
  if (code >= 65) return code <= 90 || code === 95
  return (code >= 48 && code <= 57) || code === 45 || code === 46 || code === 32 || code === 9
}

/** Blank, line breaks, quotes, and what closes an index or a call: `env["name"] =`. */
function isQuoteOrSpace(code: number): boolean {
  return (
    code === 32 ||
    (code >= 9 && code <= 13) ||
    code === 34 ||
    code === 39 ||
    code === 96 ||
    code === 93 ||
    code === 41 ||
    code === 42
  )
}

/** Blank, line breaks, quotes, `= > ( [ \ *`. */
function isOpener(code: number): boolean {
  return isQuoteOrSpace(code) || code === 61 || code === 62 || code === 40 || code === 91 || code === 92
}
