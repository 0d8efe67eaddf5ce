// A random but repeatable choice among the mutants of a folder, without those that the compiler already refuses.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { findMutants } from './find-mutants.mjs'
import { applyMutant } from './render-mutants.mjs'

/** About a third of all mutants do not compile. */
const SPARE = 1.7

/** `{ found, mutants }`: all that there are, and the sample, each with an `id`. */
export function sampleMutants({ root, folder, count, seed }) {
  const files = readdirSync(join(root, 'src', folder), { recursive: true })
    .map((name) => join('src', folder, String(name)))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .toSorted()
  const found = files.flatMap((file) => findMutants(file, readFileSync(join(root, file), 'utf8')))
  const shuffled = shuffle(found, seed)
  const mutants = []
  for (let at = 0; mutants.length < count && at < shuffled.length; ) {
    const next = shuffled.slice(at, at + Math.ceil((count - mutants.length) * SPARE))
    mutants.push(...compiling(root, next))
    at += next.length
  }
  return { found, mutants: mutants.slice(0, count).map((mutant, id) => ({ ...mutant, id })) }
}

/** By a hash of what each is, not of where it is: a change elsewhere leaves the sample nearly as it was. */
function shuffle(items, seed) {
  const seen = new Map()
  return items
    .map((item) => {
      const name = [seed, item.file, item.kind, item.original, item.changed].join('\0')
      const nth = seen.get(name) ?? 0
      seen.set(name, nth + 1)
      return { item, at: createHash('sha256').update(`${name}\0${nth}`).digest('hex') }
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ item }) => item)
}

/** Each mutant becomes a file of its own next to the original, all of them in one program: one check for the lot. */
function compiling(root, mutants) {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  )
  const copies = new Map(
    mutants.map((mutant, at) => {
      const path = join(root, mutant.file)
      return [path.replace(/\.ts$/, `.mutant-${at}.ts`), applyMutant(readFileSync(path, 'utf8'), mutant)]
    }),
  )
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = (path) => copies.get(path) ?? readFile(path)
  host.fileExists = (path) => copies.has(path) || fileExists(path)
  const program = ts.createProgram(
    [...copies.keys()],
    { ...options, noUnusedLocals: false, noUnusedParameters: false },
    host,
  )
  const paths = [...copies.keys()]
  return mutants.filter((_, at) => {
    const source = program.getSourceFile(paths[at])
    return (
      program.getSyntacticDiagnostics(source).length === 0 &&
      program.getSemanticDiagnostics(source).length === 0
    )
  })
}
