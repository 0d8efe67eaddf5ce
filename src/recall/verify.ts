// Live verification: what a memory names is looked up in the working tree, within a few milliseconds, so that the
// header can say what still exists and what is gone. What could not be decided in time is not mentioned.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { type Claim, findClaims } from './claims.ts'

export interface Verification {
  exists: string[]
  gone: string[]
}

export interface VerifyOptions {
  /** The checkout. */
  root: string
  /** For all memories of one recall together. */
  budgetMs?: number
  /** Where names were found before: they are looked up there first. */
  cache?: Map<string, string>
  now?: () => number
}

const BUDGET_MS = 8
const MAX_FILE_BYTES = 512 * 1024
const SKIPPED = new Set([
  'node_modules',
  '.git',
  'dist',
  'build',
  'target',
  'vendor',
  '.venv',
  '__pycache__',
  'coverage',
])
const TEXT_FILE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|cc|cpp|h|hpp|cs|php|sh|sql|json|ya?ml|toml|vue|svelte|proto|graphql|tf|lua|exs?|scala|dart|md)$|(?:^|\/)(?:Makefile|Dockerfile|justfile)$/

export interface Verifier {
  verify(text: string): Verification | undefined
}

/** One verifier per recall: its memories share the time and the scan of the tree. */
export function createVerifier(options: VerifyOptions): Verifier {
  const now = options.now ?? (() => performance.now())
  const deadline = now() + (options.budgetMs ?? BUDGET_MS)
  const tree = openTree(options.root, () => now() < deadline)
  const check = (claim: Claim): boolean | undefined => {
    if (claim.kind === 'path') return pathExists(options.root, claim.text)
    if (claim.kind === 'command') return commandExists(options.root, claim.text)
    const needle = claim.kind === 'flag' ? claim.text.slice(2) : lastName(claim.text)
    return nameExists(options, tree, needle)
  }
  return {
    verify(text) {
      const verification: Verification = { exists: [], gone: [] }
      for (const claim of findClaims(text)) {
        const found = check(claim)
        if (found !== undefined) verification[found ? 'exists' : 'gone'].push(claim.text)
      }
      return verification.exists.length + verification.gone.length > 0 ? verification : undefined
    },
  }
}

/** `still there: a, b; gone: c` */
export function verificationLine({ exists, gone }: Verification): string {
  const parts = [
    exists.length > 0 ? `checked just now, still there: ${exists.join(', ')}` : '',
    gone.length > 0 ? `GONE from the working tree: ${gone.join(', ')}` : '',
  ]
  return parts.filter((part) => part !== '').join('; ')
}

/** undefined where this tree cannot tell: outside it, or a bare name that may live anywhere. */
function pathExists(root: string, path: string): boolean | undefined {
  const full = isAbsolute(path) ? path : join(root, path)
  const inside = !relative(root, full).startsWith('..')
  if (!inside) return undefined
  if (existsSync(full)) return true
  // "index.ts" without a directory may be any of several files.
  return path.includes('/') ? false : undefined
}

function commandExists(root: string, command: string): boolean | undefined {
  const [, tool, name] = /^(npm|pnpm|yarn|bun|make|just)(?: run)? ([\w:.-]+)/.exec(command) ?? []
  if (!tool || !name) return undefined
  if (tool === 'make' || tool === 'just') {
    const text = attempt(() => readFileSync(join(root, tool === 'make' ? 'Makefile' : 'justfile'), 'utf8'))
    return text === undefined ? undefined : new RegExp(`^${escapePattern(name)}\\b[^=\\n]*:`, 'm').test(text)
  }
  if (
    !/ run /.test(command) &&
    /^(?:i|ci|install|add|test|start|exec|init|publish|pack|update|remove|dlx|x)$/.test(name)
  ) {
    return name === 'test' || name === 'start' ? scriptExists(root, name) : undefined
  }
  return / run /.test(command) || tool !== 'npm' ? scriptExists(root, name) : undefined
}

function scriptExists(root: string, name: string): boolean | undefined {
  const manifest = attempt(
    () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts?: object },
  )
  return manifest === undefined ? undefined : Object.hasOwn(manifest.scripts ?? {}, name)
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** `Store.open` is looked for as `open`'s owner and member: the last part is what code spells. */
function lastName(symbol: string): string {
  return symbol.split(/[.:#]+/).at(-1)!
}

function nameExists({ root, cache }: VerifyOptions, tree: Tree, name: string): boolean | undefined {
  const known = cache?.get(name)
  if (known !== undefined && attempt(() => readFileSync(join(root, known)))?.includes(name)) return true
  const file = tree.find(name)
  if (file === undefined) return tree.complete() ? false : undefined
  cache?.set(name, file)
  return true
}

interface Tree {
  /** The first file that holds the name; undefined when none did within the time. */
  find(name: string): string | undefined
  /** Every text file was read. */
  complete(): boolean
}

/** Reads files one after another and keeps them, so that a second name costs no second reading. */
function openTree(root: string, inTime: () => boolean): Tree {
  const read: { file: string; bytes: Buffer }[] = []
  const walk = textFiles(root, inTime)
  let done = false
  return {
    complete: () => done,
    find(name) {
      for (const { file, bytes } of read) if (bytes.includes(name)) return file
      while (!done && inTime()) {
        const next = walk.next()
        if (next.done) {
          done = next.value
          break
        }
        const bytes = attempt(() => readFileSync(join(root, next.value)))
        if (!bytes) continue
        read.push({ file: next.value, bytes })
        if (bytes.includes(name)) return next.value
      }
      return undefined
    },
  }
}

/** Text files, shallow ones first. Returns whether it saw all of them. */
function* textFiles(root: string, inTime: () => boolean): Generator<string, boolean> {
  const queue = ['']
  for (let directory = queue.shift(); directory !== undefined; directory = queue.shift()) {
    if (!inTime()) return false
    for (const entry of attempt(() => readdirSync(join(root, directory!), { withFileTypes: true })) ?? []) {
      const file = directory === '' ? entry.name : `${directory}/${entry.name}`
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && !entry.name.startsWith('.')) queue.push(file)
      else if (entry.isFile() && TEXT_FILE.test(file)) {
        const size = attempt(() => lstatSync(join(root, file)).size) ?? 0
        if (size <= MAX_FILE_BYTES) yield file
        else return false
      }
    }
  }
  return true
}
