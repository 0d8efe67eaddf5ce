// npm run fit -- --data DIR [--sets a,b] [--models DIR] [--cache DIR]: fits the numbers of src/search/ranking/fitted.ts on
// evaluation sets (<set>.corpus.jsonl.gz, <set>.queries.jsonl.gz) and shows what it found next to what is there, with
// R@5 of both on held-out halves. Changes nothing: who takes a number over says so in the commit.
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readCorpus, readQueries } from '../bench/evaluate/read-set.mjs'
import { createEmbedders } from '../dist/search/create-embedders.js'
import { VectorCache } from '../dist/search/evaluate/vector-cache.js'
import { CALIBRATION, FUSION, JUDGES } from '../dist/search/ranking/fitted.js'
import { answerableScores, fitAnswerable } from './fit/answerable.mjs'
import { collect } from './fit/collect.mjs'
import { fitJudges, measureJudges } from './fit/judge.mjs'
import { collectPrompts, readProjects, readStores } from './fit/prompts.mjs'
import { fitRanking, recallAtFive } from './fit/ranking.mjs'

const home = join(homedir(), '.memdir', 'models')
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.MEMDIR_EVAL_DATA },
    sets: { type: 'string' },
    prompts: { type: 'string', default: fileURLToPath(new URL('../bench/prompts', import.meta.url)) },
    stores: { type: 'string' },
    models: { type: 'string', default: home },
    cache: { type: 'string', default: join(home, 'evaluation') },
  },
})
const embedders = await createEmbedders({ modelsDirectory: values.models })
if (values.data) await showSets(values.data)
await showJudging()
await embedders.close()

async function showSets(data) {
  const names = readdirSync(data)
  const known = names.flatMap((name) => /^(.+)\.queries\.jsonl(\.gz)?$/.exec(name)?.[1] ?? [])
  const pathOf = (set, part) =>
    join(
      data,
      names.find((name) => name.startsWith(`${set}.${part}.jsonl`)),
    )
  const sets = []
  for (const name of values.sets?.split(',') ?? known) {
    process.stderr.write(`${name} …\n`)
    const source = {
      corpus: readCorpus(pathOf(name, 'corpus')),
      queries: readQueries(pathOf(name, 'queries')),
    }
    sets.push({ name, ...(await collect(source, embedders, values.cache)) })
  }
  showRanking(sets)
  showChance(sets)
}

/** Only judges of notes: what is fitted on transcripts came from a fit that was not kept. */
async function showJudging() {
  const { english, bilingual, across } = JUDGES
  const judges = { english, bilingual, across }
  const families = [
    readProjects(values.prompts),
    readProjects(join(values.prompts, 'tune')),
    ...(values.stores ? [readStores(values.stores)] : []),
  ]
  const embedding = { embedders, cache: new VectorCache(values.cache) }
  const groups = answerableScores(await collectPrompts(families, embedding))
  const projects = [...new Set(groups.map(({ project }) => project))]
  const others = new Map(
    projects.map((name) => [
      name,
      fitJudges(
        groups.filter(({ project }) => project !== name),
        judges,
      ),
    ]),
  )
  console.log('\nNotes, in percent: answered / wrong')
  print(['project', 'store', 'file', 'fitted on the others'], (row) => {
    const of = ({ answered, wrong }) => `${answered.toFixed(1)} / ${wrong.toFixed(1)}`
    for (const name of projects) {
      const own = groups.filter(({ project }) => project === name)
      const [file, fitted] = [judges, others.get(name)].map((weights) => measureJudges(own, weights))
      for (const kind of Object.keys(file)) row(name, kind, of(file[kind]), of(fitted[kind]))
    }
  })
  showAnswerable(groups)
  const fitted = fitJudges(groups, judges)
  for (const [name, judge] of Object.entries(judges)) {
    const flat = ({ weights, constant }) => ({ ...weights, constant })
    compare(`JUDGES.${name}`, flat(judge), flat(fitted[name]))
  }
  // The Chinese model alone: the same pairs, without their glosses.
  const alone = groups.map((group) => ({
    ...group,
    rows: group.rows.map((row) => (row.judge === 'bilingual' ? { ...row, judge: 'chinese' } : row)),
  }))
  const { chinese } = fitJudges(alone, { english, chinese: JUDGES.chinese, across })
  compare(
    'JUDGES.chinese',
    { ...JUDGES.chinese.weights, constant: JUDGES.chinese.constant },
    { ...chinese.weights, constant: chinese.constant },
  )
}

/** As src/search/ranking/answerable-weights.ts has them. */
function showAnswerable(groups) {
  console.log('\nANSWERABLE')
  for (const [model, { weights, constant }] of Object.entries(fitAnswerable(groups))) {
    const scale = Math.max(...weights.map(Math.abs)) / 127
    const codes = Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / scale)).buffer)
    console.log(
      `${model}: { weights: '${codes.toString('base64')}', scale: ${scale.toFixed(5)}, constant: ${constant.toFixed(3)} }`,
    )
  }
}

function showRanking(sets) {
  const half = (parity) =>
    sets.map((set) => ({ ...set, questions: set.questions.filter((_, index) => index % 2 === parity) }))
  const halves = [fitRanking(half(0), FUSION.weights), fitRanking(half(1), FUSION.weights)]
  console.log('R@5 of the order, in percent')
  print(['set', 'n', 'file', 'fitted on the other half'], (row) => {
    for (const [index, { name, questions }] of sets.entries()) {
      const held = halves.map((weights, parity) => {
        const other = half(1 - parity)[index].questions
        return [recallAtFive(other, weights), other.length]
      })
      const mean = held.reduce((sum, [value, n]) => sum + value * n, 0) / (questions.length || 1)
      row(name, questions.length, recallAtFive(questions, FUSION.weights).toFixed(1), mean.toFixed(1))
    }
  })
  compare('FUSION.weights', FUSION.weights, fitRanking(sets, FUSION.weights))
}

function showChance(sets) {
  const { usualChance } = CALIBRATION
  const chances = (dense) =>
    sets.flatMap(({ chance }) => chance.filter((one) => one.dense === dense).map(({ evidence }) => evidence))
  const fitted = { spaced: median(chances(false)), dense: median(chances(true)) }
  compare('CALIBRATION.usualChance', usualChance, fitted)
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}

function compare(title, file, fitted) {
  console.log(`\n${title}`)
  print(['', 'file', 'fitted'], (row) => {
    for (const [name, value] of Object.entries(file)) row(name, value.toFixed(2), fitted[name].toFixed(2))
  })
}

function print(head, fill) {
  const rows = [head]
  fill((...cells) => rows.push(cells.map(String)))
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column])).join('  '))
}
