import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { expect, test } from 'vitest'
import { COMMANDS } from '../src/cli/registry.ts'

test('the package is what its manifest says', { timeout: 60_000 }, async () => {
  const { messages, pkg } = await publint({ strict: true, pack: 'npm' })
  expect(messages.map((message) => formatMessage(message, pkg!))).toEqual([])
})

function packedFiles(): string[] {
  const done = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' })
  const [packed] = JSON.parse(done.stdout) as { files: { path: string }[] }[]
  return packed!.files.map(({ path }) => path)
}

test('it ships the command, the library and the licences, and neither tests nor maps of this machine', () => {
  const files = packedFiles()
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

test('links and examples in the documents lead to files that are shipped with them', () => {
  const files = packedFiles()
  const documents = files.filter((path) => /^(?:docs\/.*|[A-Z]+)\.md$/.test(path))
  expect(documents).toEqual(expect.arrayContaining(['docs/hooks.md', 'docs/decisions/own-postings.md']))
  const dead = documents.flatMap((document) => {
    const text = readFileSync(document, 'utf8').replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) =>
      join(dirname(document), match[1]!),
    )
    const examples = readFileSync(document, 'utf8').match(/\bexamples\/[\w-]+\.mjs/g) ?? []
    return [...links, ...examples].filter((link) => !files.includes(link)).map((link) => [document, link])
  })
  expect(dead).toEqual([])
})

test('the README names every command', () => {
  const readme = readFileSync('README.md', 'utf8')
  const table = readme.slice(readme.indexOf('## Commands'), readme.indexOf('Every command takes'))
  expect(Object.keys(COMMANDS).filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

test('packing builds first, so that a clean checkout makes a whole package', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts.prepack).toBe(scripts.build)
})

test('the lock file names no address to download from', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved":/)
})
