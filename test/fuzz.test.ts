// Hostile inputs, 2,000 per parser (10,000 in `npm run torture -- points`): no crash, and none takes a second.

import { expect, test } from 'vitest'
import { findCollisions } from '../src/base/paths/portable-name.ts'
import { describeText } from '../src/base/text/describe-text.ts'
import { stripHidden } from '../src/base/text/invisible.ts'
import { joinDocument, parseDocument } from '../src/base/yaml/frontmatter.ts'
import { parseSimpleYaml } from '../src/base/yaml/simple-yaml.ts'
import { joinIndex, parseIndex, pointersOf } from '../src/memory/files/index-file.ts'
import { parseMemory } from '../src/memory/memory-file.ts'
import { checkMemoryFile, checkWritePath } from '../src/memory/memory-path.ts'
import { fileNameFor } from '../src/memory/records/file-name.ts'
import { loadIndexText } from '../src/memory/shown-index.ts'
import { parseJournal } from '../src/memory/writer/journal-lines.ts'
import { hostilePieces } from './arbitraries.ts'
import { TRY_ALL } from './support/try-all.ts'

const INPUTS = TRY_ALL ? 10_000 : 2_000

/** A small generator of its own: thousands of texts in a moment, the same ones in every run. */
function* texts(seed: number): Generator<string> {
  let state = seed
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let i = 0; i < INPUTS; i++) {
    let text = random(2) === 0 ? '---\n' : ''
    for (let n = random(25); n > 0; n--) {
      const piece =
        random(12) === 0
          ? String.fromCodePoint(random(0x10ffff))
          : hostilePieces[random(hostilePieces.length)]!
      // Now and then a long run: where backtracking hurts.
      text += random(60) === 0 ? piece.repeat(random(2_000)) : piece
    }
    yield random(2) === 0 ? `${text}\n---\nbody` : text
  }
}

const PARSERS: Record<string, (text: string) => void> = {
  frontmatter: (text) => expect(joinDocument(parseDocument(text)) === text).toBe(true),
  'simple yaml': (text) => void parseSimpleYaml(text),
  'memory file': (text) => void parseMemory(Buffer.from(text), { file: 'a.md', modified: new Date(0) }),
  'memory file, raw bytes': (text) =>
    void parseMemory(Buffer.from(text, 'utf16le'), { file: 'a.md', modified: new Date(0) }),
  index: (text) => {
    const index = parseIndex(text)
    pointersOf(index)
    loadIndexText(text)
    expect(joinIndex(index) === text).toBe(true)
  },
  paths: (text) => {
    checkWritePath(`/mem/${text}`, ['/mem'])
    checkMemoryFile(text)
    findCollisions(text.split('\n'))
  },
  'journal lines': (text) => {
    parseJournal(text)
    parseJournal(`{"v":1,"done":${JSON.stringify(text)}}\n{"v":1,${text}}\n`)
  },
  'names and hidden characters': (text) => {
    describeText(text)
    fileNameFor(text, undefined)
    stripHidden(text)
  },
}

/** Asking for the time used costs as much as parsing a text: only where some take a second together, each is measured. */
const TOGETHER = 100

function expectQuick(some: readonly string[], parser: (text: string) => void, name: string): void {
  if (usedMs(() => some.forEach(parser)) < 1_000) return
  for (const text of some)
    expect(
      usedMs(() => parser(text)),
      name,
    ).toBeLessThan(1_000)
}

function usedMs(work: () => void): number {
  const from = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}

for (const [name, parser] of Object.entries(PARSERS)) {
  test(`${name}: ${INPUTS} hostile inputs without a crash, none over a second`, { timeout: 60_000 }, () => {
    const all = [...texts(name.length)]
    for (let from = 0; from < all.length; from += TOGETHER)
      expectQuick(all.slice(from, from + TOGETHER), parser, name)
  })
}

test('long runs of one piece take no parser a second', { timeout: 60_000 }, () => {
  for (const [name, parser] of Object.entries(PARSERS))
    for (const piece of hostilePieces) {
      const long = [
        piece.repeat(4_000),
        `---\n${piece.repeat(4_000)}\n---\n`,
        `- [a](${piece.repeat(1_000)}`,
        `# ${piece.repeat(2_000)}x`,
      ]
      expectQuick(long, parser, `${name}: ${JSON.stringify(piece)}`)
    }
})
