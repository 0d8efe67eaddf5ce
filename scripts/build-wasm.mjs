// Compiles assembly/encoder.ts to src/embed/encoder.wasm. The result is committed; a test rebuilds it and compares.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const root = fileURLToPath(new URL('..', import.meta.url))

export async function buildWasm() {
  const { binary, stderr, error } = await compile()
  if (error || !binary) throw new Error(`assembly/encoder.ts does not compile:\n${stderr}`)
  return binary
}

async function compile() {
  let binary
  const { error, stderr } = await asc.main(
    [
      'assembly/encoder.ts',
      '--baseDir',
      root,
      '--outFile',
      'encoder.wasm',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--optimizeLevel',
      '3',
      '--shrinkLevel',
      '0',
      '--importMemory',
      '--noAssert',
    ],
    {
      writeFile: (name, contents) => {
        if (name === 'encoder.wasm') binary = contents
      },
    },
  )
  return { binary, error, stderr: stderr.toString() }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const binary = await buildWasm()
  writeFileSync(`${root}src/embed/encoder.wasm`, binary)
  console.error(`src/embed/encoder.wasm: ${binary.length} bytes`)
}
