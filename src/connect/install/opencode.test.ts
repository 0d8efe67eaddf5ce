import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { takeWanted } from '../plan-file.ts'
import { opencode } from './opencode.ts'

function pluginFile(plugins: string) {
  const root = temporaryDirectory()
  const places = {
    env: {},
    home: root,
    userHome: root,
    project: root,
    node: '/n/node',
    bin: '/m/bin',
    plugins,
  }
  const [file] = opencode.files(places)
  if (file?.format !== 'text') throw new Error('the first is the plugin')
  return file
}

/** As `opencode run` loads it. */
function load(text: string, env: Record<string, string> = {}) {
  const path = join(temporaryDirectory(), 'memdir.mjs')
  writeFileSync(path, text)
  const script = `const { Memdir } = await import(${JSON.stringify(path)})
console.log(JSON.stringify(await Memdir({ directory: '/p' })))`
  const args = ['--input-type=module', '-e', script, 'run']
  return spawnSync(process.execPath, args, { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' })
}

it('its plugin file loads memdir’s plugin; where that has gone it says so once and adds nothing', () => {
  const gone = pluginFile('/gone/plugins').text
  expect(load(gone)).toMatchObject({
    status: 0,
    stdout: '{}\n',
    stderr:
      'memdir cannot be loaded, so there are no memories: npm install -g memdir, then memdir init opencode\n',
  })
  expect(load(gone, { LANG: 'zh_CN.UTF-8' }).stderr).toContain('无法加载 memdir')
  const plugins = temporaryDirectory()
  mkdirSync(join(plugins, 'opencode'))
  const here = 'export const Memdir = async ({ directory }) => ({ loaded: directory })\n'
  writeFileSync(join(plugins, 'opencode', 'memdir.js'), here)
  expect(load(pluginFile(plugins).text)).toMatchObject({ stdout: '{"loaded":"/p"}\n', stderr: '' })
})

it('takes out its plugin file in both forms, and nobody else’s', () => {
  const file = pluginFile('/m/plugins')
  expect(takeWanted(file, file.text).text).toBeUndefined()
  expect(
    takeWanted(file, 'export { Memdir } from "file:///old/plugins/opencode/memdir.js"\n').text,
  ).toBeUndefined()
  expect(takeWanted(file, 'export const Mine = 1\n').text).toBe('export const Mine = 1\n')
})
