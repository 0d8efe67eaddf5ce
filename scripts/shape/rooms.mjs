// The building in numbers: who sees whom, how wide the doors are, and what is said outside of messages/. Read as text, so that
// `npm run check` can afford it. Tests and fakes do not count.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const ROOMS = [
  'base',
  'memory',
  'models',
  'search',
  'learn',
  'agent',
  'connect',
  'team',
  'page',
  'cli',
]
/** Started by their names: what they are imported by is no door. */
const ENTRIES = /^(agent\/sdk|connect\/sdk|cli\/commands)\//
/** Chinese in a program: beside English, or chosen by the language. */
const TEXT = /\bzh'?\s*[:?]\s*\[?['"`](?!en')|\bsay\(\s*['"`]/g
const IMPORT = /(?:from\s+|import\s*\(\s*|import\s+)'(\.{1,2}\/[^']+\.ts)'/g

export function readRooms(root) {
  const files = readdirSync(root, { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const modules = files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const imports = new Set([...text.matchAll(IMPORT)].map(([, to]) => join(dirname(file), to)))
    return { file, text, imports: [...imports] }
  })
  const across = modules.flatMap(({ file, imports }) =>
    imports.filter((to) => roomOf(to) !== roomOf(file)).map((to) => ({ file, to })),
  )
  const intoRooms = across.filter(({ to }) => isRoom(to) && roomOf(to) !== 'base' && !ENTRIES.test(to))
  const doors = ROOMS.filter((room) => room !== 'base').map((room) => [
    room,
    new Set(intoRooms.filter(({ to }) => roomOf(to) === room).map(({ to }) => to)).size,
  ])
  return {
    edges: new Set(
      across
        .filter(({ file, to }) => isRoom(file) && isRoom(to))
        .map(({ file, to }) => `${roomOf(file)} → ${roomOf(to)}`),
    ).size,
    doors: Object.fromEntries(doors.filter(([, files]) => files > 0)),
    private: intoRooms.filter(({ to }) => to.split('/').length > 2).length,
    shelves: shelves(files),
    imports: Math.max(...modules.map(({ imports }) => imports.length)),
    everywhere: modules.filter(
      ({ file, text }) => !file.startsWith('base/messages/') && /everywhere/i.test(text),
    ).length,
    texts: modules
      .filter(({ file }) => !file.startsWith('base/messages/'))
      .reduce((sum, { text }) => sum + (text.match(TEXT)?.length ?? 0), 0),
    exports: modules.reduce((sum, { text }) => sum + (text.match(/^export /gm)?.length ?? 0), 0),
    lines: modules.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
  }
}

export function roomOf(file) {
  return file.split('/')[0]
}

function isRoom(file) {
  return ROOMS.includes(roomOf(file)) && file.includes('/')
}

/** Files that stand directly in a subfolder of base/, but for the messages. */
function shelves(files) {
  const found = {}
  for (const file of files) {
    const [room, shelf, ...rest] = relative('.', file).split('/')
    if (room === 'base' && rest.length === 1 && shelf !== 'messages') found[shelf] = (found[shelf] ?? 0) + 1
  }
  return found
}
