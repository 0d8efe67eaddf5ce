// What a dream costs: characters that a model is shown and the time of the rest, by how much changed and by how much
// there is. `npm run bench -- dream`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openContext } from '../dist/connect/open-context.js'
import { runDream } from '../dist/learn/dream/run-dream.js'
import { dreamDependencies } from '../dist/learn/dream.js'

const SIZES = [100, 1_000, 5_000]
const CHANGES = [1, 10, 50]

function memory(at, note = '') {
  const fields = `id: b${at}\ntype: project\nsource:\n  origin: agent\ncreated: 2026-04-01T10:00:00Z`
  return `---\n${fields}\n---\nService ${at} is owned by team ${at % 37}. It deploys from branch ${at}.${note}\n`
}

function openIn(root) {
  const directory = join(root, 'project')
  mkdirSync(directory, { recursive: true })
  const env = { PATH: process.env.PATH, HOME: root, MEMDIR_HOME: join(root, 'home'), MEMDIR_BACKGROUND: '0' }
  return openContext({ directory, env })
}

/** What the model would be shown, and the CPU time of the whole dream. */
async function measure(context, files) {
  let characters = 0
  let calls = 0
  const model = {
    directory: context.location.memory,
    transcripts: context.location.sessions,
    conversations: [],
    nearest: async ({ file }) => {
      const at = files.indexOf(file)
      return files.slice(at + 1, at + 6)
    },
    ask: async (task) => {
      calls++
      characters += task.length
      return '{"operations": []}'
    },
  }
  const before = process.cpuUsage()
  await runDream(await dreamDependencies(context, model), { actor: 'memdir' })
  const { user, system } = process.cpuUsage(before)
  return { calls, characters, cpuMs: Math.round((user + system) / 1000) }
}

export async function run() {
  console.log('| memories | changed | model calls | characters shown | CPU ms |')
  console.log('| -------- | ------- | ----------- | ---------------- | ------ |')
  for (const size of SIZES) {
    const root = mkdtempSync(join(tmpdir(), 'memdir-bench-dream-'))
    const context = openIn(root)
    try {
      const { memory: directory } = context.location
      mkdirSync(directory, { recursive: true })
      const files = Array.from({ length: size }, (_, at) => `project_${at}.md`)
      for (const [at, file] of files.entries()) writeFileSync(join(directory, file), memory(at))
      // Until the model has seen everything once.
      for (let calls = 1; calls > 0; ) calls = (await measure(context, files)).calls
      for (const changed of CHANGES) {
        for (let at = 0; at < changed; at++)
          writeFileSync(
            join(directory, files[(at * 7) % size]),
            memory((at * 7) % size, ` Changed ${changed}.`),
          )
        const { calls, characters, cpuMs } = await measure(context, files)
        console.log(`| ${size} | ${changed} | ${calls} | ${characters} | ${cpuMs} |`)
      }
    } finally {
      await context.close()
      rmSync(root, { recursive: true, force: true })
    }
  }
}
