// npm run bench -- people --set DIR [--without-when] [--store SIZE] [--models DIR] [--each] [--json]: what people get for
// the prompts of <project>.prompts.jsonl in a store of <project>.memories.jsonl, as a prompt hook would give it: reached
// (attached, or in a line), attached in full, wrong memories beside an answer (riders), prompts without an answer that get
// a memory in full (false) and how many memories and lines those get (noise). `when` and `whenOther` of a memory are its
// situations. --store fills every project's store up with the memories of the others, and then with invented ones.
// --each lists what each prompt was given. --json prints one line, last.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openRecallStore } from './evaluate/recall-store.mjs'
import { printTable } from './measure.mjs'
import { filledUp, readPeople } from './people/read-people.mjs'
import { COLUMNS, cellsOf, scorePeople } from './people/score-people.mjs'

export async function run(args) {
  const option = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise)
  const directory = option('--set')
  if (!directory) throw new Error('Give --set DIR: <project>.memories.jsonl and <project>.prompts.jsonl.')
  const projects = readPeople(directory, { when: !args.includes('--without-when') })
  const size = args.includes('--store') ? Number(option('--store')) : undefined
  const modelsDirectory = option('--models', join(homedir(), '.memdir', 'models'))
  const asked = []
  for (const project of projects) {
    const memories = filledUp(project, projects, size)
    asked.push(...(await askEach({ ...project, memories }, modelsDirectory)))
  }
  const scores = scorePeople(asked)
  const rows = ['kind', 'lang'].flatMap((by) => Object.entries(scores[by]).map(([name, of]) => [name, of]))
  printTable(
    ['', ...COLUMNS],
    [['all', scores.all], ...rows].map(([name, of]) => [name, ...cellsOf(of)]),
  )
  if (args.includes('--each')) for (const one of asked) printGiven(one)
  if (args.includes('--json'))
    console.log(JSON.stringify(scores, (key, value) => (key === 'anything' ? undefined : value)))
}

async function askEach({ name, memories, prompts }, modelsDirectory) {
  const progress = (done, total, stage) => process.stderr.write(`\r${name}: ${stage} ${done}/${total}      `)
  const store = await openRecallStore(memories, {
    modelsDirectory,
    path: process.env.PATH,
    onProgress: progress,
  })
  try {
    const asked = []
    for (const prompt of prompts) {
      asked.push({ prompt, ...(await store.give(prompt.text)) })
      progress(asked.length, prompts.length, 'asking')
    }
    return asked
  } finally {
    await store.close()
    process.stderr.write('\n')
  }
}

function printGiven({ prompt, attached, lines }) {
  const wanted = new Set([...prompt.relevant, ...prompt.also])
  const mark = ({ id, similarity }) => `${wanted.has(id) ? '' : '✗ '}${id} ${similarity.toFixed(2)}`
  const given = [...attached.map(mark), ...lines.map((line) => `(${mark(line)})`)]
  const ids = [...attached, ...lines].map(({ id }) => id)
  const missing = prompt.relevant.filter((id) => !ids.includes(id)).map((id) => `– ${id}`)
  console.log(
    `${prompt.id} ${prompt.kind} ${JSON.stringify(prompt.text)}: ${[...given, ...missing].join(', ')}`,
  )
}
