// npm run bench -- hearing --messages FILE [--home DIR] [--each] [--json]: what is heard, without a model that answers, of
// labelled messages (a line each: {text, keep: yes|maybe|ask|no, lang: en|zh|mixed, form?, type?}; plain or gzipped), by
// label, language and form, in percent: taken (written at once, or a candidate), written, asked about. --each lists what
// became of each. --json prints one line, last. The weights were fitted on bench/hearing: what they do with an author
// whom they have not seen is what `npm run fit:hearing` prints.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openHearing } from '../dist/learn/hearing/open-hearing.js'
import { languageOf } from './evaluate/read-set.mjs'
import { scoreHearing } from './hearing/score-hearing.mjs'
import { printTable } from './measure.mjs'

export async function run(args) {
  const option = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise)
  const file = option('--messages')
  if (!file) throw new Error('Give --messages FILE: a line each with text and keep.')
  const hear = openHearing(option('--home', join(homedir(), '.memdir')))
  const heard = []
  const begin = process.cpuUsage()
  for (const message of readMessages(file)) {
    const said = { id: message.id, role: 'user', text: message.text, time: message.time }
    heard.push({ message, ...(await hear(said, [])) })
  }
  const { user, system } = process.cpuUsage(begin)
  if (args.includes('--each')) for (const one of heard) printHeard(one)
  const scores = scoreHearing(heard)
  const rows = [
    ...['yes', 'maybe', 'ask', 'no'].flatMap((keep) =>
      Object.entries(scores[keep]).map(([lang, of]) => [`${keep}, ${lang}`, of]),
    ),
    ...Object.entries(scores.form),
  ]
  printTable(
    ['', 'n', 'taken', 'written', 'asked'],
    rows.map(([name, { n, taken, written, asked }]) => [name, ...[n, taken, written, asked].map(String)]),
  )
  console.log(`\n${((user + system) / 1000 / Math.max(1, heard.length)).toFixed(1)} ms of CPU a message.`)
  if (args.includes('--json')) console.log(JSON.stringify(scores))
}

function readMessages(file) {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.split('\n').flatMap((line, at) => {
    if (!line.trim()) return []
    const message = JSON.parse(line)
    if (typeof message.text !== 'string') throw new Error(`${file}:${at + 1}: text is missing`)
    return [{ id: String(at), time: '2026-11-18T12:00:00.000Z', lang: languageOf(message.text), ...message }]
  })
}

function printHeard({ message, written, candidates, asked }) {
  const told = [...written.map((one) => ['✓', one]), ...candidates.map((one) => ['?', one])]
  console.log(
    `\n${message.id}  ${message.keep ?? ''} ${message.form ?? ''}  ${JSON.stringify(message.text.slice(0, 200))}`,
  )
  for (const [mark, { content, type, reason, score, ofPerson, expires }] of told)
    console.log(
      `  ${mark} ${JSON.stringify(content)} ${type}${ofPerson ? ', everywhere' : ''}${expires ? `, until ${expires}` : ''} (${reason}, ${score.toFixed(2)})`,
    )
  for (const text of asked) console.log(`  … ${JSON.stringify(text)}`)
}
