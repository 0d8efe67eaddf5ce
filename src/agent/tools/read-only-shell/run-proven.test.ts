import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proveReadOnly } from './prove-read-only.ts'
import { runProven } from './run-proven.ts'

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'memdir-shell-'))
  writeFileSync(join(cwd, 'a.txt'), 'one 1\ntwo 2\nthree 3\ntwo 2\n')
  writeFileSync(join(cwd, 'b.md'), '# b\n')
  writeFileSync(join(cwd, '-rf.md'), '# dash\n')
  mkdirSync(join(cwd, 'sub dir'))
  writeFileSync(join(cwd, 'sub dir', 'c.md'), '# c\n')
})
afterAll(() => rmSync(cwd, { recursive: true }))

async function run(command: string, limits: { timeoutMs?: number; maxOutputBytes?: number } = {}) {
  const proof = proveReadOnly(command, { cwd })
  if (!proof.ok) throw new Error(`${command}: ${proof.reason.en}`)
  const signal = new AbortController().signal
  return runProven(proof.steps, { cwd, timeoutMs: 10_000, maxOutputBytes: 100_000, signal, ...limits })
}

const snapshot = () =>
  readdirSync(cwd, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, statSync(path).mtimeMs, statSync(path).isFile() ? readFileSync(path, 'utf8') : ''])

describe('runProven', () => {
  it.each([
    ['cat a.txt | sort -u | head -n 1', 'one 1\n'],
    ['cut -d" " -f1 a.txt | sort | uniq -c | sort -rn | head -1', '      2 two\n'],
    ['wc -l < a.txt', '4\n'],
    ['echo *.md', './-rf.md b.md\n'],
    ['cat *.md', '# dash\n# b\n'],
    ['cat sub?dir/*.md', '# c\n'],
    ['cat "sub dir/c.md"', '# c\n'],
    ['ls -d */', 'sub dir/\n'],
    ['echo none*such', 'none*such\n'],
    ['cd "sub dir" && ls', 'c.md\n'],
    ['cd nowhere || echo stayed', expect.stringContaining('stayed\n')],
    ['cat missing 2>/dev/null || echo absent', 'absent\n'],
    ['cat missing >/dev/null 2>&1; echo done', 'done\n'],
    ['cat missing 2>&1 | wc -l', '1\n'],
    ['[ -f a.txt ] && echo yes', 'yes\n'],
    ["sed -n '2p' a.txt", 'two 2\n'],
    ["awk '{sum += $2} END {print sum}' a.txt", '8\n'],
    ["printf '%s-%s\\n' a b", 'a-b\n'],
    ["echo '$HOME `id`'", '$HOME `id`\n'],
  ])('%s', async (command, output) => {
    expect(await run(command)).toMatchObject({ output, end: 'exited' })
  })

  it('changes nothing in the directory', async () => {
    const before = snapshot()
    for (const command of [
      'ls -laR',
      'find . -type f -print',
      'grep -rn two .',
      'sort a.txt | uniq',
      'sed s/one/two/ a.txt',
    ])
      await run(command)
    expect(snapshot()).toEqual(before)
  })

  it('gives the exit code of the last command', async () => {
    expect(await run('grep nothing a.txt')).toMatchObject({ exitCode: 1 })
    expect(await run('grep nothing a.txt | cat')).toMatchObject({ exitCode: 0 })
  })

  it('has an environment of its own', async () => {
    expect((await run('cat a.txt | awk "NR==1"')).output).toBe('one 1\n')
    const { output } = await run('which sh')
    expect(output).toMatch(/^\/(usr\/)?bin\/sh\n$/)
  })

  it('ends what gives too much output', async () => {
    const outcome = await run('find / -maxdepth 4', { maxOutputBytes: 1_000 })
    expect(outcome.end).toBe('too_much_output')
    expect(outcome.output.length).toBeLessThanOrEqual(1_000)
  })

  it('ends what takes too long, and what is aborted', async () => {
    // A pipe that nobody writes to.
    const { execFileSync } = await import('node:child_process')
    execFileSync('/usr/bin/mkfifo', [join(cwd, 'fifo')])
    try {
      const started = Date.now()
      expect(await run('cat fifo', { timeoutMs: 200 })).toMatchObject({ end: 'timed_out' })
      const proof = proveReadOnly('cat fifo | sort', { cwd })
      if (!proof.ok) throw new Error(proof.reason.en)
      const controller = new AbortController()
      setTimeout(() => controller.abort(), 100)
      const limits = { cwd, timeoutMs: 10_000, maxOutputBytes: 1_000, signal: controller.signal }
      expect(await runProven(proof.steps, limits)).toMatchObject({ end: 'aborted' })
      expect(Date.now() - started).toBeLessThan(3_000)
    } finally {
      rmSync(join(cwd, 'fifo'))
    }
  })

  it('lets a reader that ends early end the writer', async () => {
    const started = Date.now()
    expect(await run('seq 1 9999999 | head -n 1')).toMatchObject({ output: '1\n' })
    expect(Date.now() - started).toBeLessThan(5_000)
  })
})
