// What people and other programs would find: memories, settings, exports, other agents' files. Names and times that
// are new in every run are taken out, so that two runs of a command give the same.
import { readTree } from '../lib/files.mjs'

/** Caches, logs, locks, sockets and what an uninstall has moved aside are not promised; the journal is looked at by itself. */
const DERIVED =
  /^code\/|^home\/(?:models|cache|ledger|locks|run)\/|^home\/projects\/[^/]+\/(?:sessions|state)\/(?!quarantine\/|imports\/|answers\/|candidates\/(?!locks\/)|feedback\.json)|\.memdir-tmp-|^home\/\.removed-|^import\//

export function takeSnapshot(root) {
  const journal = readTree(root, (path) => /\/state\/journal\/[^/]+\.jsonl$/.test(path))
  const ids = namesIn([...journal.values()].map(String).join('\n'))
  const plain = (text) =>
    text
      .replace(/\b[0-9a-z]{8}\b/g, (word) => (ids.has(word) ? '<id>' : word))
      .replace(/conversation: [^,}\n]+/g, 'conversation: <id>')
      // Some have to be quoted in YAML.
      .replace(/["']<id>["']/g, '<id>')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
      // Entries of daily logs begin with the time of the day.
      .replace(/^- \d\d:\d\d:\d\d /gm, '- <time> ')
  const files = readTree(root, (path) => !DERIVED.test(path))
  const found = [...files].map(([path, bytes]) => [
    path.replace(/(quarantine|imports|answers)\/[0-9a-z]+(-[0-9a-z]+)?\.json/, '$1/<id>$2.json'),
    plain(
      bytes
        .toString()
        .replace(/^[0-9a-f]{64}\n$/, '<key>')
        .replace(/"(id|held|exported|signature|time|updated)":\s*"[^"]*"/g, '"$1":<new>'),
    ),
  ])
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function namesIn(journal) {
  return new Set([...journal.matchAll(/"(?:id|memory|group)":"([0-9a-z]{8})"/g)].map((match) => match[1]))
}

/** The ids of all changes in the history. */
export function changesIn(root) {
  const journal = readTree(root, (path) => /\/state\/journal\/[^/]+\.jsonl$/.test(path))
  const lines = [...journal.values()].flatMap((bytes) => bytes.toString().split('\n'))
  return new Set(lines.flatMap((line) => /^\{"v":1,"id":"([0-9a-z]+)"/.exec(line)?.[1] ?? []))
}

/** undefined where they are the same. */
export function difference(snapshot, expected) {
  const paths = new Set([...snapshot.keys(), ...expected.keys()])
  const different = [...paths].filter((path) => snapshot.get(path) !== expected.get(path))
  return different.length === 0
    ? undefined
    : different.map((path) => describe(path, snapshot, expected)).join(', ')
}

function describe(path, snapshot, expected) {
  const name = path.split('/').slice(-2).join('/')
  if (!expected.has(path)) return `${name} is there`
  return snapshot.has(path) ? `${name} differs` : `${name} is missing`
}
