import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installCommand } from './install-command.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'memdir-install-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const at = (...steps: string[]) => pathToFileURL(join(root, ...steps)).href

it('installs a provider’s package globally only where memdir is installed globally', () => {
  const module = at('node_modules', 'memdir', 'dist', 'bin', 'chat.js')
  expect(installCommand('ollama', module)).toBe('npm install -g ollama')
  writeFileSync(join(root, 'package.json'), '{}')
  expect(installCommand('ollama', module)).toBe('npm install ollama')
  expect(installCommand('ollama', at('dist', 'bin', 'chat.js'))).toBe('npm install ollama')
})
