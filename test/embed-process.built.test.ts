// What only real processes show: two of them converting at once, worker threads, what a query loads.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtFile } from './built.ts'

let modelsDirectory: string

beforeAll(() => {
  modelsDirectory = mkdtempSync(join(tmpdir(), 'memdir-processes-'))
})

afterAll(() => rmSync(modelsDirectory, { recursive: true, force: true }))

function script(body: string): string[] {
  const code = `
    import { createEmbedders } from ${JSON.stringify(builtFile('search/create-embedders.js'))}
    const embedders = await createEmbedders({ modelsDirectory: ${JSON.stringify(modelsDirectory)}, threads: 2 })
    const [english, chinese] = embedders.all
    ${body}
    await embedders.close()`
  return ['--input-type=module', '-e', code]
}

function run(body: string): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, script(body), { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.on('close', (code) => resolve({ code, out }))
  })
}

describe('processes', () => {
  it('may convert the same model at once', async () => {
    const body = `console.log((await english.embed(['hello'], { purpose: 'query' }))[0].slice(0, 4).join())`
    const answers = await Promise.all([run(body), run(body)])
    expect(new Set(answers.map(({ code, out }) => `${code} ${out}`)).size).toBe(1)
    expect(answers[0]?.code).toBe(0)
    expect(readdirSync(modelsDirectory)).toEqual(['minilm-l6-v2-int8.v1.bin'])
  })

  it('use worker threads for many texts, with the same vectors, and end by themselves', async () => {
    const { code, out } = await run(`
      const texts = Array.from({ length: 150 }, (_, i) => 'note ' + i + ' about the release of service ' + (i % 9))
      let last = 0
      const many = await english.embed(texts, { purpose: 'memory', onProgress: (done) => { last = done } })
      const few = await english.embed(texts.slice(140), { purpose: 'memory' })
      const off = few.map((v, i) => Math.max(...v.map((x, d) => Math.abs(x - many[140 + i][d]))))
      console.log(last, Math.max(...off) < 1e-5)`)
    expect([code, out.trim()]).toEqual([0, '150 true'])
  })

  it('load little on the way to a query vector', () => {
    const body = `await english.embed(['hello'], { purpose: 'query' })`
    const done = spawnSync(process.execPath, script(body), { encoding: 'utf8', env: { NODE_DEBUG: 'esm' } })
    const loaded = new Set(
      [...done.stderr.matchAll(/dist\/search\/embed\/([a-z-]+)\.js/g)].map(([, name]) => name),
    )
    expect(done.status).toBe(0)
    expect([...loaded]).toContain('encoder')
    expect(
      [...loaded].filter((name) =>
        /convert|pack|read-(?!weights)|onnx|safetensors|glossary|provider|worker/.test(name ?? ''),
      ),
    ).toEqual([])
  })
})
