// One file per memory; ripgrep finds the question's words, the rarer ones count more.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'

const STOPS = new Set(
  'what about the a to of and in is that for it was on with as we at by this be are from or an not'.split(
    ' ',
  ),
)

export function open({ directory }) {
  const folder = join(directory, 'files')
  let count = 0
  const add = ({ text }) => writeFileSync(join(folder, `memory-${count++}-${process.pid}.md`), text)
  return {
    fill(memories) {
      mkdirSync(folder)
      for (const memory of memories) add(memory)
    },
    ask({ text }) {
      const words = [...new Set(text.toLowerCase().match(/\w+/g))].filter((word) => !STOPS.has(word))
      const args = ['-oiwHN', '--no-heading', ...words.flatMap((word) => ['-e', word]), folder]
      const { stdout } = spawnSync(rgPath, args, { encoding: 'utf8', maxBuffer: 1e9 })
      return best(stdout).map(([file]) => readFileSync(file, 'utf8'))
    },
    add,
  }
}

/** The five files whose words are rarest together. `lines`: FILE:WORD. */
function best(lines) {
  const filesOf = new Map()
  for (const line of lines.split('\n')) {
    const at = line.lastIndexOf(':')
    if (at < 0) continue
    const word = line.slice(at + 1).toLowerCase()
    if (!filesOf.has(word)) filesOf.set(word, new Set())
    filesOf.get(word).add(line.slice(0, at))
  }
  const scores = new Map()
  for (const files of filesOf.values())
    for (const file of files) scores.set(file, (scores.get(file) ?? 0) + Math.log(1 + 10_000 / files.size))
  return [...scores].toSorted((a, b) => b[1] - a[1]).slice(0, 5)
}
