// Calls that nobody is asked about, by the word of the person or of a skill that they have: `Edit`, `Bash(npm test)`, `Bash(git log:*)`, `mcp__server`.

import { message } from '../base/messages/message.ts'
import { permissionTexts } from '../base/messages/permission.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { PermissionCall, PermissionGate } from './permission.ts'
import { lexCommand } from './tools/read-only-shell/lex-command.ts'
import { readLine, type SimpleCommand } from './tools/read-only-shell/read-line.ts'
import { parserAgrees } from './tools/read-only-shell/second-opinion.ts'

export interface AllowedTool {
  readonly tool: string
  /** For Bash: the whole line, or the words that each command of it begins with. */
  readonly limit?: { readonly exactly: string } | { readonly words: readonly string[] }
}

const SHELL = 'Bash'
const MCP = 'mcp__'

/** A rule that is not understood is refused: read as less it would surprise, read as more it would do harm. */
export function readAllowedTools(rules: readonly string[]): AllowedTool[] {
  return rules.map((rule) => {
    const read = readRule(rule)
    if (read) return read
    throw new MemdirError('usage', message(permissionTexts.allowedToolUnclear, { rule }), {
      fix: message(permissionTexts.allowedToolExample),
    })
  })
}

/** Those that are understood: what the others name is asked about as ever. */
export function understoodTools(rules: readonly string[]): AllowedTool[] {
  return rules.flatMap((rule) => readRule(rule) ?? [])
}

/** At commas and blanks, but not inside of parentheses. */
export function splitRules(rules: string): string[] {
  return (rules.match(/(?:\([^)]*\)?|[^\s,，(])+/g) ?? []).filter(Boolean)
}

function readRule(rule: string): AllowedTool | undefined {
  const [, tool, limit] = /^([\w-]+?)(?:__\*)?(?:\((.*)\))?$/s.exec(rule.trim()) ?? []
  if (tool === undefined || limit?.trim() === '' || (limit !== undefined && tool !== SHELL)) return undefined
  // `mcp__server__*` is `mcp__server`; no other name may stand for several.
  if (rule.includes('__*') && !tool.startsWith(MCP)) return undefined
  if (limit === undefined || limit.trim() === '*') return { tool }
  const [, begin] = /^(.*?)(?::\*| \*)$/s.exec(limit.trim()) ?? []
  if (begin === undefined) return { tool, limit: { exactly: limit.trim() } }
  return { tool, limit: { words: begin.trim().split(/\s+/) } }
}

/** Names that are none of these tools. Those of MCP servers are known only when the servers have answered. */
export function unknownTools(allowed: readonly AllowedTool[], tools: readonly { name: string }[]): string[] {
  const known = new Set(tools.map(({ name }) => name))
  return [...new Set(allowed.map(({ tool }) => tool))].filter(
    (tool) => !known.has(tool) && !tool.startsWith(MCP),
  )
}

/** Lets these calls through without asking: not while planning, and no credentials. */
export function allowTools(
  gate: PermissionGate,
  allowed: readonly AllowedTool[] | (() => readonly AllowedTool[]),
): PermissionGate {
  if (allowed.length === 0 && typeof allowed !== 'function') return gate
  const now = () => (typeof allowed === 'function' ? allowed() : allowed)
  return {
    get mode() {
      return gate.mode
    },
    set mode(mode) {
      gate.mode = mode
    },
    async decide(call, signal) {
      const plans = (call.mode ?? gate.mode) === 'plan'
      const free = !plans && call.credentials === undefined && isAllowed(now(), call)
      return free ? { allowed: true } : gate.decide(call, signal)
    },
  }
}

export function isAllowed(
  allowed: readonly AllowedTool[],
  { tool, input }: Pick<PermissionCall, 'tool' | 'input'>,
): boolean {
  const rules = allowed.filter((rule) => covers(rule.tool, tool))
  if (rules.some(({ limit }) => limit === undefined)) return true
  const { command } = input
  if (typeof command !== 'string') return false
  if (rules.some(({ limit }) => limit && 'exactly' in limit && limit.exactly === command.trim())) return true
  const begins = rules.flatMap(({ limit }) => (limit && 'words' in limit ? [limit.words] : []))
  return (
    begins.length > 0 && everyCommand(command, (words) => begins.some((begin) => startsWith(words, begin)))
  )
}

/** `mcp__server` stands for all tools of the server. */
function covers(rule: string, tool: string): boolean {
  return rule === tool || (rule.startsWith(MCP) && tool.startsWith(`${rule}__`))
}

/** False for a line with anything that a shell would expand, substitute or write to. */
function everyCommand(line: string, fits: (words: readonly string[]) => boolean): boolean {
  const lexed = lexCommand(line)
  if (!lexed.ok) return false
  const read = readLine(lexed.tokens)
  if (!read.ok || attempt(() => parserAgrees(line, read.steps)) !== true) return false
  return read.steps.every(({ pipeline }) => pipeline.every((command) => fits(wordsOf(command))))
}

function wordsOf({ name, args }: SimpleCommand): string[] {
  return [name, ...args.map(({ value }) => value)]
}

function startsWith(words: readonly string[], begin: readonly string[]): boolean {
  return begin.every((word, at) => words[at] === word)
}
