import { spawnSync } from 'node:child_process'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { expect, test } from 'vitest'

test('the package is what its manifest says', { timeout: 60_000 }, async () => {
  const { messages, pkg } = await publint({ strict: true, pack: 'npm' })
  expect(messages.map((message) => formatMessage(message, pkg!))).toEqual([])
})

test('it ships the command, the library and the licences, and neither tests nor maps of this machine', () => {
  const done = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' })
  const [packed] = JSON.parse(done.stdout) as { files: { path: string }[] }[]
  const files = packed!.files.map(({ path }) => path)
  for (const path of [
    'dist/bin/memdir.js',
    'dist/bin/hook.js',
    'dist/bin/mcp-server.js',
    'dist/adapters/ai-sdk.js',
    'plugins/.claude-plugin/marketplace.json',
    'plugins/memdir/hooks/hooks.json',
    'plugins/memdir/.mcp.json',
    'plugins/gemini/gemini-extension.json',
    'plugins/opencode/memdir.js',
    'dist/index.js',
    'dist/index.d.ts',
    'LICENSE',
    'NOTICE.md',
    'README.md',
  ]) {
    expect(files).toContain(path)
  }
  expect(files.filter((path) => /\.test\.|tsbuildinfo|^src\/|^test\//.test(path))).toEqual([])
})

test('packing builds first, so that a clean checkout makes a whole package', async () => {
  const { readFileSync } = await import('node:fs')
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts.prepack).toBe(scripts.build)
})

test('the lock file names no address to download from', async () => {
  const { readFileSync } = await import('node:fs')
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved":/)
})
