// Read: a text file with line numbers.
import { contentHash } from '../../base/values/hash.ts'
import { inputSchema } from '../../base/values/json-schema.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { absolutePath, type FileAccess, nodeFileAccess } from './file-access.ts'
import { defineTool, errorResult, type Tool } from './tool.ts'

interface ReadInput {
  file_path: string
  offset?: number
  limit?: number
}

const DEFAULT_LINES = 2_000
const MAX_LINE_CHARACTERS = 2_000
/** Above this a whole file is not shown: the call must say which lines. */
const MAX_WHOLE_BYTES = 256 * 1024
const MAX_BYTES = 20 * 1024 * 1024

export function createReadTool(
  access: FileAccess = nodeFileAccess,
  credentials: Credentials = createCredentials(),
): Tool {
  return defineTool<ReadInput>({
    name: 'Read',
    description:
      'Shows a text file, each line with its number. Give `offset` (first line, counted from 1) and `limit` for a part of a large file. A file must be read before it can be edited.',
    inputSchema: inputSchema(
      {
        file_path: { type: 'string', description: 'The file, best as an absolute path.' },
        offset: { type: 'integer', minimum: 1, description: 'The first line to show.' },
        limit: { type: 'integer', minimum: 1, description: 'How many lines to show.' },
      },
      ['file_path'],
    ),
    maxResultCharacters: 120_000,
    readOnly: true,
    credentialsIn: (input, cwd) => credentials.at(absolutePath(input.file_path, cwd), cwd),
    async run(input, { cwd, readState }) {
      const path = absolutePath(input.file_path, cwd)
      const facts = await access.look(path)
      if (!facts) return errorResult(`There is no file ${path}.`)
      if (facts.kind === 'directory') return errorResult(`${path} is a directory. Use Glob to see its files.`)
      if (facts.kind === 'other') return errorResult(`${path} is not an ordinary file.`)
      const whole = input.offset === undefined && input.limit === undefined
      if (facts.size > MAX_BYTES) return errorResult(`${path} is too large (${facts.size} bytes). Use Grep.`)
      if (whole && facts.size > MAX_WHOLE_BYTES)
        return errorResult(`${path} is large (${facts.size} bytes). Give offset and limit, or use Grep.`)
      const bytes = await access.read(facts.realPath)
      if (bytes.subarray(0, 8_192).includes(0)) return errorResult(`${path} is not a text file.`)
      const shown = showLines(bytes.toString('utf8'), input.offset ?? 1, input.limit ?? DEFAULT_LINES)
      readState.set(facts.realPath, {
        mtimeMs: facts.mtimeMs,
        size: bytes.length,
        hash: contentHash(bytes),
        partial: shown.partial,
      })
      return { content: shown.text, details: { path, lines: shown.lines }, reached: [path] }
    },
  })
}

function showLines(
  text: string,
  offset: number,
  limit: number,
): { text: string; lines: number; partial: boolean } {
  const all = text.split(/\r?\n/)
  if (all.at(-1) === '') all.pop()
  if (all.length === 0) return { text: '[The file is empty.]', lines: 0, partial: false }
  const lines = all.slice(offset - 1, offset - 1 + limit)
  const width = String(offset - 1 + lines.length).length
  const numbered = lines.map((line, at) => `${String(offset + at).padStart(width)}\t${cutLine(line)}`)
  const partial = lines.length < all.length
  if (partial) numbered.push(`[${lines.length} of ${all.length} lines shown.]`)
  return { text: numbered.join('\n'), lines: lines.length, partial }
}

function cutLine(line: string): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line
  return `${line.slice(0, MAX_LINE_CHARACTERS).toWellFormed()}[… ${line.length - MAX_LINE_CHARACTERS} more]`
}
