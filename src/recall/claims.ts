// What a memory claims about the working tree: paths, commands, flags and symbols that can be checked. They are
// repeated in the trusted header, so each is a whole match of a narrow grammar: harmless characters, no sentence.

export type ClaimKind = 'path' | 'command' | 'flag' | 'symbol'

export interface Claim {
  kind: ClaimKind
  text: string
  /** It may belong to another program, machine or service: not being here says nothing. */
  elsewhere?: boolean
}

const MAX_CLAIMS = 12
/** Longer runs are data or sentences, not names. */
const MAX_NAME = 60
const MAX_PATH = 80
const MAX_TEXT = 20_000
/** A set instead of a pattern, which every process would compile again. */
const EXTENSIONS = new Set(
  'js cjs mjs jsx ts cts mts tsx py rb go rs java kt swift c cc cpp h hpp cs php sh bash zsh sql md mdx json jsonc yml yaml toml ini cfg conf env xml htm html css scss vue svelte proto graphql tf lock txt gradle mk dockerfile ipynb lua ex exs erl hs ml scala dart'.split(
    ' ',
  ),
)
const FILE_NAME = /^[\w@+-][\w@.+-]*\.\w+$/
const NESTED = /^(?:\.{1,2}\/)?[\w@.+-]+(?:\/[\w@.+-]+)+$/
/** Within one line, whatever ends a line. */
const SPAN = /`([^`\n\r\v\f\x1c-\x1e\x85\u2028\u2029]{1,120})`/g
/** What follows are further words, not options: those can name another directory. Behind `--` they are the script's. */
const COMMAND =
  /^((?:npm run|npm|pnpm run|pnpm|yarn run|yarn|bun run|make|just) [A-Za-z0-9_][\w:.-]*)(?: [A-Za-z0-9_][\w@./:+=-]*)*(?: --(?: [\w@./:+=-]+)*)?$/
const FLAG_NAME = '--[a-z][a-z0-9-]{2,40}'
const FLAG = new RegExp(`^${FLAG_NAME}$`)
const FLAGS = new RegExp(`(?:^|[\\s\`"'(（])(${FLAG_NAME})(?=$|[\\s=\`"'),.;:，。）])`, 'g')
const SYMBOL = /^([A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*)(\(\))?$/

/** At most 12, in the order of the text; each once. */
export function findClaims(text: string): Claim[] {
  const claims = new Map<string, Claim>()
  const add = (claim: Claim | undefined) => {
    if (!claim || claim.text.length > (claim.kind === 'path' ? MAX_PATH : MAX_NAME)) return
    if (!claims.has(claim.text) && claims.size < MAX_CLAIMS) claims.set(claim.text, claim)
  }
  const plain = text.slice(0, MAX_TEXT)
  for (const [, span = ''] of plain.matchAll(SPAN)) add(claimOfSpan(span.trim()))
  for (const token of plain.split(/[\s\x85"'()`，。、（）；：！？;,!?]+/)) add(claimOfToken(token))
  for (const [, flag = ''] of plain.matchAll(FLAGS)) add(claimOfFlag(flag))
  return [...claims.values()]
}

function claimOfSpan(span: string): Claim | undefined {
  const [, command] = COMMAND.exec(span) ?? []
  if (command !== undefined) return { kind: 'command', text: command }
  if (FLAG.test(span)) return claimOfFlag(span)
  const [, name, call] = SYMBOL.exec(span) ?? []
  if (name === undefined || !isDistinctive(name, call !== undefined)) return undefined
  const elsewhere = mayLiveElsewhere(name, call !== undefined)
  return { kind: 'symbol', text: name, ...(elsewhere ? { elsewhere } : {}) }
}

/** Most flags belong to programs that are not in the tree. */
function claimOfFlag(text: string): Claim {
  return { kind: 'flag', text, elsewhere: true }
}

function claimOfToken(token: string): Claim | undefined {
  // Addresses name other machines.
  if (token.includes('://') || /\w@\w|^www\./i.test(token)) return undefined
  const text = trimPath(token)
  return text.length <= MAX_PATH && isLikelyPath(text) ? { kind: 'path', text } : undefined
}

/** A plain word is a word; camelCase, snake_case, CONSTANTS and calls are names in code. */
function isDistinctive(name: string, isCall: boolean): boolean {
  if (name.length < 4 || hasExtension(name)) return false
  return (
    isCall || /[.:]/.test(name) || /[a-z][A-Z]|_[A-Za-z]|^[A-Z]{2,}[A-Z_]*\d*$|[A-Z][a-z]+[A-Z]/.test(name)
  )
}

/** Variables of the environment, names of hosts, columns of a database: only code has calls and mixed letters. */
function mayLiveElsewhere(name: string, isCall: boolean): boolean {
  return !isCall && !/[a-z]\d*[A-Z]|[A-Z][a-z]/.test(name)
}

function isLikelyPath(path: string): boolean {
  if (!path.includes('/')) return hasExtension(path) && FILE_NAME.test(path)
  if (!NESTED.test(path) || /^\d+(?:[./-]\d+)+$/.test(path) || /^v?\d+\.\d+/.test(path)) return false
  // `owner/repo` or "read/write" without an extension or depth says nothing about files.
  const parts = path.replace(/^\.{1,2}\//, '').split('/')
  return (
    /\.\w+$/.test(parts.at(-1) ?? '') || parts.length > 2 || path.startsWith('./') || path.startsWith('../')
  )
}

function hasExtension(name: string): boolean {
  return name.includes('.') && EXTENSIONS.has(name.slice(name.lastIndexOf('.') + 1))
}

function trimPath(token: string): string {
  return token.replace(/[:.]+$/, '').replace(/:\d+(?:[:-]\d+)?$/, '')
}
