// What a memory claims about the working tree: paths, commands, flags and symbols that can be checked, in backticks or
// where they look like code. They are repeated in the trusted header, so each is a whole match of a narrow grammar:
// harmless characters, no sentence.

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
/** Shorter ones mean something else in every program. */
const MIN_FLAG = 5
const MAX_TEXT = 20_000
const words = (list: string) => new Set(list.split(' '))
/** A set instead of a pattern, which every process would compile again. */
const EXTENSIONS = words(
  'js cjs mjs jsx ts cts mts tsx py rb go rs java kt swift c cc cpp h hpp cs php sh bash zsh sql md mdx json jsonc yml yaml toml ini cfg conf env xml htm html css scss vue svelte proto graphql tf lock txt gradle mk dockerfile ipynb lua ex exs erl hs ml scala dart',
)
/** Their flags are not the project's, nor those of what is done with them. */
const PROGRAMS = words(
  'git npm npx pnpm yarn bun node deno docker podman kubectl helm terraform ansible curl wget ssh scp rsync cargo rustc go pip poetry uv python java mvn gradle brew apt psql mysql sqlite3 redis-cli aws gcloud az gh ffmpeg tar grep rg sed awk find make cmake gcc clang tsc eslint prettier biome jest vitest pytest webpack vite rollup esbuild systemctl compose commit committing push pushing pull pulling rebase rebasing merge merging install installing',
)
/** "npm run the tests" names no script. */
const NO_SCRIPT = words(
  'the a an all any it its this that these your our script scripts command commands and or in on with from to as',
)

