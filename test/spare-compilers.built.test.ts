import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { builtFile } from './built.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

/** What V8 says of a loop that is run often enough to be made faster, after what `first` has done. */
function runHotLoop(first: string): { out: string; err: string } {
  const file = join(place.root, 'hot.mjs')
  writeFileSync(
    file,
    `${first}\nlet sum = 0\nfor (let i = 0; i < 2e7; i++) sum += i % 7\nconsole.log('sum', sum)\n`,
  )
  const { stdout, stderr } = spawnSync(process.execPath, ['--trace-opt', file], { encoding: 'utf8' })
  return { out: stdout, err: stderr }
}

const [major = ''] = process.versions.node.split('.', 1)
const inKnownVersions = it.runIf(['20', '22'].includes(major))
const spare = (input: string) => {
  const url = pathToFileURL(builtFile('start/spare-compilers.js')).href
  return `import { spareCompilers } from ${JSON.stringify(url)}\nconsole.log(spareCompilers('hook', ${input}))`
}

inKnownVersions('keeps V8 from making JavaScript faster, and says nothing', () => {
  expect(runHotLoop(spare("'short'"))).toEqual({ out: 'hook\nsum 59999997\n', err: '' })
  expect(runHotLoop('').out).toContain('completed')
})

inKnownVersions('lets V8 work where the input is long, with a code cache of its own', () => {
  const { out } = runHotLoop(spare("'a'.repeat(40_000)"))
  expect(out).toContain('hook-long\n')
  expect(out).toContain('completed')
})

inKnownVersions.each([
  ['hook.js', []],
  ['memdir.js', ['search', 'anything']],
  ['memdir.js', ['recall', 'anything']],
  ['memdir.js', ['stats']],
])('%s %s runs so', (program, args) => {
  const preload = join(place.root, 'preload.cjs')
  writeFileSync(
    preload,
    "process.on('exit', () => { let sum = 0; for (let i = 0; i < 2e7; i++) sum += i % 7; console.log('sum', sum) })",
  )
  const { stdout } = spawnSync(
    process.execPath,
    ['--trace-opt', '-r', preload, builtFile(`bin/${program}`), ...args],
    {
      cwd: place.project,
      env: place.env,
      input: JSON.stringify({
        hook_event_name: 'UserPromptSubmit',
        session_id: 's1',
        prompt: 'anything at all',
      }),
      encoding: 'utf8',
    },
  )
  expect(stdout).toContain('sum 59999997')
  expect(stdout).not.toContain('completed')
})
