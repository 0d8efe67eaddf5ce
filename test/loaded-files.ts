// What a process of the bundle loaded: its own chunks, packages, and modules of Node that a bare start does not load.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Loaded {
  own: string[]
  packages: string[]
  node: string[]
}

/** `argv`: before the program's file. */
export function watchLoading(directory: string): { argv: string[]; loaded(): Loaded } {
  const record = join(directory, 'loaded.txt')
  const preload = join(directory, 'preload.cjs')
  rmSync(record, { force: true })
  writeFileSync(
    preload,
    `const vm = require('node:vm')
     const fs = require('node:fs')
     const known = new Set(process.moduleLoadList)
     const files = []
     vm.Script = class extends vm.Script {
       constructor(source, options) {
         super(source, options)
         files.push(options.filename)
       }
     }
     process.on('exit', () => {
       const node = process.moduleLoadList.filter((name) => !known.has(name))
       const lines = [...files, ...Object.keys(require.cache), ...node]
       fs.writeFileSync(${JSON.stringify(record)}, lines.join('\\n'))
     })`,
  )
  return { argv: ['--require', preload], loaded: () => read(record, directory) }
}

function read(record: string, directory: string): Loaded {
  const lines = [...new Set(readFileSync(record, 'utf8').split('\n'))].filter(
    (line) => line !== '' && !line.includes(directory),
  )
  const files = lines.filter((line) => /[\\/]/.test(line) && !line.includes(' '))
  return {
    own: files
      // The bundler's own helpers.
      .filter((file) => file.includes('/dist/bin/') && !file.endsWith('/rolldown-runtime.js'))
      .map((file) => basename(file))
      .sort(),
    packages: [
      ...new Set(files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])),
    ],
    node: lines.flatMap((line) => /^NativeModule ([a-z_]+(?:\/promises)?)$/.exec(line)?.[1] ?? []).sort(),
  }
}
