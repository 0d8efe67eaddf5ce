// Compiles the kernels of assembly/ to WebAssembly. The results are committed; tests rebuild them and compare.
import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const root = fileURLToPath(new URL('..', import.meta.url))
const targets = { encoder: 'src/search/embed/encoder.wasm', scan: 'src/search/vectors/scan.wasm' }

export async function buildWasm(name = 'encoder') {
  let binary
  const options =
    '--runtime stub --enable simd --optimizeLevel 3 --shrinkLevel 0 --importMemory --noAssert --outFile out.wasm'
  const { error, stderr } = await asc.main(
    [`assembly/${name}.ts`, '--baseDir', root, ...options.split(' ')],
    {
      writeFile: (file, contents) => {
        if (file === 'out.wasm') binary = contents
      },
    },
  )
  if (error || !binary) throw new Error(`assembly/${name}.ts does not compile:\n${stderr}`)
  return binary
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, target] of Object.entries(targets)) {
    if (!existsSync(`${root}assembly/${name}.ts`)) continue
    const binary = await buildWasm(name)
    writeFileSync(`${root}${target}`, binary)
    console.error(`${target}: ${binary.length} bytes`)
  }
}
