// npm run bench -- updates --data DIR [--sets halumem,beam] [--limit N] [--seed N] [--models DIR]: what becomes of a
// memory when a newer statement updates or contradicts it, by extraction's own way: search gives the five nearest, a
// model judges, records store. The model is a server on loopback that knows the answer: it names the older memory where
// it was shown it, and says unrelated where not. So the figures are those of everything around the model.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { backgroundJobs } from '../dist/connect/background-jobs.js'
import { openContext } from '../dist/connect/open-context.js'
import { openBackground } from '../dist/learn/background.js'
import { openExtraction } from '../dist/learn/extract/open-extraction.js'
import { EMBEDDING } from '../dist/learn/request-work.js'
import { readLog } from '../dist/memory/history.js'
import { supersededBy } from '../dist/memory/memory.js'
import { seededRandom, shuffled } from './evaluate/random.mjs'
import { printTable } from './measure.mjs'
import { readUpdates } from './updates/read-updates.mjs'

export async function run(args) {
  const option = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise)
  const data = option('--data')
  if (!data) throw new Error('Give --data DIR: a directory of evaluation sets.')
  const models = option('--models', join(homedir(), '.memdir', 'models'))
  const seed = Number(option('--seed', '1'))
  const limit = Number(option('--limit', 'Infinity'))
  const rows = []
  for (const set of option('--sets', 'halumem,beam').split(',')) {
    const { pairs, others } = readUpdates(data, set)
    const chosen = new Set(shuffled(pairs, seededRandom(seed)).slice(0, limit))
    const asked = pairs.filter((pair) => chosen.has(pair))
    rows.push(row(set, await measure({ pairs: asked, others, models, name: set })))
  }
  printTable(
    [
      'set',
      'memories',
      'updates',
      'older among the five',
      'of those superseded',
      'unrelated pairs',
      'hidden there',
      'silent losses',
    ],
    rows,
  )
}

async function measure({ pairs, others, models, name }) {
  const root = mkdtempSync(join(tmpdir(), 'memdir-bench-updates-'))
  const oracle = await startOracle()
  const context = openIn(root, { models, url: oracle.url })
  try {
    const stored = [...new Set([...pairs.flatMap((pair) => pair.older), ...others])]
    await fill(context, stored)
    const ids = new Map(context.store.list().map(({ id, content }) => [content.trim(), id]))
    const { store } = openExtraction(context)
    const counts = { memories: stored.length, updates: 0, near: 0, superseded: 0, unrelated: 0, hidden: 0 }
    const gone = new Set()
    for (const [at, pair] of pairs.entries()) {
      // One that was replaced already is no longer there to be updated.
      const older = pair.older.map((text) => ids.get(text)).filter((id) => id !== undefined && !gone.has(id))
      if (older.length === 0) continue
      const isUpdate = pair.relation !== 'none'
      const before = new Set(hiddenIn(context))
      oracle.expect(older, isUpdate ? pair.relation : undefined)
      const outcome = await store(statementOf(pair), `updates-${at}`)
      const hidden = hiddenIn(context).filter((one) => !before.has(one))
      for (const one of hidden) gone.add(one)
      if (isUpdate) {
        counts.updates++
        if (oracle.wasShown()) counts.near++
        if (oracle.wasShown() && older.some((id) => hidden.includes(id))) counts.superseded++
      } else {
        counts.unrelated++
        if (hidden.length > 0) counts.hidden++
      }
      if (outcome.status === 'filtered' || outcome.status === 'quarantined')
        console.error(`${pair.id}: ${outcome.status}`)
      process.stderr.write(`\r${name}: ${at + 1}/${pairs.length}      `)
    }
    process.stderr.write('\n')
    return { ...counts, lost: lostOf(context, stored) }
  } finally {
    await context.close()
    await oracle.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

function openIn(root, { models, url }) {
  const [home, directory] = [join(root, 'home'), join(root, 'project')]
  for (const made of [home, directory, models]) mkdirSync(made, { recursive: true })
  symlinkSync(models, join(home, 'models'), 'junction')
  const settings = {
    models: { small: 'openai-compatible/oracle', baseUrl: `${url}/v1` },
    spend: { caps: { background: { tokens: 1e12 } } },
  }
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings))
  const env = { PATH: process.env.PATH, HOME: root, MEMDIR_HOME: home, MEMDIR_BACKGROUND: '0' }
  return openContext({ directory, env })
}

async function fill(context, texts) {
  const memories = texts.map((content, at) => ({
    id: at.toString(36).padStart(8, '0'),
    content,
    source: { origin: 'user' },
  }))
  const records = await context.records()
  await records.import({ format: 'records', memories }, { actor: 'user' }, { trust: true })
  const run = await openBackground(context, backgroundJobs).run(EMBEDDING, { reason: 'bench' })
  if (run?.status !== 'done') throw new Error(`The memories were not embedded: ${run?.error}`)
}

function statementOf({ newer }) {
  return {
    content: newer,
    quote: newer.slice(0, 500),
    tier: 'write',
    reason: 'model',
    importance: 4,
    confidence: 0.9,
    origin: 'user',
    message: 'm1',
    time: new Date().toISOString(),
  }
}

function hiddenIn({ store }) {
  return store.list().flatMap((memory) => (supersededBy(memory) === undefined ? [] : [memory.id]))
}

/** Texts that are neither in a file that can be read nor in the history. */
function lostOf({ store }, texts) {
  const files = store.list().map(({ content }) => content)
  const history = readLog(store.writer).flatMap(({ before, after }) => [before?.text, after?.text])
  const known = [...files, ...history].filter((text) => text !== undefined)
  return new Set(texts.filter((text) => !known.some((one) => one.includes(text)))).size
}

/** Answers one question after the other, in the form of Chat Completions. */
async function startOracle() {
  let older = []
  let relation
  let shown = false
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const asked = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()).messages)
    const id = older.find((one) => asked.includes(`memory ${one} (`))
    const said = JSON.stringify(id && relation ? { relation, id } : { relation: 'unrelated' })
    shown ||= id !== undefined
    const event = (choices, rest = {}) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'oracle', choices, ...rest })}\n\n`
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event([{ index: 0, delta: { role: 'assistant', content: said }, finish_reason: null }]))
    response.write(event([{ index: 0, delta: {}, finish_reason: 'stop' }]))
    response.write(event([], { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }))
    response.end('data: [DONE]\n\n')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    expect(ids, answer) {
      older = ids
      relation = answer
      shown = false
    },
    wasShown: () => shown,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

function row(set, { memories, updates, near, superseded, unrelated, hidden, lost }) {
  const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)
  return [
    set,
    String(memories),
    String(updates),
    percent(near, updates),
    percent(superseded, near),
    String(unrelated),
    String(hidden),
    String(lost),
  ]
}
