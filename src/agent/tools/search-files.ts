// The search that works without ripgrep: slower, the same answers in the ordinary cases, never a runaway expression
// (the matcher takes time in proportion to the text).
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { RE2JS } from 're2js'
import { readRegular } from '../../base/files/read-regular.ts'
import { errorResult, type ToolResult } from './tool.ts'

export interface GrepInput {
  pattern: string
  path?: string
  glob?: string
  output_mode?: 'content' | 'files_with_matches' | 'count'
  ignore_case?: boolean
  context?: number
  multiline?: boolean
  head_limit?: number
}

/** A line of the answer. */
export interface FoundLine {
  text: string
  /** Which file it is about. */
  file?: string
}

export type Found = readonly FoundLine[] | ToolResult

const MAX_FILE_BYTES = 2_000_000
const MAX_FILES = 20_000
const MAX_LINES = 20_000

export async function searchFiles(
  input: GrepInput,
  path: string,
  signal: AbortSignal,
  isLeftOut: (path: string) => boolean = () => false,
): Promise<Found> {
  const { RE2JS: Engine } = await import('re2js')
  let expression: RE2JS
  try {
    expression = Engine.compile(input.pattern, flagsOf(input))
  } catch (error) {
    return errorResult(
      `The pattern cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  const lines: FoundLine[] = []
  for (const file of await filesOf(path, input.glob, signal)) {
    signal.throwIfAborted()
    if (isLeftOut(file)) continue
    // Lets a cancellation through.
    await setImmediate()
    const bytes = readRegular(file, MAX_FILE_BYTES)
    if (!bytes || bytes.subarray(0, 8_192).includes(0)) continue
    const found = searchText(file, bytes.toString('utf8'), expression, input)
    if (found.length > 0 && lines.length > 0 && input.output_mode === 'content' && input.context)
      lines.push({ text: '--' })
    lines.push(...found.map((text) => ({ text, file })))
    if (lines.length > MAX_LINES) break
  }
  return lines
}

/** Flags of the engine: ignore case 1, dot matches all 2, multi-line 4. */
function flagsOf(input: GrepInput): number {
  return (input.ignore_case ? 1 : 0) | (input.multiline ? 2 : 0) | 4
}

async function filesOf(path: string, only: string | undefined, signal: AbortSignal): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path]
  const pattern = only === undefined ? '**/*' : only.includes('/') ? only : `**/${only}`
  const options = { cwd: path, dot: true, followSymbolicLinks: false, signal }
  const { glob } = await import('tinyglobby')
  const names = await glob(pattern, { ...options, ignore: ['**/.git/**', '**/node_modules/**'] })
  return names
    .sort()
    .slice(0, MAX_FILES)
    .map((name) => join(path, name))
}

function searchText(file: string, text: string, expression: RE2JS, input: GrepInput): string[] {
  const mode = input.output_mode ?? 'files_with_matches'
  if (mode === 'files_with_matches') return expression.matcher(text).find() ? [file] : []
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const hits = input.multiline ? hitsAcross(text, expression) : hitsIn(lines, expression)
  if (hits.length === 0) return []
  if (mode === 'count') return [`${file}:${hits.length}`]
  const around = input.context ?? 0
  const shown: string[] = []
  let next = 0
  for (const hit of hits) {
    const from = Math.max(next, hit - around)
    if (around > 0 && next > 0 && from > next) shown.push('--')
    for (let at = from; at <= Math.min(hit + around, lines.length - 1); at++) {
      const mark = hits.includes(at) ? ':' : '-'
      shown.push(`${file}${mark}${at + 1}${mark}${lines[at]}`)
      next = at + 1
    }
  }
  return shown
}

function hitsIn(lines: readonly string[], expression: RE2JS): number[] {
  return lines.flatMap((line, at) => (expression.matcher(line).find() ? [at] : []))
}

function hitsAcross(text: string, expression: RE2JS): number[] {
  const hits = new Set<number>()
  const matcher = expression.matcher(text)
  while (matcher.find()) {
    const first = text.slice(0, matcher.start()).split('\n').length - 1
    const last = text.slice(0, Math.max(matcher.start(), matcher.end() - 1)).split('\n').length - 1
    for (let line = first; line <= last; line++) hits.add(line)
    if (hits.size > MAX_LINES) break
  }
  return [...hits]
}
