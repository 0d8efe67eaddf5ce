// Races on paths: one process swaps a file, a directory and the index for links that lead out, as fast as it can, while
// this one writes and reads there. Nothing outside may be written, and nothing of it read. Works on dist/.
// The swapping child is this same file with `--child`.
import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { nodeFileOps } from '../../dist/base/files/file-ops.js'
import { openWriter } from '../../dist/memory/open-writer.js'
import { readMemoryFile } from '../../dist/memory/read-memory-file.js'
import { readMemories } from '../../dist/memory/scan-files.js'
import { overwriting } from '../../dist/testing/overwriting.js'

const SELF = fileURLToPath(import.meta.url)
const SECRET = 'nobody may read or change this'
const OUTSIDE = { 'secret.md': SECRET, 'x.md': SECRET, 'b/x.md': SECRET }

/** What is swapped, where it leads, and the memory that is written and read at the same time. */
const KINDS = {
  file: { swapped: 'x.md', leadsTo: 'secret.md', memory: 'x.md' },
  directory: { swapped: 'a', leadsTo: '.', memory: 'a/x.md' },
  'directory above': { swapped: 'a', leadsTo: '.', memory: 'a/b/x.md' },
  index: { swapped: 'MEMORY.md', leadsTo: 'secret.md', memory: 'y.md' },
}

const TRIES = 10_000

export async function run({ tries = TRIES, log, timeIsUp }) {
  const facts = { tries: 0, swaps: 0, written: 0, refused: 0, read: 0, violations: [] }
  for (const kind of Object.keys(KINDS)) {
    await raceKind(kind, Math.ceil(tries / Object.keys(KINDS).length), timeIsUp, facts)
    log(
      `${kind}: ${facts.tries} tries, ${facts.swaps} swaps, ${facts.written} writes, ${facts.refused} refused, ${facts.read} reads`,
    )
  }
  // Both sides must have had their turns, or nothing was shown.
  for (const side of ['swaps', 'written', 'refused', 'read'])
    if (facts[side] === 0) facts.violations.push(`no race took place: ${side} 0`)
  return { ...facts, unfinished: facts.tries < tries }
}

async function raceKind(kind, tries, timeIsUp, facts) {
  const home = mkdtempSync(join(tmpdir(), 'memdir-races-'))
  const [memory, outside] = [join(home, 'memory'), join(home, 'outside')]
  for (const [file, text] of Object.entries(OUTSIDE)) put(join(outside, file), text)
  const { swapped, leadsTo, memory: file } = KINDS[kind]
  put(join(memory, file), 'plain')
  put(join(memory, 'MEMORY.md'), '')
  const swapper = startSwapper(kind, join(memory, swapped), join(outside, leadsTo))
  const writer = overwriting(
    openWriter({
      directory: memory,
      state: join(home, 'state'),
      loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
      // What is proven here is where bytes go, not that they last: without it there are more tries.
      ops: { ...nodeFileOps, fsync: () => {} },
    }),
  )
  try {
    // Until both sides have had their turns, however busy the machine is.
    for (let n = 0; (n < tries || swapper.swaps() < tries / 10) && !timeIsUp(); n++) {
      facts.tries++
      await tryWrite(writer, file, n, facts)
      tryRead(memory, file, kind, facts)
      checkOutside(outside, kind, facts)
      // Lets the swapper's word through.
      await new Promise(setImmediate)
    }
  } finally {
    await swapper.stop()
    facts.swaps += swapper.swaps()
    checkOutside(outside, kind, facts)
    rmSync(home, { recursive: true, force: true })
  }
}

async function tryWrite(writer, file, n, facts) {
  try {
    await writer.overwrite([{ file, content: `written ${n}` }], { actor: 'races', action: 'edit' })
    facts.written++
  } catch {
    facts.refused++
  }
}

function tryRead(memory, file, kind, facts) {
  const texts = [file, 'MEMORY.md'].map((name) => {
    const read = readMemoryFile(memory, name)
    return read.status === 'read' ? read.bytes.toString('utf8') : ''
  })
  texts.push(...readMemories(memory).map(({ content }) => content))
  facts.read += texts.filter((text) => text !== '').length
  if (texts.some((text) => text.includes(SECRET))) facts.violations.push(`${kind}: a file outside was read`)
}

function checkOutside(outside, kind, facts) {
  const names = readdirSync(outside, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  if (names.length !== Object.keys(OUTSIDE).length) facts.violations.push(`${kind}: a file was made outside`)
  for (const file of Object.keys(OUTSIDE))
    if (readFileSync(join(outside, file), 'utf8') !== SECRET)
      facts.violations.push(`${kind}: a file outside was changed`)
}

function put(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function startSwapper(kind, target, way) {
  const child = spawn(process.execPath, [SELF, '--child', kind, target, way], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let dots = 0
  child.stdout.on('data', (data) => {
    dots += data.length
  })
  const ended = new Promise((done) => child.once('close', done))
  return {
    swaps: () => dots * SWAPS_PER_DOT,
    stop() {
      child.stdin.end()
      return ended
    },
  }
}

// ——— the child ———

const SWAPS_PER_DOT = 50

function swapWithoutEnd(kind, target, way) {
  const quiet = (work) => {
    try {
      work()
    } catch {
      // The other side was there first.
    }
  }
  const swapFile = () => {
    quiet(() => symlinkSync(way, `${target}.l`))
    quiet(() => renameSync(`${target}.l`, target))
    quiet(() => writeFileSync(`${target}.f`, 'plain'))
    quiet(() => renameSync(`${target}.f`, target))
  }
  const swapDirectory = () => {
    quiet(() => renameSync(target, `${target}.away`))
    quiet(() => symlinkSync(way, target))
    quiet(() => unlinkSync(target))
    quiet(() => renameSync(`${target}.away`, target))
    quiet(() => mkdirSync(join(target, 'b'), { recursive: true }))
  }
  const swap = kind.startsWith('directory') ? swapDirectory : swapFile
  const round = () => {
    for (let i = 0; i < SWAPS_PER_DOT; i++) swap()
    writeSync(1, '.')
    setImmediate(round)
  }
  process.stdin.on('end', () => process.exit(0)).resume()
  round()
}

if (process.argv[1] === SELF) {
  const { positionals } = parseArgs({ options: { child: { type: 'boolean' } }, allowPositionals: true })
  swapWithoutEnd(...positionals)
}
