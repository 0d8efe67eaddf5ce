// One build's embedders in a process of its own, so that neither start nor memory is shared. Prints JSON.
//   node subject.mjs DIST MODELS COLD|WARM|BULK LANGUAGE [COUNT] [onnxruntime]
// COLD: { memory } of a process that starts, plans and embeds one prompt, in MB; whoever starts it measures its CPU time.
// WARM: { one, three, long } CPU of a prompt, of a prompt with its three sentences, of 250 characters.
// BULK: { cpu, wall, memory } of COUNT short memories, in steps as the worker takes them.
import { pathToFileURL } from 'node:url'

const [dist, models, mode, language, count, runtime] = process.argv.slice(2)

const PROMPTS = {
  en: 'which package manager should I use for new frontend projects here?',
  zh: '前端的新项目应该用哪个包管理器安装',
  mixed: '升级 webpack 到 5 之前要先跑哪些测试',
}
const SENTENCES = {
  en: ['The build fails since Monday.', 'It says that a peer is missing.', 'Which version do we pin?'],
  zh: ['构建从周一开始失败。', '提示缺少一个依赖。', '我们锁定的是哪个版本？'],
  mixed: ['build 从周一开始失败。', '提示缺少 peer 依赖。', 'webpack 锁定的是哪个版本？'],
}
const MEMORIES = {
  en: (i) =>
    `Service ${i % 97} is deployed by team ${i} on Tuesday, never at night; tokens rotate each week.`,
  zh: (i) => `第${i}条：用户希望${i % 97}号服务在周二部署，不要在夜里。`,
}
/** What a step of 8,192 tokens contains; the build before took 32 memories. */
const STEP = { now: 320, before: 32 }

const { createEmbedders } = await import(pathToFileURL(`${dist}/embed/create-embedders.js`))
const embedders = await createEmbedders({ modelsDirectory: models })

async function embed(texts) {
  const plans = (await Promise.all(texts.map((text) => embedders.plan(text)))).flat()
  for (const embedder of embedders.all) {
    const own = plans.filter((part) => part.embedder === embedder).map(({ text }) => text)
    if (own.length > 0) await embedder.embed(own, { purpose: 'query' })
  }
}

const modes = {
  COLD: async () => {
    await embed([PROMPTS[language]])
    return { memory: memory() }
  },
  WARM: async () => {
    const long = SENTENCES[language].join(' ').repeat(20).slice(0, 250)
    const whole = SENTENCES[language].join(' ')
    return {
      one: await least([whole]),
      three: await least([whole, ...SENTENCES[language]]),
      long: await least([long]),
      memory: memory(),
    }
  },
  BULK: async () => {
    const embedder = embedders.all[language === 'zh' ? 1 : 0]
    const texts = Array.from({ length: Number(count) }, (_, i) => MEMORIES[language](i))
    // onnxruntime embeds memories only: a "query" stays with our own kernel.
    const purpose = runtime === 'onnxruntime' ? 'memory' : 'query'
    const step = dist.includes('before') ? STEP.before : STEP.now
    // Not counted: start and conversion.
    await embedder.embed(texts.slice(0, runtime === 'onnxruntime' ? step : 1), { purpose })
    const [before, started] = [process.cpuUsage(), performance.now()]
    for (let from = 0; from < texts.length; from += step)
      await embedder.embed(texts.slice(from, from + step), { purpose })
    return { cpu: cpuSince(before), wall: performance.now() - started, memory: memory() }
  },
}

console.log(JSON.stringify(await modes[mode]()))
process.exit(0)

/** Other work on the machine only ever makes it more. */
async function least(texts) {
  for (let i = 0; i < 3; i++) await embed(texts)
  const times = []
  for (let i = 0; i < 12; i++) {
    const before = process.cpuUsage()
    await embed(texts)
    times.push(cpuSince(before))
  }
  return Math.min(...times)
}

function cpuSince(before) {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function memory() {
  return process.resourceUsage().maxRSS / 1024
}
