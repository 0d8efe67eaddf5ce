// npm run fit -- --data DIR [--sets a,b] [--models DIR] [--cache DIR]: fits the numbers of src/search/fitted.ts on
// evaluation sets (<set>.corpus.jsonl.gz, <set>.queries.jsonl.gz) and shows what it found next to what is there, with
// R@5 of both on held-out halves. Changes nothing: who takes a number over says so in the commit.
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEmbedders } from '../dist/embed/create-embedders.js'
import { readCorpus, readQueries } from '../dist/evaluate/read-set.js'
import { CALIBRATION, FUSION, JUDGES } from '../dist/search/fitted.js'
import { collect } from './fit/collect.mjs'
import { fitJudge } from './fit/judge.mjs'
import { fitRanking, recallAtFive } from './fit/ranking.mjs'

const home = join(homedir(), '.memdir', 'models')
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.MEMDIR_EVAL_DATA },
    sets: { type: 'string' },
    models: { type: 'string', default: home },
    cache: { type: 'string', default: join(home, 'evaluation') },
  },
})
if (!values.data) {
  console.error('Give --data DIR (or MEMDIR_EVAL_DATA): a directory of evaluation sets.')
  process.exit(2)
}

const names = readdirSync(values.data)
const known = names.flatMap((name) => /^(.+)\.queries\.jsonl(\.gz)?$/.exec(name)?.[1] ?? [])
const pathOf = (set, part) =>
  join(
    values.data,
    names.find((name) => name.startsWith(`${set}.${part}.jsonl`)),
  )
const embedders = await createEmbedders({ modelsDirectory: values.models })
const sets = []
for (const name of values.sets?.split(',') ?? known) {
  process.stderr.write(`${name} …\n`)
  const source = { corpus: readCorpus(pathOf(name, 'corpus')), queries: readQueries(pathOf(name, 'queries')) }
  sets.push({ name, ...(await collect(source, embedders, values.cache)) })
}
await embedders.close()

showRanking()
for (const judge of Object.keys(JUDGES)) showJudge(judge)
showChance()

function showRanking() {
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

function showJudge(judge) {
  const rows = sets.flatMap(({ judged }) => judged.filter((one) => one.judge === judge))
  const answers = rows.filter(({ answer }) => answer).length
  if (answers < 30 || rows.length - answers < 30) {
    console.log(`\nJUDGES.${judge}: too little to fit (${answers} answers, ${rows.length - answers} others)`)
    return
  }
  compare(`JUDGES.${judge}.weights`, JUDGES[judge].weights, fitJudge(rows, JUDGES[judge].weights))
}

function showChance() {
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
