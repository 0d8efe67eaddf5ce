// The messages that hearing is fitted on. People's own sets (bench/hearing, and further ones of the same form) say what
// to keep and what not; the prompts of their stores are orders and questions, their memories statements. Prompts of
// strangers (real-prompts, coding, requests to assistants) are examples of what is not to be kept, and nothing else.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** How much a message counts. */
const COUNTS = { statement: 1, update: 0.7, 'taken back': 0.35, prompt: 0.5, memory: 0.2, foreign: 1 }

export function readAuthors(directories) {
  return directories.flatMap((directory) =>
    readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? readAuthor(entry.name, join(directory, entry.name)) : [],
    ),
  )
}

function readAuthor(author, directory) {
  const statements = readLines(join(directory, 'statements.jsonl')).map((line) => ({
    ...line,
    kind: 'statement',
  }))
  const updates = readLines(join(directory, 'updates.jsonl')).map(({ id, lang, said, relation }) => ({
    ...{ id, lang, text: said, keep: 'yes' },
    kind: relation === 'takes-back' ? 'taken back' : 'update',
  }))
  return [...statements, ...updates].map((line) => made(author, line))
}

/** <project>.prompts.jsonl and <project>.memories.jsonl of a directory, all by one author. */
export function readStores(author, directory) {
  if (!existsSync(directory)) return []
  return readdirSync(directory).flatMap((file) => {
    const [, part] = /\.(prompts|memories)\.jsonl$/.exec(file) ?? []
    if (!part) return []
    const kind = part === 'prompts' ? 'prompt' : 'memory'
    return readLines(join(directory, file)).map(({ id, lang, text }) =>
      made(author, { id, lang, text, kind, keep: kind === 'memory' ? 'yes' : 'no' }),
    )
  })
}

const FOREIGN = [
  ['hearing/real-prompts.jsonl.gz', 'real'],
  ['writing/coding.messages.jsonl.gz', 'coding'],
  ['writing/coding.all-prompts.jsonl.gz', 'coding'],
  ['writing/daily-zh.messages.jsonl.gz', 'daily'],
  ['writing/prefeval.messages.jsonl.gz', 'prefeval'],
]
/** Of one set, so that none outweighs the others. */
const MOST_FOREIGN = 1500
/** Projects with many prompts are left out one by one, the others together. */
const LARGE = 80

export function readForeign(data) {
  return FOREIGN.flatMap(([file, set]) => {
    const lines = readLines(join(data, file)).filter(({ keep }) => set === 'real' || keep !== 'yes')
    const sizes = Map.groupBy ? Map.groupBy(lines, ({ src }) => src) : groupBy(lines, ({ src }) => src)
    return lines.slice(0, MOST_FOREIGN).map(({ id, lang, text, keep = 'unlabelled', src }) => {
      const author = set !== 'real' ? set : sizes.get(src).length >= LARGE ? `real ${src}` : 'real others'
      return made(author, { id, lang, text, keep, kind: 'foreign', isReal: set === 'real' })
    })
  })
}

function groupBy(lines, keyOf) {
  const groups = new Map()
  for (const line of lines) groups.set(keyOf(line), [...(groups.get(keyOf(line)) ?? []), line])
  return groups
}

function made(author, line) {
  return { ...line, author, isYes: line.keep === 'yes', count: countOf(line) }
}

/** What may be worth keeping is an example of neither; of strangers also what is. */
function countOf({ kind, keep }) {
  return keep === 'maybe' || keep === 'ask' || (kind === 'foreign' && keep === 'yes') ? 0 : COUNTS[kind]
}

function readLines(path) {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.split('\n').flatMap((line) => (line.trim() ? [JSON.parse(line)] : []))
}
