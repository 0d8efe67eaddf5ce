import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { createTools } from './create-tools.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { createGrepTool, systemGrepOperations } from './grep-tool.ts'
import { createReadState } from './read-state.ts'
import type { Tool, ToolInput } from './tool.ts'

/** Put together here, so that nothing in this file looks like one. */
const KEY = `-----BEGIN ${'OPENSSH PRIVATE KEY'}-----\nb3BlbnNzaC1rZXktdjE\n`

let home: string
let project: string
let credentials: Credentials
let tools: ReadonlyMap<string, Tool>
const at = (...parts: string[]) => join(home, ...parts)
const put = (path: string, text = KEY) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

beforeAll(() => {
  home = temporaryDirectory()
  project = at('work/project')
  for (const file of [
    '.ssh/id_ed25519',
    '.ssh/config',
    '.aws/credentials',
    '.netrc',
    '.config/gh/hosts.yml',
    '.claude/.credentials.json',
    '.codex/auth.json',
    '.gemini/oauth_creds.json',
    '.local/share/opencode/auth.json',
    '.config/google-chrome/Default/Cookies',
    '.memdir/trust.json',
    'moved/auth.json',
    'work/other/.env',
    'work/project/certificates/server.pem',
    'work/project/certificates/server.key',
    'work/project/deploy/id_rsa',
  ])
    put(at(file))
  put(at('.npmrc'), '//registry.example.org/:_authToken=x\n')
  for (const [file, text] of [
    ['certificates/public.pem', '-----BEGIN CERTIFICATE-----\n'],
    ['.npmrc', 'save-exact=true\n'],
    ['.env', 'PORT=1\n'],
    ['src/ssh.ts', 'export const BEGIN = 1\n'],
    ['src/id_rsa.test.ts', 'BEGIN\n'],
    ['docs/.env.example', 'PORT=\n'],
    ['i18n/menu.key', 'title = BEGIN\n'],
  ] as const)
    put(join(project, file), text)
  put(at('work/other/.env.example'), 'PORT=\n')
  symlinkSync(at('.ssh'), join(project, 'notes'))
  symlinkSync(at('.ssh/id_ed25519'), join(project, 'plain.txt'))
  symlinkSync(at('work/other'), join(project, 'out'))
  const env = { CODEX_HOME: at('moved') }
  credentials = createCredentials({ home, configHome: at('.memdir'), env })
  tools = new Map(createTools({ credentials }).map((tool) => [tool.name, tool]))
})

const asks = (tool: string, input: ToolInput, cwd = project) =>
  tools.get(tool)!.credentialsIn?.(input, cwd) !== undefined
const run = async (tool: Tool, input: ToolInput, cwd = project) =>
  (await tool.run(input, { cwd, signal: new AbortController().signal, readState: createReadState() })).content

