// npm run bench -- writing --data DIR [--sets a,b] [--halves] [--show]: what would be written of messages without a model,
// at once or as a candidate (`maybe` counts neither way), over all sets of a directory (<set>.messages.jsonl.gz; <set>.all-prompts.jsonl.gz for what recurs), and what a megabyte of typed text costs.
// --messages FILE measures one file instead, and what recurs in it. --show: print what is written of each message.
// --halves: each set also in two halves by conversation, so that rules can be changed by one and judged by the other.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { evaluateWriting, findPromotions } from './evaluate/evaluate-writing.mjs'
import { readMessages } from './evaluate/read-set.mjs'
import { printTable } from './measure.mjs'

const FILE = /^(.+)\.(messages|all-prompts)\.jsonl(?:\.gz)?$/

export function run(args) {
  const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const files = filesOf(option)
  const rows = []
  let characters = 0
  let milliseconds = 0
  for (const { set, part, path } of files) {
    const messages = readMessages(path)
    const begin = process.cpuUsage()
    const { scores, read } = evaluateWriting(messages)
    const { user, system } = process.cpuUsage(begin)
    milliseconds += (user + system) / 1000
    characters += messages.reduce((sum, { text }) => sum + text.length, 0)
    rows.push(row(part === 'all-prompts' ? `${set} (all prompts)` : set, scores))
    if (args.includes('--show')) for (const one of read) printRead(one)
    if (args.includes('--halves'))
      for (const half of [0, 1])
        rows.push(
          row(`  half ${half + 1}`, evaluateWriting(messages.filter((one) => halfOf(one) === half)).scores),
        )
  }
  printTable(
    [
      'set',
      'messages',
      'precision',
      'recall',
      'junk',
      'written at once',
      'candidates only',
      'written and wrong',
    ],
    rows,
  )
  for (const { set, path } of files.filter(({ part }) => part !== 'messages')) {
    const promotions = findPromotions(readMessages(path))
    console.log(
      `\n${set}, in the order of time: ${promotions.length} became memories because they came again.\n`,
    )
    printTable(
      ['day', 'conversations', 'memory'],
      promotions.map(({ time, conversations, text }) => [time.slice(0, 10), String(conversations), text]),
    )
  }
  console.log(`\n${(milliseconds / (characters / 1e6)).toFixed(0)} ms of CPU per million typed characters.`)
}

function filesOf(option) {
  const path = option('--messages')
  if (path) return [{ set: basename(path), part: 'file', path }]
  const data = option('--data')
  if (!data) throw new Error('Give --data DIR: a directory of evaluation sets; or --messages FILE.')
  const wanted = option('--sets')?.split(',')
  return readdirSync(data).flatMap((file) => {
    const [, set, part] = FILE.exec(file) ?? []
    return set && (!wanted || wanted.includes(set)) ? [{ set, part, path: join(data, file) }] : []
  })
}

function printRead({ message: { id, text, keep }, proposals }) {
  if (proposals.length === 0) return
  console.log(`\n${id}  ${keep ?? ''}  ${JSON.stringify(text.slice(0, 200))}`)
  for (const { tier, reason, content } of proposals)
    console.log(`  ${tier === 'write' ? '✓' : '?'} ${reason}: ${JSON.stringify(content)}`)
}

function halfOf({ conversation }) {
  return createHash('md5').update(conversation).digest()[0] & 1
}

function row(name, { n, precision, recall, junk, written, candidates, wrong_written: wrong }) {
  const percent = (value) => (value === null ? '–' : value.toFixed(1))
  return [name, String(n), ...[precision, recall, junk, written, candidates, wrong].map(percent)]
}
