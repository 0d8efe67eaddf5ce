import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type Loaded, watchLoading } from '../loaded-files.ts'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
const { run } = cli

function loaded(args: string[], streams: 'pipe' | 'ignore' = 'pipe'): Loaded {
  const watched = watchLoading(cli.place.root)
  const done = spawnSync(process.execPath, [...watched.argv, COMMAND, ...args], {
    cwd: cli.place.project,
    env: cli.place.env,
    encoding: 'utf8',
    stdio: [streams, streams, 'pipe'],
  })
  expect([done.status, done.stderr]).toEqual([0, ''])
  return watched.loaded()
}

const MORE: Record<string, string[]> = {
  path: [],
  // From the search data, where that says what the files say.
  list: ['list-memories.js'],
  // What is shown with a path might hold a secret.
  show: ['origin-labels.js', 'secret-rules.js'],
}

const ADD = [
  'add.js',
  'base.js',
  'cli.js',
  'core.js',
  'describe-added.js',
  'field-options.js',
  'judge.js',
  'list-memories.js',
  'memdir-program.js',
  'memdir.js',
  'records.js',
  'search.js',
  'secret-rules.js',
  'write.js',
]

describe('what a command loads', () => {
  it('is next to nothing for --version', () => {
    const { own, packages, node } = loaded(['--version'])
    expect(own).toEqual(['base.js', 'memdir-program.js', 'memdir.js'])
    expect([...packages, ...node]).toEqual([])
  })

  it('is its own part, and neither a package nor a process for path, list and show', () => {
    run(['add', 'first', '--file', 'note.md'])
    for (const [name, ...args] of [['path'], ['list'], ['show', 'note.md']]) {
      const { own, packages, node } = loaded([name!, ...args])
      expect(own).toEqual(
        [
          `${name}.js`,
          'cli.js',
          'core.js',
          'memdir-program.js',
          'memdir.js',
          'base.js',
          ...MORE[name!]!,
        ].sort(),
      )
      expect(packages).toEqual([])
      expect(node).toEqual([])
    }
  })

  it('is as little where nobody reads or writes, which is no terminal', () => {
    run(['add', 'first', '--file', 'note.md'])
    for (const command of ['path', 'list']) expect(loaded([command], 'ignore').node, command).toEqual([])
  })

  it('is no model for a memory that is like no other: words are looked at first', () => {
    run(['add', 'The office is in Hangzhou'])
    const { own, packages } = loaded(['add', 'x: "y" # z', '--tags', 'a'])
    expect(own).toEqual(ADD)
    expect(packages).toEqual([])
    expect(loaded(['add', 'x: "y" # z', '--separate']).packages).toEqual([])
  })

  it('is no scanner for secrets to print what recall has looked through already', () => {
    run(['add', 'The office in Hangzhou opens at nine'])
    const { own, packages } = loaded(['recall', '--prompt', 'when does the office in Hangzhou open?'])
    expect(own).toContain('search.js')
    expect(own).not.toContain('secret-rules.js')
    expect(own).not.toContain('memory-tools.js')
    expect(packages).toEqual([])
  })

  it('includes the difference library only for diff', () => {
    run(['add', 'first'])
    expect(loaded(['diff']).packages).toEqual(['diff'])
    expect(loaded(['log']).packages).toEqual([])
  })
})