/** Whatever ends a line ends a sentence. */
const SENTENCE_END = /[\n\r\v\f\x1c-\x1e\x85\u2028\u2029。；！？]|[.;!?](?=\s)/
// No counted repetitions: they are unrolled, and every process compiles them again.
const SPAN = /`([^`]+)`/g
const FILE_NAME = /^[\w@+-][\w@.+-]*\.\w+$/
const NESTED = /^(?:\.{1,2}\/)?[\w@.+-]+(?:\/[\w@.+-]+)+$/
const RUNS = '(?:npm|pnpm|yarn|bun|composer|poetry|pdm) run|deno task'
/** What follows are further words, not options: those can name another directory. Behind `--` they are the script's. */
const COMMAND = new RegExp(
  `^((?:${RUNS}|npm|pnpm|yarn|make|just) [A-Za-z0-9_][\\w:.-]*)(?: [A-Za-z0-9_][\\w@./:+=-]*)*(?: --(?: [\\w@./:+=-]+)*)?$`,
)
/** Without backticks only what no sentence says: "make sure", "just do". */
const BARE_COMMAND = new RegExp(
  `(?<![\\w$./@-])((?:${RUNS}) ([A-Za-z0-9_](?:[\\w:.-]*[\\w])?)|npm test)(?![\\w/@=-])`,
  'g',
)
const FLAG = /(?<![\w$-])--[a-z][A-Za-z0-9-]*(?![\w-])/g
const NAME = '[A-Za-z_]\\w*(?:(?:\\.|::)[A-Za-z_]\\w*)*'
const SYMBOL = new RegExp(`^(?:(?:new|await) )?(${NAME})(\\([^()]*\\))?$`)
const BARE_CALL = new RegExp(`(?<![\\w$./@#-])(${NAME})\\(([^()]*)\\)`, 'g')
/** `verifyToken`, not iPhone, gRPC or GitHub, which are names of things. */
const BARE_NAME = /(?<![\w$./@#:-])[a-z]{2}[a-z0-9]*[A-Z][a-z]\w*(?![\w$/(:-]|\.\w)/g
/** Between blanks, quotes, brackets, and whatever is not ASCII. */
const TOKEN = /[^\s"'()`;,!?\x80-\uffff]+/g

/** At most 12, in the order of the text; each once. */
export function findClaims(text: string): Claim[] {
  const claims = new Map<string, Claim>()
  for (const sentence of text.slice(0, MAX_TEXT).split(SENTENCE_END)) {
    for (const claim of claimsOf(sentence)) {
      if (claims.size === MAX_CLAIMS) return [...claims.values()]
      const isName = claim.text.length <= (claim.kind === 'path' ? MAX_PATH : MAX_NAME)
      if (isName && !claims.has(claim.text)) claims.set(claim.text, claim)
    }
  }
  return [...claims.values()]
}

interface PlacedClaim {
  at: number
  claim: Claim
}

function claimsOf(sentence: string): Claim[] {
  const found: PlacedClaim[] = []
  const add = (at: number, claim: Claim | undefined) => claim && found.push({ at, claim })
  for (const { 0: token, index } of sentence.matchAll(TOKEN)) add(index, claimOfToken(token))
  const isPlaced = found.length > 0
  const isQuoting = sentence.includes('`')
  for (const { 1: span = '', index } of isQuoting ? sentence.matchAll(SPAN) : [])
    add(index, claimOfSpan(span.trim(), isPlaced))
  const elsewhere = sentence.includes('--') && namesProgram(sentence)
  for (const { 0: flag, index } of sentence.includes('--') ? sentence.matchAll(FLAG) : [])
    if (flag.length >= MIN_FLAG) add(index, { kind: 'flag', text: flag, ...(elsewhere && { elsewhere }) })
  const bare = isQuoting ? sentence.replace(SPAN, blank) : sentence
  return [...found, ...bareClaims(bare, isPlaced)].sort((a, b) => a.at - b.at).map(({ claim }) => claim)
}

/** What looks like code without backticks. */
function bareClaims(sentence: string, isPlaced: boolean): PlacedClaim[] {
  const found: PlacedClaim[] = []
  const add = (at: number, claim: Claim | undefined) => claim && found.push({ at, claim })
  const mayRun =
    sentence.includes(' run ') || sentence.includes('npm test') || sentence.includes('deno task ')
  for (const { 1: command = '', 2: script = '', index } of mayRun ? sentence.matchAll(BARE_COMMAND) : [])
    if (!NO_SCRIPT.has(script)) add(index, { kind: 'command', text: command })
  for (const { 1: name = '', 2: inside = '', index } of sentence.includes('(')
    ? sentence.matchAll(BARE_CALL)
    : [])
    if (inside === '' || isDistinctive(name, false)) add(index, claimOfSymbol(name, true, isPlaced))
  for (const { 0: name, index } of sentence.matchAll(BARE_NAME))
    add(index, { kind: 'symbol', text: name, elsewhere: true })
  return found
}

function blank(text: string): string {
  return ' '.repeat(text.length)
}

function claimOfSpan(span: string, isPlaced: boolean): Claim | undefined {
  const [, command] = COMMAND.exec(span) ?? []
  if (command !== undefined) return { kind: 'command', text: command }
  const [, name, call] = SYMBOL.exec(span) ?? []
  return name === undefined ? undefined : claimOfSymbol(name, call !== undefined, isPlaced)
}

/** `isPlaced`: its sentence says in which file. */
function claimOfSymbol(text: string, isCall: boolean, isPlaced: boolean): Claim | undefined {
  if (!isDistinctive(text, isCall)) return undefined
  const elsewhere = !isPlaced && mayLiveElsewhere(text, isCall)
  return { kind: 'symbol', text, ...(elsewhere && { elsewhere }) }
}

/** Where a program is named, its flags are meant; a script hands them on to another one. */
function namesProgram(sentence: string): boolean {
  return sentence.split(/[^\w-]+/).some((word) => PROGRAMS.has(word.toLowerCase()))
}

function claimOfToken(token: string): Claim | undefined {
  // Most words are none: asked before any pattern is.
  if (!token.includes('/') && !token.includes('.')) return undefined
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
