// Races on paths: one process swaps a file, a directory and the index for links that lead out, as fast as it can, while
// this one writes and reads there. Nothing outside may be written, and nothing of it read. Works on dist/.
//
//   node scripts/torture/path-races.mjs [--tries 10000] [--seconds 300]
//
// `npm run torture` calls `runPathRaces`. The swapping child is this same file with `--child`.
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
import { nodeFileOps } from '../../dist/lib/file-ops.js'
import { readMemoryFile } from '../../dist/memory/read-memory-file.js'
import { readMemories } from '../../dist/memory/scan-files.js'
import { openWriter } from '../../dist/memory/writer.js'

const SELF = fileURLToPath(import.meta.url)
const SECRET = 'nobody may read or change this'
const OUTSIDE = { 'secret.md': SECRET, 'x.md': SECRET, 'b/x.md': SECRET }

/** What is swapped, where it leads, and the memory that is written and read meanwhile. */
const KINDS = {
  file: { swapped: 'x.md', leadsTo: 'secret.md', memory: 'x.md' },
  directory: { swapped: 'a', leadsTo: '.', memory: 'a/x.md' },
  'directory above': { swapped: 'a', leadsTo: '.', memory: 'a/b/x.md' },
  index: { swapped: 'MEMORY.md', leadsTo: 'secret.md', memory: 'y.md' },
}

/**
 * @param {{ tries?: number, seconds?: number, onProgress?: (line: string) => void }} [options]
 * @returns {Promise<{ tries: number, swaps: number, written: number, refused: number, read: number, violations: string[] }>}
 */
export async function runPathRaces({ tries = 10_000, seconds = 300, onProgress = () => {} } = {}) {
  const facts = { tries: 0, swaps: 0, written: 0, refused: 0, read: 0, violations: [] }
  const until = Date.now() + seconds * 1000
  for (const kind of Object.keys(KINDS)) {
    await raceKind(kind, Math.ceil(tries / Object.keys(KINDS).length), until, facts)
    onProgress(`${facts.tries} tries, ${facts.swaps} swaps, ${facts.violations.length} violations`)
  }
  return facts
}

async function raceKind(kind, tries, until, facts) {
  const home = mkdtempSync(join(tmpdir(), 'memdir-races-'))
  const [memory, outside] = [join(home, 'memory'), join(home, 'outside')]
  for (const [file, text] of Object.entries(OUTSIDE)) put(join(outside, file), text)
  const { swapped, leadsTo, memory: file } = KINDS[kind]
  put(join(memory, file), 'plain')
  put(join(memory, 'MEMORY.md'), '')
  const swapper = startSwapper(kind, join(memory, swapped), join(outside, leadsTo))
  const writer = openWriter({
    directory: memory,
    state: join(home, 'state'),
    loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
    // What is proven here is where bytes go, not that they last: without it there are more tries.
    ops: { ...nodeFileOps, fsync: () => {} },
  })
  try {
    // Until both sides have had their turns, however busy the machine is.
    for (let n = 0; (n < tries || swapper.swaps() < tries / 10) && Date.now() < until; n++) {
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
    await writer.write([{ file, content: `written ${n}` }], { actor: 'races', action: 'edit' })
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
  const { values, positionals } = parseArgs({
    options: {
      tries: { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '300' },
      child: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.child) swapWithoutEnd(...positionals)
  else {
    const options = { tries: Number(values.tries), seconds: Number(values.seconds) }
    const facts = await runPathRaces({ ...options, onProgress: (line) => console.log(line) })
    console.log(JSON.stringify({ ...facts, violations: facts.violations.slice(0, 20) }))
    process.exitCode = facts.violations.length > 0 || facts.tries < options.tries ? 1 : 0
  }
}
