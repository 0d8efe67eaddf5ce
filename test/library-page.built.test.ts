import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { builtFile } from './built.ts'
import { keepModels, takeModels } from './shared-models.ts'
import { temporaryDirectory } from './support/published/temporary-directory.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/library.md'), 'utf8')

/** The first block of each section. */
const examples = page
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    code: /^```js\n([\s\S]*?)^```/m.exec(section)?.[1] ?? '',
  }))
  .filter(({ code }) => code !== '')

/** What stands behind `// →`. */
function promised(code: string): string[] {
  return [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line!.trim())
}

/** Each in a project and a home of its own; all in one process. */
test('the examples of the library page print what they promise', { timeout: 180_000 }, () => {
  expect(builtFile('index.js')).toContain('dist')
  const directory = temporaryDirectory()
  mkdirSync(join(directory, 'node_modules'))
  symlinkSync(root, join(directory, 'node_modules', 'memdir'))
  expect(examples.length).toBeGreaterThan(9)
  const models = join(directory, 'models')
  takeModels(models)
  const steps = examples.map(({ title, code }, n) => {
    writeFileSync(join(directory, `example-${n}.mjs`), code)
    mkdirSync(join(directory, `project-${n}`))
    return `
      process.env.MEMDIR_HOME = ${JSON.stringify(join(directory, `home-${n}`))}
      mkdirSync(process.env.MEMDIR_HOME)
      symlinkSync(${JSON.stringify(models)}, process.env.MEMDIR_HOME + '/models')
      process.chdir(${JSON.stringify(join(directory, `project-${n}`))})
      console.log('##', ${JSON.stringify(title)})
      await import('./example-${n}.mjs')`
  })
  mkdirSync(models, { recursive: true })
  const main = join(directory, 'main.mjs')
  writeFileSync(main, `import { mkdirSync, symlinkSync } from 'node:fs'\n${steps.join('\n')}`)
  const done = spawnSync(process.execPath, [main], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: join(directory, 'user'), MEMDIR_BACKGROUND: '0' },
  })
  keepModels(models)
  expect(done.stderr).toBe('')
  const printed = done.stdout.split('## ').slice(1)
  expect(
    printed.map((text) => {
      const [title, ...lines] = text.trimEnd().split('\n')
      return { title, lines }
    }),
  ).toEqual(examples.map(({ title, code }) => ({ title, lines: promised(code) })))
})
