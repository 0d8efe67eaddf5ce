// Grep: lines or files that match a regular expression, by ripgrep, or by our own search where it is missing.

import { runProcess } from '../../base/processes/run-process.ts'
import { inputSchema } from '../../base/values/json-schema.ts'
import { type Credentials, createCredentials, type LeftOut } from './credentials.ts'
import { absolutePath, type FileAccess, nodeFileAccess } from './file-access.ts'
import { findRipgrep } from './find-ripgrep.ts'
import { type Found, type FoundLine, type GrepInput, searchFiles } from './search-files.ts'
import { defineTool, errorResult, type Tool, type ToolContext, type ToolResult } from './tool.ts'

interface GrepOperations {
  access: FileAccess
  /** undefined: our own search is used. */
  ripgrep(): Promise<string | undefined>
}

const TIMEOUT_MS = 20_000
const MAX_OUTPUT_BYTES = 2_000_000
const DEFAULT_LIMIT = 250
export const systemGrepOperations: GrepOperations = { access: nodeFileAccess, ripgrep: findRipgrep }

const SCHEMA = inputSchema(
  {
    pattern: { type: 'string', description: 'The regular expression (ripgrep syntax).' },
    path: {
      type: 'string',
      description: 'File or directory to search; the working directory if left out.',
    },
    glob: { type: 'string', description: 'Only files whose name matches, such as "*.md".' },
    output_mode: {
      type: 'string',
      enum: ['content', 'files_with_matches', 'count'],
      description: 'What to show.',
    },
    ignore_case: { type: 'boolean', description: 'Upper and lower case are the same.' },
    context: { type: 'integer', minimum: 0, maximum: 50, description: 'Lines around each match.' },
    multiline: { type: 'boolean', description: 'The pattern may match across lines.' },
    head_limit: {
      type: 'integer',
      minimum: 1,
      description: `At most this many lines (${DEFAULT_LIMIT}).`,
    },
  },
  ['pattern'],
)

export function createGrepTool(
  operations: GrepOperations = systemGrepOperations,
  credentials: Credentials = createCredentials(),
): Tool {
  return defineTool<GrepInput>({
    name: 'Grep',
    description:
      'Searches file contents with a regular expression. By default it lists the files that match; `output_mode: "content"` shows the lines with their numbers, "count" the number per file. Files that git ignores are left out.',
    inputSchema: SCHEMA,
    readOnly: true,
    credentialsIn: (input, cwd) => credentials.at(absolutePath(input.path ?? '.', cwd), cwd),
    async run(input, context) {
      const path = absolutePath(input.path ?? '.', context.cwd)
      // Who names credentials was asked about; in a search of much else they are left out.
      const leftOut = credentials.leftOut(path, context.cwd)
      const facts = await operations.access.look(path)
      if (!facts || facts.kind === 'other') return errorResult(`There is no file or directory ${path}.`)
      const program = await operations.ripgrep()
      const found = program
        ? await byRipgrep(program, input, path, context, leftOut)
        : await searchFiles(input, path, context.signal, leftOut?.has)
      if ('content' in found) return found
      const named = input.path === undefined ? [] : [path]
      return limited(found, named, input.head_limit ?? DEFAULT_LIMIT)
    },
  })
}

async function byRipgrep(
  program: string,
  input: GrepInput,
  path: string,
  context: ToolContext,
  leftOut: LeftOut | undefined,
): Promise<Found> {
  const outcome = await runProcess({
    file: program,
    args: ripgrepArguments(input, path, leftOut?.patterns ?? []),
    cwd: context.cwd,
    env: {},
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    signal: context.signal,
  })
  if (outcome.end === 'not_started') return searchFiles(input, path, context.signal, leftOut?.has)
  if (outcome.end === 'timed_out')
    return errorResult(`The search took longer than ${TIMEOUT_MS / 1000} seconds.`)
  if (outcome.end === 'exited' && outcome.exitCode === 2 && outcome.stdout === '')
    return errorResult(`The search failed: ${outcome.stderr.trim().slice(0, 1_000)}`)
  return readFound(outcome.stdout, modeOf(input))
}

type Mode = NonNullable<GrepInput['output_mode']>

function modeOf(input: GrepInput): Mode {
  return input.output_mode ?? 'files_with_matches'
}

/** `--null`: behind each path is a zero byte, so that no name is taken for something else. */
function readFound(output: string, mode: Mode): FoundLine[] {
  if (mode === 'files_with_matches')
    return output
      .split('\0')
      .filter((file) => file.trim() !== '')
      .map((file) => ({ text: file, file }))
  return output
    .split('\n')
    .filter((line, at, all) => line !== '' || at < all.length - 1)
    .map((line) => {
      const at = line.indexOf('\0')
      if (at < 0) return { text: line }
      const [file, rest] = [line.slice(0, at), line.slice(at + 1)]
      const mark = mode === 'content' && /^\d+-/.test(rest) ? '-' : ':'
      return { text: `${file}${mark}${rest}`, file }
    })
}

function ripgrepArguments(input: GrepInput, path: string, without: readonly string[]): string[] {
  const mode = modeOf(input)
  const args = [
    '--no-config',
    '--null',
    '--color=never',
    '--hidden',
    '--glob=!.git',
    '--sort=path',
    '--max-columns=1000',
  ]
  if (mode === 'content') args.push('--line-number', '--with-filename', '--no-heading')
  else args.push(mode === 'count' ? '--count' : '--files-with-matches')
  if (mode === 'content' && input.context) args.push(`--context=${input.context}`)
  if (input.ignore_case) args.push('--ignore-case')
  if (input.multiline) args.push('--multiline', '--multiline-dotall')
  if (input.glob) args.push(`--glob=${input.glob}`)
  // Behind the glob of the call: the last that matches counts.
  for (const name of without) args.push(`--iglob=!**/${name}`)
  return [...args, `--regexp=${input.pattern}`, '--', path]
}

function limited(lines: readonly FoundLine[], named: readonly string[], limit: number): ToolResult {
  if (lines.length === 0) return { content: 'Nothing found.', details: { lines: 0 }, reached: named }
  const found = lines.slice(0, limit)
  const shown = found.map(({ text }) => text)
  if (shown.length < lines.length) shown.push(`[${limit} of ${lines.length} lines shown.]`)
  const files = new Set([...named, ...found.flatMap(({ file }) => file ?? [])])
  return { content: shown.join('\n'), details: { lines: lines.length }, reached: [...files] }
}
