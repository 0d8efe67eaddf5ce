// Numbers of the building that must not rise (`limits.json`): lower one when it has fallen.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRooms } from './rooms.mjs'

export function measureLimits(root) {
  const limits = JSON.parse(readFileSync(join(import.meta.dirname, 'limits.json'), 'utf8'))
  const found = readRooms(root)
  const measured = {
    ...found,
    doorFiles: Object.values(found.doors).reduce((sum, files) => sum + files, 0),
    shelf: Math.max(...Object.values(found.shelves)),
    exportDensity: Math.round((found.exports / found.lines) * 10_000) / 10,
  }
  const rows = Object.entries(limits).map(([name, limit]) => ({ name, ...limit, is: measured[name] }))
  return { rows, doors: found.doors, shelves: found.shelves, risen: rows.filter(({ is, most }) => is > most) }
}

/** For `npm run check`: only what has risen is printed. */
if (process.argv[1] === import.meta.filename) {
  const { risen } = measureLimits(join(import.meta.dirname, '../../src'))
  for (const { what, is, most } of risen)
    console.log(`${what}: ${is}, at most ${most} (scripts/shape/limits.json)`)
  if (risen.length > 0) process.exitCode = 1
}
