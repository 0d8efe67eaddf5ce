// Many processes write into one directory at the same time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentHash } from '../../dist/base/values/hash.js'
import { randomId } from '../../dist/base/values/ids.js'
import { childArguments, say, sleep, startChild } from './lib/children.mjs'
import { withRoot } from './lib/place.mjs'
import { checkIndexes, isWhole, leftovers, provenText, writerIn } from './lib/proven-store.mjs'

const SELF = fileURLToPath(import.meta.url)
const PROCESSES = 8

/** Half adds, a quarter edits by compare-and-swap, a quarter edits planned under the lock. */
async function childThatWrites(home, count) {
  const writer = writerIn(home)
  const context = { actor: `writer-${process.pid}`, action: 'edit' }
  const next = (bytes) => `${Number(bytes) + 1}`
  for (let i = 0; i < count; i++) {
    if (i % 2 === 0) {
      const file = `project_${randomId(12)}.md`
      await writer.write([{ file, create: provenText(file) }], { ...context, action: 'add' })
      say(`added ${file}`)
    } else if (i % 4 === 1) {
      await writer.writePlanned((view) => {
        const now = view.read('planned.md')
        return [{ file: 'planned.md', replace: next(now), expect: contentHash(now) }]
      }, context)
      say('planned')
    } else {
      while (!(await swapped(writer, home, next, context)));
      say('swapped')
    }
  }
}

async function swapped(writer, home, next, context) {
  const bytes = readFileSync(join(home, 'memory/swapped.md'))
  try {
    await writer.write([{ file: 'swapped.md', replace: next(bytes), expect: contentHash(bytes) }], context)
    return true
  } catch (error) {
    if (error.code !== 'conflict') throw error
    await sleep(Math.random() * 20)
    return false
  }
}

export function run({ tries: writes = 200 }) {
  const violations = []
  return withRoot('writers', async (root) => {
    await writeTogether(join(root, 'write'), writes, (text) => violations.push(text))
    return { tries: PROCESSES * writes, violations }
  })
}

async function writeTogether(home, writes, violation) {
  const writer = writerIn(home)
  const counters = ['planned.md', 'swapped.md'].map((file) => ({ file, create: '0' }))
  await writer.write(counters, { actor: 'parent', action: 'add' })
  const children = Array.from({ length: PROCESSES }, () => startChild(SELF, [home, writes]))
  for (const child of children) {
    const { code } = await child.ended
    if (code !== 0) violation(`a writer failed: ${child.err.slice(0, 300)}`)
  }
  const out = children.map((child) => child.out).join('')
  const added = [...out.matchAll(/^added (.+)$/gm)].map((match) => match[1])
  const files = new Set(checkIndexes(home, 'after writing together', violation))
  for (const file of added) {
    if (!files.has(file)) violation(`an added memory is lost: ${file}`)
    else if (!isWhole(readFileSync(join(home, 'memory', file), 'utf8'))) violation(`${file} is torn`)
  }
  const edits = {}
  for (const kind of ['planned', 'swapped']) {
    edits[kind] = out.split(`${kind}\n`).length - 1
    const now = Number(readFileSync(join(home, `memory/${kind}.md`), 'utf8'))
    if (now !== edits[kind]) violation(`${kind}: ${edits[kind]} edits acknowledged, ${now} there`)
  }
  const journaled = writer.journal.read().length
  const expected = added.length + edits.planned + edits.swapped + 2
  if (journaled !== expected) violation(`${expected} changes acknowledged, ${journaled} journaled`)
  if (leftovers(home).length > 0) violation('leftovers after writing together')
}

const [home, count] = childArguments(import.meta.url) ?? []
if (home) await childThatWrites(home, Number(count))
