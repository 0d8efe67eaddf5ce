// What a memory claims about the working tree: paths, commands, flags and symbols that can be checked.

export type ClaimKind = 'path' | 'command' | 'flag' | 'symbol'

export interface Claim {
  kind: ClaimKind
  text: string
}

const MAX_CLAIMS = 12
const EXTENSION =
  '(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|cc|cpp|h|hpp|cs|php|sh|bash|zsh|sql|md|mdx|json|jsonc|ya?ml|toml|ini|cfg|conf|env|xml|html?|css|scss|vue|svelte|proto|graphql|tf|lock|txt|gradle|mk|dockerfile|ipynb|lua|ex|exs|erl|hs|ml|scala|dart)'
const FILE_NAME = new RegExp(`^[\\w@+-][\\w@.+-]*\\.${EXTENSION}$`)
const NESTED = /^(?:\.{1,2}\/)?[\w@.+-]+(?:\/[\w@.+-]+)+$/
/** Longer runs without a space are data, not names. */
const MAX_NAME = 200
const SPAN = /`([^`\n]{1,120})`/g
const COMMAND = /^(?:npm run|npm|pnpm(?: run)?|yarn(?: run)?|bun run|make|just) ([\w:.-]+)/
const FLAG = /(?:^|[\s`"'(（])(--[a-z][a-z0-9-]{2,40})(?=$|[\s=`"'),.;:，。）])/g

/** At most 12, in the order of the text; each once. */
export function findClaims(text: string): Claim[] {
  const claims = new Map<string, Claim>()
  const add = (kind: ClaimKind, found: string) => {
    if (!claims.has(found) && claims.size < MAX_CLAIMS) claims.set(found, { kind, text: found })
  }
  const plain = text.slice(0, 20_000)
  for (const match of plain.matchAll(SPAN)) classifySpan(match[1]!.trim(), add)
  for (const token of plain.split(/[\s"'()`，。、（）；：！？;,!?]+/)) {
    // Addresses name other machines.
    if (token.includes('://') || /\w@\w/.test(token)) continue
    const path = trimPath(token)
    if (path.length <= MAX_NAME && isLikelyPath(path)) add('path', path)
  }
  for (const match of plain.matchAll(FLAG)) add('flag', match[1]!)
  return [...claims.values()]
}

function classifySpan(span: string, add: (kind: ClaimKind, text: string) => void): void {
  if (COMMAND.test(span)) add('command', span)
  else if (/^--[a-z][a-z0-9-]{2,40}$/.test(span)) add('flag', span)
  else if (/^[A-Za-z_$][\w$]*(?:[.:#]{1,2}[A-Za-z_$][\w$]*)*(?:\(\))?$/.test(span) && isDistinctive(span)) {
    add('symbol', span.replace(/\(\)$/, ''))
  }
}

/** A plain word is a word; camelCase, snake_case, CONSTANTS and calls are names in code. */
function isDistinctive(span: string): boolean {
  const name = span.replace(/\(\)$/, '')
  if (name.length < 4 || new RegExp(`\\.${EXTENSION}$`).test(name)) return false
  return (
    /[a-z][A-Z]|_[A-Za-z]|^[A-Z]{2,}[A-Z_]*\d*$|[A-Z][a-z]+[A-Z]/.test(name) ||
    span.endsWith('()') ||
    /[.:#]/.test(name)
  )
}

function isLikelyPath(path: string): boolean {
  if (!path.includes('/')) return FILE_NAME.test(path)
  if (!NESTED.test(path) || /^\d+(?:[./-]\d+)+$/.test(path) || /^v?\d+\.\d+/.test(path)) return false
  // `owner/repo` or "read/write" without an extension or depth says nothing about files.
  const parts = path.replace(/^\.{1,2}\//, '').split('/')
  return /\.\w+$/.test(parts.at(-1)!) || parts.length > 2 || path.startsWith('./') || path.startsWith('../')
}

function trimPath(token: string): string {
  return token.replace(/[:.]+$/, '').replace(/:\d+(?:[:-]\d+)?$/, '')
}
