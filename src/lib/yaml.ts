// The one reader of YAML: the ordinary forms by ourselves, all else by a library that is loaded only then (importing it
// costs half a Node start). Whatever comes from it is a tree of bounded depth.
import { createRequire } from 'node:module'
import { parseSimpleYaml } from './simple-yaml.ts'

export type YamlFault =
  | { code: 'too_long' | 'too_many_brackets' | 'no_fields' | 'too_deep' }
  /** The library's reason, without the excerpt of the text that follows it. */
  | { code: 'invalid'; reason: string; place?: { line: number; column: number } }

export type YamlRead = { data: Record<string, unknown> } | { fault: YamlFault }

export interface YamlLimits {
  /** Characters. A parser could be kept busy with more. */
  most: number
}

/** The library descends once per bracket or dash; deep enough, and the whole process ends without an error to catch. */
const MAX_BRACKETS = 400
const OPENINGS = /[[{&]|[-?:]\s+(?=[-?:](?:\s|$))/g
/** It makes an error of each that closes nothing, in a time that grows with the square of them. */
const CLOSINGS = /[\]}]/g
/** Aliases can make a structure that contains itself; nothing later could walk it. */
const MAX_NESTING = 16

/** The fields that a text of YAML names. */
export function readYaml(given: string, { most }: YamlLimits): YamlRead {
  // A lone CR ends a line in YAML, but not in the library.
  const yaml = given.includes('\r') ? given.replace(/\r(?!\n)/g, '\n') : given
  const simple = parseSimpleYaml(yaml)
  if (simple) return { data: simple }
  if (yaml.length > most) return { fault: { code: 'too_long' } }
  const isCrowded = [OPENINGS, CLOSINGS].some((marks) => (yaml.match(marks)?.length ?? 0) > MAX_BRACKETS)
  if (isCrowded) return { fault: { code: 'too_many_brackets' } }
  try {
    // Not `silent`: that level hides errors too, and gives what little could be read.
    return asFields(yamlLibrary().parse(yaml, { maxAliasCount: 20, logLevel: 'error' }))
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function asFields(value: unknown): YamlRead {
  if (value === null || value === undefined) return { data: {} }
  if (typeof value !== 'object' || Array.isArray(value)) return { fault: { code: 'no_fields' } }
  return isTree(value, MAX_NESTING) ? { data: { ...value } } : { fault: { code: 'too_deep' } }
}

function isTree(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== 'object') return true
  return depth > 0 && Object.values(value).every((inner) => isTree(inner, depth - 1))
}

function faultOf(error: unknown): YamlFault {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  const [start] = (error as Partial<import('yaml').YAMLParseError>).linePos ?? []
  return {
    code: 'invalid',
    reason: reason.replace(/ at line \d+, column \d+:?$/, '').slice(0, 200),
    ...(start && { place: { line: start.line, column: start.col } }),
  }
}

type YamlLibrary = typeof import('yaml')
let library: YamlLibrary | undefined

/** For changing what the quick reader cannot. */
export function yamlLibrary(): YamlLibrary {
  library ??= createRequire(import.meta.url)('yaml') as YamlLibrary
  return library
}
