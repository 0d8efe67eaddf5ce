// npm run bench -- prompts [--half tune|hold] [--stores alone,together,five,400,10000,readme] [--models DIR] [--seed N]
//   [--projects shop,lake] [--set FILE] [--memories FILE --prompts FILE [--size N]] [--each]: what people would be given for
// the prompts of bench/prompts. --set reads another set, {stores: {name: [{id, content}]}, queries: [{id, text, own, want,
// asks}]}, instead; --memories and --prompts a set in the forms of evaluate/read-set.mjs, in a store of --size.
// --each lists the prompts that went wrong. --selector [ERRORS]: as where a small model picks from the manifest; one that
// knows the answers picks, and errs in so many of its decisions (0.1: leaves out one right memory in ten, and picks a wrong
// one for one prompt in ten).
import { homedir } from 'node:os'
import { join } from 'node:path'
import { evaluateRecall } from './evaluate/evaluate-recall.mjs'
import { seededRandom } from './evaluate/random.mjs'
import { readPrompts, readSetMemories } from './evaluate/read-set.mjs'
import { scoreRecall } from './evaluate/recall-score.mjs'
import { openRecallStore } from './evaluate/recall-store.mjs'
import { printTable } from './measure.mjs'
import { readOtherSet, readProjects, readReadme } from './prompts/read-prompts.mjs'

const LANGUAGES = ['en', 'zh', 'mixed']
/** Stores of the set itself; filled up ones take minutes to embed and are asked for by their size. */
const STORES = ['alone', 'together', 'five', 'readme']

export async function run(args) {
  const option = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise)
  const other = option('--set')
  const given = args.includes('--memories') && {
    memories: readSetMemories(option('--memories')),
    prompts: readPrompts(option('--prompts')),
    ...(args.includes('--size') && { size: Number(option('--size')) }),
  }
  const measure = measuring({
    modelsDirectory: option('--models', join(homedir(), '.memdir', 'models')),
    seed: Number(option('--seed', '1')),
    errors: args.includes('--selector') ? Number(option('--selector')) || 0 : undefined,
  })
  const half = option('--half')
  const asked = []
  for (const store of (option('--stores') ?? (other || given ? 'alone' : STORES.join(','))).split(','))
    for (const { memories, prompts, size } of given
      ? [given]
      : partsOf(store, other, option('--projects')?.split(','))) {
      const wanted = prompts.filter((prompt) => half === undefined || prompt.half === half)
      if (wanted.length > 0) asked.push(...(await measure({ store, memories, prompts: wanted, size })))
    }
  const rows = asked.length === 0 ? [] : rowsOf(asked)
  printTable(
    [
      'store',
      'prompts',
      'half',
      'language',
      'n',
      'answered',
      'first',
      'riders',
      'misled',
      'false injections',
    ],
    rows,
  )
  if (args.includes('--each')) for (const one of asked) printWrong(one)
}

/** The memories that are stored together, with their prompts. */
function partsOf(store, other, named) {
  const projects = other ? readOtherSet(other) : readProjects(named)
  if (store === 'alone') return projects
  if (store === 'five') return projects.map((project) => ({ ...project, size: 5 }))
  if (store === 'readme') return [readReadme()]
  const memories = projects.flatMap((project) => project.memories)
  const prompts = projects.flatMap((project) => project.prompts)
  return [{ memories, prompts, ...(store === 'together' ? {} : { size: Number(store) }) }]
}

function measuring({ modelsDirectory, seed, errors }) {
  return async ({ store, memories, prompts, size }) => {
    const select = errors === undefined ? undefined : scriptedJudge(prompts, errors, seed)
    const { asked } = await evaluateRecall({
      memories,
      prompts,
      size,
      seed,
      openStore: (stored, onProgress) =>
        openRecallStore(stored, { modelsDirectory, path: process.env.PATH, onProgress, select }),
      onProgress: (done, total, stage) => process.stderr.write(`\r${store}: ${stage} ${done}/${total}      `),
    })
    process.stderr.write('\n')
    const dense = new Map(memories.map(({ id, text }) => [id, /\p{Script=Han}/u.test(text)]))
    return asked.map((one) => ({ ...one, store, across: acrossOf(one, dense) }))
  }
}

function scriptedJudge(prompts, errors, seed) {
  const relevant = new Map(prompts.map((prompt) => [prompt.text, new Set(prompt.relevant)]))
  const random = seededRandom(seed)
  return (prompt, shown) => {
    const right = shown.filter((id) => relevant.get(prompt)?.has(id) && random() >= errors)
    const wrong = shown.filter((id) => !relevant.get(prompt)?.has(id)).slice(0, 1)
    return random() < errors ? [...right, ...wrong] : right
  }
}

/** Asked in one language for what is written in the other. A single word, such as an identifier, is in neither. */
function acrossOf({ prompt, relevant }, dense) {
  const [first] = relevant
  const isWord = /^\S+$/.test(prompt.text) && prompt.lang === 'en'
  if (first === undefined || isWord || prompt.lang === 'mixed') return undefined
  if (prompt.lang === 'en') return dense.get(first) ? 'en → zh' : undefined
  return dense.get(first) ? undefined : 'zh → en'
}

/** One line for each kind of prompt in each store, half and language. */
function rowsOf(asked) {
  const kinds = [
    ['one sentence', ({ prompt }) => prompt.sentences !== 'several'],
    ['three sentences', ({ prompt }) => prompt.sentences === 'several'],
  ]
  return unique(asked.map(({ store }) => store)).flatMap((store) =>
    unique(asked.map(({ prompt }) => prompt.half ?? 'all')).flatMap((half) => {
      const here = asked.filter((one) => one.store === store && (one.prompt.half ?? 'all') === half)
      const row = (kind, language, some) =>
        some.length === 0 ? [] : [[store, kind, half, language, ...cells(some)]]
      return [
        ...kinds.flatMap(([kind, isKind]) => {
          const some = here.filter(isKind)
          const of = (lang) => some.filter(({ prompt }) => prompt.lang === lang)
          return [...LANGUAGES.flatMap((lang) => row(kind, lang, of(lang))), ...row(kind, 'all', some)]
        }),
        ...['en → zh', 'zh → en'].flatMap((across) =>
          row(
            'across',
            across,
            here.filter((one) => one.across === across),
          ),
        ),
      ]
    }),
  )
}

function cells(asked) {
  const { n, answered, first, riders, misled, false_injections: injected } = scoreRecall(asked)
  const some = (value, wanted) => (asked.some(({ relevant }) => relevant.size > 0 === wanted) ? value : '')
  return [
    n,
    some(answered.toFixed(1), true),
    some(first.toFixed(1), true),
    some(riders.toFixed(2), true),
    some(misled.toFixed(1), true),
    some(injected.toFixed(1), false),
  ]
}

function printWrong({ store, prompt, relevant, hits }) {
  const isRight = hits.every(({ id }) => relevant.has(id)) && (relevant.size === 0 || hits.length > 0)
  if (isRight) return
  const given = hits.map(
    ({ id, similarity }) => `${relevant.has(id) ? '' : '✗ '}${id} ${similarity.toFixed(2)}`,
  )
  const missing = [...relevant].filter((id) => !hits.some((hit) => hit.id === id)).map((id) => `– ${id}`)
  console.log(`${store} ${prompt.id} ${JSON.stringify(prompt.text)}: ${[...given, ...missing].join(', ')}`)
}

function unique(items) {
  return [...new Set(items)]
}
