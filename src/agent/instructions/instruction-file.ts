// The words of this folder, and how one file is read.
import { realpathSync } from 'node:fs'
import { readRegular } from '../../base/files/read-regular.ts'
import { dropComments } from '../../base/includes/markdown-segments.ts'
import { attempt } from '../../base/values/attempt.ts'
import { parseDocument } from '../../base/yaml/frontmatter.ts'
import { readPathPatterns } from './path-pattern.ts'

export type InstructionLevel = 'Managed' | 'User' | 'Project' | 'Local'
export type LoadReason = 'session_start' | 'nested_traversal' | 'path_glob_match' | 'include' | 'compact'

export interface InstructionFile {
  /** As found; its real path is what counts for "once". */
  path: string
  memoryType: InstructionLevel
  reason: LoadReason
  /** Without comments and, for rules, without frontmatter. */
  content: string
  /** The file that includes it. */
  parent?: string
  /** The globs of a rule. */
  globs?: string[]
}

/** What hooks hear (`InstructionsLoaded`). */
export interface InstructionsLoadedData {
  file_path: string
  memory_type: InstructionLevel
  load_reason: LoadReason
  parent_file_path?: string
  globs?: string[]
  trigger_file_path?: string
}

export interface ReadInstruction {
  realPath: string
  content: string
  globs: string[]
  /** Characters as they are in the file. */
  length: number
}

/** More is reported: it costs tokens in every conversation. */
export const REPORTED_CHARACTERS = 40_000
/** More is not read: nobody writes that by hand. */
const MAX_BYTES = 1_000_000

/** undefined: missing, not a file, not text, or far too large. */
export function readInstruction(path: string, options: { rule: boolean }): ReadInstruction | undefined {
  const realPath = attempt(() => realpathSync.native(path))
  const bytes = realPath === undefined ? undefined : readRegular(realPath, MAX_BYTES)
  if (realPath === undefined || !bytes || bytes.subarray(0, 8_192).includes(0)) return undefined
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  const document = options.rule ? parseDocument(text) : undefined
  const body = document?.status === 'ok' ? document.body : text
  return {
    realPath,
    content: dropComments(body).trim(),
    globs: document?.status === 'ok' ? readPathPatterns(document.data.paths) : [],
    length: text.length,
  }
}
