import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { expect, test } from 'vitest'
import { COMMANDS } from '../src/cli/registry.ts'
import { builtFile } from './built.ts'
import { temporaryDirectory } from './support/published/temporary-directory.ts'

let packed: { files: string[]; tarball: string } | undefined

/** Packed once: it takes seconds. */
function pack(): { files: string[]; tarball: string } {
  if (packed) return packed
  const directory = temporaryDirectory()
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', directory]
  const done = spawnSync('npm', args, { encoding: 'utf8' })
  const [made] = JSON.parse(done.stdout) as { filename: string; files: { path: string }[] }[]
  packed = { files: made!.files.map(({ path }) => path), tarball: join(directory, made!.filename) }
  return packed
}
const packedFiles = () => pack().files

test('the package is what its manifest says', { timeout: 60_000 }, async () => {
  const bytes = readFileSync(pack().tarball)
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
  const { messages, pkg } = await publint({ strict: true, pack: { tarball } })
  expect(messages.map((message) => formatMessage(message, pkg!))).toEqual([])
})

test('it ships the command, the library and the licences, and neither tests nor maps of this machine', () => {
  const files = packedFiles()
  for (const path of [
    'dist/bin/memdir.js',
    'dist/bin/hook.js',
    'dist/bin/mcp-server.js',
    'dist/connect/sdk/ai-sdk.js',
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

/** A page that no other links to is found by nobody. */
test('the README leads to the index of the documents, and that to every page', () => {
  const index = readFileSync('docs/README.md', 'utf8')
  const pages = packedFiles().flatMap((path) => /^docs\/([\w-]+\.md)$/.exec(path)?.[1] ?? [])
  expect(pages).toContain('configuration.md')
  expect(pages.filter((page) => page !== 'README.md' && !index.includes(`](${page})`))).toEqual([])
  for (const readme of ['README.md', 'README.zh.md'])
    expect(readFileSync(readme, 'utf8')).toContain('](docs/README.md)')
})

test('links and examples in the documents lead to files that are shipped with them', () => {
  const files = packedFiles()
  const documents = files.filter((path) => /^(?:docs\/.*|[A-Z]+)\.md$/.test(path))
  expect(documents).toEqual(expect.arrayContaining(['docs/hooks.md', 'docs/decisions/own-postings.md']))
  // A directory, too.
  const isShipped = (link: string) =>
    files.some((file) => file === link || (link.endsWith('/') && file.startsWith(link)))
  const dead = documents.flatMap((document) => {
    const text = readFileSync(document, 'utf8').replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) =>
      join(dirname(document), match[1]!),
    )
    const examples = readFileSync(document, 'utf8').match(/\bexamples\/[\w-]+\.mjs/g) ?? []
    return [...links, ...examples].filter((link) => !isShipped(link)).map((link) => [document, link])
  })
  expect(dead).toEqual([])
})

test('the library is what the documents say: openMemdir, and the scanner once it is asked for', () => {
  const script = `
    import * as memdir from 'memdir'
    if (import.meta.resolve('memdir') !== ${JSON.stringify(pathToFileURL(builtFile('index.js')).href)})
      throw new Error('it is another one')
    const { scanSecrets, redactSecrets } = await memdir.loadScanner()
    const text = 'token ghp_' + 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'
    const [{ rule, tier, line, column }] = scanSecrets(text, { late: () => false })
    const redacted = redactSecrets(text, { from: 'block' }).text
    console.log(JSON.stringify({ names: Object.keys(memdir).sort(), tier, line, column, rule, redacted }))`
  // The package by its own name, as its users import it.
  const done = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(done.stderr).toBe('')
  const { names, rule, ...found } = JSON.parse(done.stdout)
  expect(names).toEqual([
    'MEMORY_KINDS',
    'MEMORY_TYPES',
    'MemdirError',
    'ORIGINS',
    'loadScanner',
    'openMemdir',
  ])
  expect(found).toEqual({ tier: 'block', line: 1, column: 7, redacted: `token [redacted: ${rule}]` })
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
