import { relative, sep } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { builtTestsOf, isNamedBuilt, testFiles } from './test-files.ts'

/** Says after a run of some folders of `src/` which tests of the built program were left out. */
export class LeftOut implements Reporter {
  private root = ''

  onInit(vitest: Vitest): void {
    this.root = vitest.config.root
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const ran = modules.map(({ moduleId }) => relative(this.root, moduleId))
    const text = leftOut(ran)
    if (text !== '') process.stdout.write(text)
  }
}

/** `ran`: paths of test files from the root. Empty where tests of the built program were among them. */
export function leftOut(ran: readonly string[]): string {
  if (ran.length === 0 || ran.some(isNamedBuilt)) return ''
  const built = testFiles().filter(isNamedBuilt)
  const folders = [...new Set(ran.flatMap((file) => folderOf(file) ?? []))].sort()
  const lines = folders.flatMap((folder) => {
    const files = builtTestsOf(folder)
    return files.length === 0 ? [] : [`  src/${folder}: npx vitest run ${files.join(' ')}\n`]
  })
  const all = `Left out: ${built.length} files with tests of the built program (npm run build && npx vitest run .built.)`
  return lines.length === 0 ? `${all}\n` : `${all}, of which some name what was tested:\n${lines.join('')}`
}

function folderOf(file: string): string | undefined {
  const [top, ...folders] = file.split(sep).slice(0, -1)
  return top === 'src' && folders.length > 0 ? folders.slice(0, 2).join('/') : undefined
}
