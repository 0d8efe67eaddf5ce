// What a server's tool is called here: `mcp__server__tool`, in the letters and the length that every provider takes.
import { shortHash } from '../../base/values/hash.ts'

const PREFIX = 'mcp__'
/** OpenAI's. */
const MAX_LENGTH = 64

/** One that is too long, or `taken` by another, ends with a hash. */
export function mcpToolName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const name = `${serverPrefix(server)}${plain(tool)}`
  if (name.length <= MAX_LENGTH && !taken.has(name)) return name
  const hash = shortHash(`${server}\0${tool}`)
  return `${name.slice(0, MAX_LENGTH - hash.length - 1)}_${hash}`
}

/** What the names of a server's tools begin with. */
export function serverPrefix(server: string): string {
  return `${PREFIX}${plain(server)}__`
}

/** `choice`: a tool's whole name, `mcp__server` or `mcp__server__*`. */
export function isChosen(choice: string, tool: string): boolean {
  if (choice === tool) return true
  return choice.startsWith(PREFIX) && tool.startsWith(`${choice.replace(/__\*$/, '')}__`)
}

function plain(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, '_')
}
