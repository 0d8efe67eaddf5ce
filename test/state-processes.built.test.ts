// State that two processes change at the same moment: nothing that either said is lost, and neither is told what is not so.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { openCandidates } from '../src/learn/extract/candidates.ts'
import { builtFile, COMMAND } from './built.ts'
import { useCli } from './cli/use-cli.ts'
import { temporaryDirectory } from './support/published/temporary-directory.ts'

const cli = useCli()

function ended(args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  return new Promise<{ code: number | null; out: string; err: string }>((done) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = { out: '', err: '' }
    child.stdout.on('data', (data) => {
      said.out += data
    })
    child.stderr.on('data', (data) => {
      said.err += data
    })
    child.on('close', (code) => done({ code, ...said }))
  })
}

it('two that refuse 150 each keep 300', async () => {
  const directory = join(temporaryDirectory(), 'candidates')
  const script = (name: string) => `
    const { openCandidates } = await import(${JSON.stringify(pathToFileURL(builtFile('learn/extract/candidates.js')).href)})
    const candidates = openCandidates({ directory: ${JSON.stringify(directory)} })
    for (let n = 0; n < 150; n++) await candidates.settle('${name} ' + n)`
  const run = (name: string) => ended(['--input-type=module', '-e', script(name)])
  const both = await Promise.all(['one', 'two'].map(run))
  expect(both.map(({ code, err }) => [code, err])).toEqual([
    [0, ''],
    [0, ''],
  ])
  const candidates = openCandidates({ directory })
  const texts = ['one', 'two'].flatMap((name) => Array.from({ length: 150 }, (_, n) => `${name} ${n}`))
  expect(texts.filter((text) => candidates.isRefused(text))).toHaveLength(300)
})

it('of two that answer the same entry at once the second says that it was answered', async () => {
  const candidates = openCandidates({ directory: join(cli.memory, '..', 'state', 'candidates') })
  const quote = 'I prefer short answers'
  const noted = await candidates.note(
    {
      ...{ content: quote, quote, tier: 'candidate', reason: 'preference', importance: 3, confidence: 0.7 },
      ...{ origin: 'user', message: 'm1', time: '2026-04-06T09:00:00Z' },
    },
    'c1',
  )
  const answer = (how: string) =>
    ended([COMMAND, 'inbox', how, noted?.id ?? ''], { cwd: cli.place.project, env: cli.place.env })
  const [accepted, refused] = await Promise.all([answer('accept'), answer('refuse')])
  const { total } = cli.json(['list']).data as { total: number }
  expect([accepted.code === 0, refused.code === 0].sort()).toEqual([false, true])
  expect(total).toBe(accepted.code === 0 ? 1 : 0)
  const second = accepted.code === 0 ? refused : accepted
  expect(second.err).toMatch(/was (?:accepted|refused) already, so nothing was changed/)
})
