import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
const { below, run } = cli

/** Runs the command and lists what it loaded: its own files, packages, and modules of Node. */
function loaded(args: string[]): { own: string[]; packages: string[]; node: string[] } {
  const record = below('loaded.txt')
  rmSync(record, { force: true })
  writeFileSync(
    below('hooks.mjs'),
    `import { appendFileSync } from 'node:fs'
     export async function resolve(specifier, context, next) {
       const found = await next(specifier, context)
       appendFileSync(${JSON.stringify(record)}, found.url + '\\n')
       return found
     }`,
  )
  writeFileSync(
    below('preload.cjs'),
    `const { register } = require('node:module')
     const { pathToFileURL } = require('node:url')
     register(pathToFileURL(${JSON.stringify(below('hooks.mjs'))}))
     const known = new Set(process.moduleLoadList)
     process.on('exit', () => {
       const cjs = Object.keys(require.cache).map((path) => 'file://' + path)
       const node = process.moduleLoadList.filter((name) => !known.has(name))
       require('node:fs').appendFileSync(${JSON.stringify(record)}, [...cjs, ...node].join('\\n') + '\\n')
     })`,
  )
  const done = spawnSync(process.execPath, ['--require', below('preload.cjs'), COMMAND, ...args], {
    cwd: cli.place.project,
    env: cli.place.env,
    encoding: 'utf8',
  })
  expect([done.status, done.stderr]).toEqual([0, ''])
  const lines = readFileSync(record, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.includes(cli.place.root))
  const files = lines.filter((line) => line.startsWith('file:'))
  return {
    own: [...new Set(files.filter((file) => file.includes('/dist/')).map((file) => basename(file)))].sort(),
    packages: files.filter((file) => file.includes('/node_modules/')),
    node: lines.filter((line) =>
      /^NativeModule (?:child_process|worker_threads|sqlite|readline|http)\b/.test(line),
    ),
  }
}

describe('what a command loads', () => {
  it('is its own part, and neither a package nor a process for path, list and show', () => {
    run(['add', 'first', '--file', 'note.md'])
    for (const [name, ...args] of [['path'], ['list'], ['show', 'note.md']]) {
      const { own, packages, node } = loaded([name!, ...args])
      // What is shown with a path might hold a secret.
      const scanner = name === 'show' ? ['origin-labels.js', 'secret-rules.js'] : []
      expect(own).toEqual([`${name}.js`, 'cli.js', 'core.js', 'memdir.js', ...scanner].sort())
      expect(packages).toEqual([])
      expect(node).toEqual([])
    }
  })

  it('is no model for a memory that is like no other: words are looked at first', () => {
    run(['add', 'The office is in Hangzhou'])
    const { own, packages } = loaded(['add', 'x: "y" # z', '--tags', 'a'])
    expect(own).not.toContain('embed.js')
    expect(packages.filter((file) => !/\/(?:@photostructure\/sqlite|node-gyp-build)\//.test(file))).toEqual(
      [],
    )
    expect(loaded(['add', 'x: "y" # z', '--separate']).packages).toEqual([])
  })

  it('includes the difference library only for diff', () => {
    run(['add', 'first'])
    expect(loaded(['diff']).packages.every((file) => file.includes('/node_modules/diff/'))).toBe(true)
    expect(loaded(['log']).packages).toEqual([])
  })
})
