// The globs of `paths:` in a rule. They come from committed files: matched in linear time, with a bounded number of
// alternatives.
import { createRequire } from 'node:module'

const MAX_ALTERNATIVES = 100
const MAX_PATTERN = 500

/** Whether a path (relative, with `/`) is meant. A pattern without `/` means names at any depth, as in .gitignore. */
export function matchesPathPattern(pattern: string, path: string): boolean {
  return expressions(pattern).some((expression) => expression.matches(path))
}

/** A list, or one text with commas. */
export function readPathPatterns(value: unknown): string[] {
  const given = typeof value === 'string' ? splitAtCommas(value) : Array.isArray(value) ? value : []
  return given
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    .map((one) => one.trim())
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const character of text) {
    if (character === '{') depth++
    if (character === '}') depth = Math.max(0, depth - 1)
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

interface Expression {
  matches(path: string): boolean
}

const known = new Map<string, Expression[]>()

function expressions(pattern: string): Expression[] {
  const before = known.get(pattern)
  if (before) return before
  const made = pattern.length > MAX_PATTERN ? [] : expandBraces(pattern).map(compile)
  if (known.size > 500) known.clear()
  known.set(pattern, made)
  return made
}

function expandBraces(pattern: string): string[] {
  const open = [pattern]
  const done: string[] = []
  while (open.length + done.length <= MAX_ALTERNATIVES) {
    const next = open.shift()
    if (next === undefined) break
    const braces = /\{([^{}]*,[^{}]*)\}/.exec(next)
    if (!braces) {
      done.push(next)
      continue
    }
    const [whole, inner = ''] = braces
    const [before, after] = [next.slice(0, braces.index), next.slice(braces.index + whole.length)]
    open.push(...inner.split(',').map((one) => before + one + after))
  }
  return done.slice(0, MAX_ALTERNATIVES)
}

function compile(pattern: string): Expression {
  const clean = pattern.replace(/^\.?\//, '').replace(/\/$/, '')
  const anywhere = !clean.includes('/') && !pattern.startsWith('/')
  const source = `^${anywhere ? '(?:.*/)?' : ''}${translate(clean)}(?:/.*)?$`
  const expression = engine().RE2JS.compile(source)
  return { matches: (path) => expression.matcher(path).matches() }
}

function translate(glob: string): string {
  let source = ''
  for (let at = 0; at < glob.length; at++) {
    const rest = glob.slice(at)
    const set = /^\[([!^]?)([^\][\\]+)\]/.exec(rest)
    if (rest.startsWith('**/')) {
      source += '(?:.*/)?'
      at += 2
    } else if (rest.startsWith('**')) {
      source += '.*'
      at += 1
    } else if (glob[at] === '*') source += '[^/]*'
    else if (glob[at] === '?') source += '[^/]'
    else if (set && isOrderedSet(set[2] ?? '')) {
      const [whole, negated, characters = ''] = set
      source += `[${negated ? '^' : ''}${characters.replace(/[\^&~]/g, '\\$&')}]`
      at += whole.length - 1
    } else source += glob.charAt(at).replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
  }
  return source
}

/** Ranges that run backwards would not compile. */
function isOrderedSet(set: string): boolean {
  return [...set.matchAll(/(.)-(.)/gu)].every(([, from = '', to = '']) => from <= to)
}

type Engine = typeof import('re2js')
let loaded: Engine | undefined

/** Loaded with the first rule that names paths. */
function engine(): Engine {
  loaded ??= createRequire(import.meta.url)('re2js') as Engine
  return loaded
}
