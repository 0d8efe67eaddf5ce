// The one reader of YAML: the ordinary forms by ourselves, all else by a library that is loaded only then (importing it
// costs half a Node start). Whatever comes from it is a tree of bounded depth.
import { createRequire } from 'node:module'
import { parseSimpleYaml } from './simple-yaml.ts'

export type YamlFault =
  | { code: 'too_long' | 'too_many_brackets' | 'no_fields' | 'too_deep' }
  /** The library's reason, without the excerpt of the text that follows it. */
  | { code: 'invalid'; reason: string; place?: { line: number; column: number } }

type YamlRead = { data: Record<string, unknown> } | { fault: YamlFault }

interface YamlLimits {
  /** Characters. A parser could be kept busy with more. */
  most: number
}

/** The library descends once per bracket or dash; deep enough, and the whole process ends without an error to catch. */
const MAX_BRACKETS = 400
const OPENINGS = /[[{&]|[-?:]\s+(?=[-?:](?:\s|$))/g
/** It makes an error of each that closes nothing, in a time that grows with the square of them. */
const CLOSINGS = /[\]}]/g
/** Between two of them may be nothing at all. More than of brackets: a list of settings quotes each of its lines. */
const MAX_QUOTES = 2_000
const QUOTES = /["']/g
/** Aliases can make a structure that contains itself; nothing later could walk it. */
const MAX_NESTING = 16

/** The fields that a text of YAML names. */
export function readYaml(given: string, { most }: YamlLimits): YamlRead {
  // A lone CR ends a line in YAML, but not in the library.
  const yaml = given.includes('\r') ? given.replace(/\r(?!\n)/g, '\n') : given
  const simple = parseSimpleYaml(yaml)
  if (simple) return { data: simple }
  if (yaml.length > most) return { fault: { code: 'too_long' } }
  if (isCrowded(yaml)) return { fault: { code: 'too_many_brackets' } }
  const lines = new (yamlLibrary().LineCounter)()
  try {
    return asFields(parseToFirstError(yaml, lines))
  } catch (error) {
    return { fault: faultOf(error, lines) }
  }
}

function isCrowded(yaml: string): boolean {
  const count = (marks: RegExp) => yaml.match(marks)?.length ?? 0
  return count(OPENINGS) > MAX_BRACKETS || count(CLOSINGS) > MAX_BRACKETS || count(QUOTES) > MAX_QUOTES
}

/** What the library's `parse` does; but that goes on after an error, and collects thousands of them, each with a stack. */
function parseToFirstError(yaml: string, lines: LineCounter): unknown {
  const { Composer, Parser, YAMLParseError } = yamlLibrary()
  const composer = new Composer({ logLevel: 'error' })
  const held = composer as unknown as { errors: Error[]; onError: OnError }
  const collect = held.onError
  held.onError = (source, code, reason, isWarning) => {
    // What it throws comes back as another error, from each level.
    if (held.errors.length === 0) collect(source, code, reason, isWarning)
    if (held.errors[0]) throw held.errors[0]
  }
  const parser = new Parser(lines.addNewLine)
  let document: import('yaml').Document.Parsed | undefined
  for (const found of composer.compose(parser.parse(yaml), true, yaml.length)) {
    const [error] = found.errors
    if (error) throw error
    if (document)
      throw new YAMLParseError([found.range[0], found.range[1]], 'MULTIPLE_DOCS', SEVERAL_DOCUMENTS)
    document = found
  }
  return document?.toJS({ maxAliasCount: 20 })
}

const SEVERAL_DOCUMENTS = 'Source contains multiple documents'
type LineCounter = import('yaml').LineCounter
type OnError = (source: unknown, code: string, reason: string, isWarning?: boolean) => void

function asFields(value: unknown): YamlRead {
  if (value === null || value === undefined) return { data: {} }
  if (typeof value !== 'object' || Array.isArray(value)) return { fault: { code: 'no_fields' } }
  return isTree(value, MAX_NESTING) ? { data: { ...value } } : { fault: { code: 'too_deep' } }
}

function isTree(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== 'object') return true
  return depth > 0 && Object.values(value).every((inner) => isTree(inner, depth - 1))
}

function faultOf(error: unknown, lines: LineCounter): YamlFault {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  const [start] = (error as Partial<import('yaml').YAMLParseError>).pos ?? []
  const place = start !== undefined && start >= 0 ? lines.linePos(start) : undefined
  return {
    code: 'invalid',
    reason: reason.slice(0, 200),
    ...(place && { place: { line: place.line, column: place.col } }),
  }
}

type YamlLibrary = typeof import('yaml')
let library: YamlLibrary | undefined

/** For changing what the quick reader cannot. */
export function yamlLibrary(): YamlLibrary {
  library ??= createRequire(import.meta.url)('yaml') as YamlLibrary
  return library
}
