// What a test file reaches is asked again only when it, something that it imports, or the sample has changed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function rememberedCoverage(root, mutants) {
  const folder = join(root, 'node_modules', '.cache', 'memdir-mutate')
  mkdirSync(folder, { recursive: true })
  const sample = JSON.stringify(mutants)
  const pathOf = ({ reached }) => {
    const hash = createHash('sha256').update(sample)
    for (const file of reached) {
      const path = join(root, file)
      if (existsSync(path)) hash.update(file).update(readFileSync(path))
    }
    return join(folder, `${hash.digest('hex').slice(0, 32)}.json`)
  }
  return {
    get(test) {
      const path = pathOf(test)
      return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
    },
    set: (test, covered) => writeFileSync(pathOf(test), JSON.stringify(covered)),
  }
}
