// File-name patterns, expanded by us because no shell runs: `*`, `?`, `[…]`, as in bash without special options.
import { lstatSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { attempt } from '../../../base/values/attempt.ts'
import type { Piece, ShellWord } from './lex-command.ts'

const MAX_NAMES = 5_000

/** The names that match, sorted; the pattern itself when none does. No result can be taken for an option. */
export function expandPattern(word: ShellWord, cwd: string): string[] {
  const text = word.value
  const steps = stepsOf(word.pieces)
  const start = text.startsWith('/') ? '/' : ''
  let found = [start]
  for (const [at, step] of steps.entries()) {
    const last = at === steps.length - 1
    found = found.flatMap((base) => matchStep(base, step, cwd, last))
    if (found.length > MAX_NAMES) found = found.slice(0, MAX_NAMES)
  }
  return found.length === 0 ? [text] : found.sort(byCode).map(guard)
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * A name that begins with anything special, or that awk could take for `name=value`, gets `./` in front: it stays the
 * same file and nothing else.
 */
function guard(name: string): string {
  return /^(?:[./]|[\p{L}\p{N}_][^=]*$)/u.test(name) ? name : `./${name}`
}

/** The pieces between slashes. A trailing slash gives an empty last step: only directories match. */
function stepsOf(pieces: readonly Piece[]): Piece[][] {
  let step: Piece[] = []
  const steps = [step]
  for (const piece of pieces) {
    const [head = '', ...rest] = piece.quoted ? piece.text.split('/') : [piece.text]
    step.push({ text: head, quoted: piece.quoted })
    for (const part of rest) {
      step = [{ text: part, quoted: true }]
      steps.push(step)
    }
  }
  return steps.filter((step, at) => at === steps.length - 1 || step.some((piece) => piece.text !== ''))
}

function matchStep(base: string, step: Piece[], cwd: string, last: boolean): string[] {
  const literal = step.map((piece) => piece.text).join('')
  if (step.every((piece) => piece.quoted)) {
    if (last && literal === '') return [base === '' || base.endsWith('/') ? base : `${base}/`]
    const path = joined(base, literal)
    return attempt(() => lstatSync(resolve(cwd, path))) ? [path] : []
  }
  const directory = resolve(cwd, base)
  const entries = attempt(() => readdirSync(directory, { withFileTypes: true })) ?? []
  const tokens = tokensOf(step)
  return entries
    .filter(
      (entry) => (literal.startsWith('.') || !entry.name.startsWith('.')) && matches(tokens, entry.name),
    )
    .filter((entry) => last || entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => joined(base, entry.name))
}

function joined(base: string, name: string): string {
  return base === '' || base.endsWith('/') ? base + name : `${base}/${name}`
}

type PatternToken = '*' | ((character: string) => boolean)

function tokensOf(step: Piece[]): PatternToken[] {
  return step.flatMap((piece): PatternToken[] => {
    if (piece.quoted) return [...piece.text].map((wanted) => (character: string) => character === wanted)
    if (piece.text === '*') return ['*']
    if (piece.text === '?') return [() => true]
    const set = new RegExp(`^${piece.text.replace(/^\[!/, '[^')}$`, 'u')
    return [(character: string) => set.test(character)]
  })
}

/** Two pointers: the time is bounded by pattern × name. */
function matches(tokens: readonly PatternToken[], name: string): boolean {
  const characters = [...name]
  let token = 0
  let star = -1
  let retry = 0
  for (let at = 0; at < characters.length; ) {
    const character = characters[at] ?? ''
    const current = tokens[token]
    if (current === '*') {
      star = token++
      retry = at
    } else if (current?.(character)) {
      token++
      at++
    } else if (star >= 0) {
      token = star + 1
      at = ++retry
    } else return false
  }
  return tokens.slice(token).every((rest) => rest === '*')
}