describe('credentials', () => {
  test('are known by where they lie, whoever they belong to', () => {
    for (const file of [
      '.ssh/id_ed25519',
      '.ssh/config',
      '.ssh',
      '.aws/credentials',
      '.netrc',
      '.npmrc',
      '.config/gh/hosts.yml',
      '.claude/.credentials.json',
      '.codex/auth.json',
      '.gemini/oauth_creds.json',
      '.local/share/opencode/auth.json',
      '.config/google-chrome/Default/Cookies',
      '.memdir/trust.json',
      'moved/auth.json',
      'work/other/.env',
      'work/project/certificates/server.pem',
      'work/project/certificates/server.key',
      'work/project/deploy/id_rsa',
    ])
      expect([file, credentials.at(at(file), project)]).toEqual([file, at(file)])
    expect(credentials.at('/etc/shadow', '/')).toBe('/etc/shadow')
  })

  test('are not what only looks like them', () => {
    for (const file of [
      'certificates/public.pem',
      '.npmrc',
      '.env',
      'src/ssh.ts',
      'src/id_rsa.test.ts',
      'docs/.env.example',
      'i18n/menu.key',
      'out/.env.example',
      'certificates',
      '.',
      'none/.ssh/id_rsa',
    ])
      expect([file, credentials.at(join(project, file), project)]).toEqual([file, undefined])
    expect(credentials.at(at('.memdir/settings.json'), project)).toBeUndefined()
  })

  test.each([
    ['Read', { file_path: '../../.ssh/id_ed25519' }],
    ['Read', { file_path: 'notes/id_ed25519' }],
    ['Read', { file_path: 'plain.txt' }],
    ['Read', { file_path: 'out/.env' }],
    ['Read', { file_path: 'certificates/server.pem' }],
    ['Edit', { file_path: 'plain.txt', old_string: 'a', new_string: 'b' }],
    ['Write', { file_path: 'notes/config', content: 'x' }],
    ['Grep', { pattern: 'BEGIN', path: 'notes' }],
    ['Grep', { pattern: 'BEGIN', path: '../../.netrc' }],
    ['Glob', { pattern: '*', path: 'notes' }],
    ['Glob', { pattern: 'notes/*' }],
    ['Glob', { pattern: '../../.ssh/*' }],
    ['Bash', { command: 'cat notes/id_ed25519' }],
    ['Bash', { command: 'cat plain.txt' }],
    ['Bash', { command: 'head -5 ../../.netrc | wc -l' }],
    ['Bash', { command: 'cat < ../../.aws/credentials' }],
    ['Bash', { command: 'cd notes && cat config' }],
    ['Bash', { command: 'cd src; cat ../notes/config' }],
    ['Bash', { command: 'cat ../../.s*/id_*' }],
    ['Bash', { command: 'grep BEGIN not*/*' }],
    ['Bash', { command: 'grep -f ../../.netrc src/ssh.ts' }],
    ['Bash', { command: 'grep --file=../../.netrc src/ssh.ts' }],
    ['Bash', { command: 'grep -r BEGIN ../..' }],
    ['Bash', { command: 'cd ../.. && grep -r BEGIN .' }],
    ['Bash', { command: 'cd ../.. && rg BEGIN' }],
    ['Bash', { command: 'diff -r ../../work ../..' }],
    ['Bash', { command: 'sort out/.env' }],
  ])('are asked for by %s %j', (tool, input) => {
    expect(asks(tool, input)).toBe(true)
  })

  test('are found as the kernel goes: links before `..`', () => {
    expect(asks('Read', { file_path: `${project}/notes/../.netrc` })).toBe(true)
  })

  test.each([
    ['Read', { file_path: 'src/ssh.ts' }],
    ['Read', { file_path: '.env' }],
    ['Grep', { pattern: 'BEGIN' }],
    ['Grep', { pattern: 'BEGIN', path: '../..' }],
    ['Glob', { pattern: '**/*' }],
    ['Bash', { command: 'grep -r BEGIN .' }],
    ['Bash', { command: 'rg .ssh' }],
    ['Bash', { command: 'grep .netrc src/ssh.ts' }],
    ['Bash', { command: 'ls ..' }],
    ['Bash', { command: 'find . -name id_rsa' }],
  ])('are not asked for by %s %j', (tool, input) => {
    expect(asks(tool, input)).toBe(false)
  })

  test('are left out of a search of everything else, with ripgrep and without', async () => {
    const own = createGrepTool({ ...systemGrepOperations, ripgrep: async () => undefined }, credentials)
    for (const tool of [tools.get('Grep')!, own]) {
      for (const path of ['.', '../..']) {
        const found = await run(tool, { pattern: 'BEGIN', path, glob: '{*,.*}' })
        expect(found).toContain('src/ssh.ts')
        expect(found).toContain('src/id_rsa.test.ts')
        expect(found).not.toMatch(/id_rsa$|id_ed25519|server|\.netrc|auth\.json|Cookies|trust\.json|\.env$/m)
      }
      expect(await run(tool, { pattern: 'BEGIN', path: 'deploy/id_rsa' })).toContain('deploy/id_rsa')
    }
    const listed = await run(tools.get('Glob')!, { pattern: '**/*' }, home)
    expect(listed).toContain('src/ssh.ts')
    expect(listed).not.toMatch(/id_rsa$|id_ed25519|\.netrc|auth\.json|trust\.json/m)
    expect(await run(tools.get('Glob')!, { pattern: '*', path: '.ssh' }, home)).toContain('id_ed25519')
  })

  test('are left out of a search of a tree by commands, whatever the line includes', async () => {
    const bash = tools.get('Bash')!
    for (const command of [
      'grep -r BEGIN .',
      'grep -rh --include=id_rsa --include=ssh.ts BEGIN .',
      'rg --hidden BEGIN',
      'rg BEGIN -g id_rsa -g ssh.ts -- .',
    ]) {
      const found = await run(bash, { command })
      expect([command, found]).toEqual([command, expect.stringContaining('export const BEGIN')])
      expect([command, found]).toEqual([command, expect.not.stringContaining('PRIVATE KEY')])
    }
    expect(await run(bash, { command: 'grep -r BEGIN deploy/id_rsa' })).toContain('PRIVATE KEY')
    put(join(project, '.env.local'), 'BEGIN here\n')
    put(at('work/other/.env.local'), 'BEGIN there\n')
    expect(await run(bash, { command: 'grep -r BEGIN .' })).toContain('BEGIN here')
    expect(await run(bash, { command: 'grep -r BEGIN ../other' })).not.toContain('BEGIN there')
  })
})
