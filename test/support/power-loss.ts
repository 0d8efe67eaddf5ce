// What a power cut may leave of a directory: everything that was synced, and any part of what was not.
//
// File operations go to the real disk and are followed here. A file's bytes are certain once the file was synced, a
// name in a directory (made, renamed, removed) once that directory was. All else is at the mercy of the moment: dropped,
// kept, or kept in another order, as journaling file systems are allowed to do.
import {
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { type FileOps, nodeFileOps } from '../../src/base/files/file-ops.ts'

interface Node {
  kind: 'file' | 'directory' | 'link'
  /** A link's target is a part of its name: it is never torn. A directory has no bytes. */
  synced: Buffer
  current: Buffer
}

/** One name made, replaced (renamed over) or removed in a directory. */
interface NameChange {
  directory: string
  name: string
  node: Node | undefined
  /** For the old name of a rename: the new one, without which the old one does not go. */
  renamedTo?: NameChange
}

export type Loss =
  /** Nothing that was not synced is there. */
  | 'all'
  /** Names are there, bytes that were not synced are not: what renaming before syncing leaves. */
  | 'bytes'
  /** Bytes are there, names that were not synced are not. */
  | 'names'
  /** A random part of each; seeded. */
  | { seed: number }

export interface PowerLossFileOps extends FileOps {
  /** What would be left now, by relative path. */
  remains(loss: Loss): Remains
}

export type Remains = ReadonlyMap<string, { kind: Node['kind']; bytes: Buffer }>

export interface PowerLossOptions {
  /** All below it is followed; what is there already counts as synced. */
  root: string
  /** Called after each operation that changed something. */
  afterChange?: (operation: keyof FileOps, ops: PowerLossFileOps) => void
}

export function powerLossFileOps({ root, afterChange }: PowerLossOptions): PowerLossFileOps {
  const top = realpathSync(root)
  const opened = new Map<number, { node: Node; path: string }>()
  const current = new Map<string, Map<string, Node>>()
  const synced = new Map<string, Map<string, Node>>()
  let pending: NameChange[] = []
  readTree(top, current)
  for (const [path, entries] of current) synced.set(path, new Map(entries))

  const place = (path: string) => ({ directory: realpathSync(dirname(path)), name: basename(path) })
  const entriesOf = (directory: string) => current.get(directory)
  const nodeAt = (path: string) => {
    const { directory, name } = place(path)
    return entriesOf(directory)?.get(name)
  }
  const setName = (path: string, node: Node | undefined, renamedTo?: NameChange) => {
    const { directory, name } = place(path)
    const entries = entriesOf(directory)
    if (!entries) return undefined
    if (node) entries.set(name, node)
    else entries.delete(name)
    const change: NameChange = { directory, name, node, renamedTo }
    pending.push(change)
    return change
  }
  const refresh = (fd: number) => {
    const file = opened.get(fd)
    if (file?.node.kind === 'file') file.node.current = readFileSync(file.path)
  }
  const changed = (operation: keyof FileOps) => afterChange?.(operation, ops)

  const ops: PowerLossFileOps = {
    ...nodeFileOps,
    open(path, flags, mode) {
      const known = nodeAt(path)
      const fd = nodeFileOps.open(path, flags, mode)
      const real = realpathSync(`/proc/self/fd/${fd}`)
      const isDirectory = statSync(real).isDirectory()
      if (isDirectory) opened.set(fd, { node: newNode('directory'), path: real })
      else {
        const node = known ?? newNode('file')
        opened.set(fd, { node, path: `/proc/self/fd/${fd}` })
        if (!known && flags & constants.O_CREAT) setName(path, node)
        if (flags & constants.O_TRUNC) refresh(fd)
        if (flags & (constants.O_CREAT | constants.O_TRUNC)) changed('open')
      }
      return fd
    },
    close(fd) {
      opened.delete(fd)
      nodeFileOps.close(fd)
    },
    write(fd, bytes, offset, length) {
      const count = nodeFileOps.write(fd, bytes, offset, length)
      refresh(fd)
      changed('write')
      return count
    },
    ftruncate(fd, length) {
      nodeFileOps.ftruncate(fd, length)
      refresh(fd)
      changed('ftruncate')
    },
    fsync(fd) {
      const file = opened.get(fd)
      if (file?.node.kind === 'directory') {
        const entries = current.get(file.path)
        if (entries) synced.set(file.path, new Map(entries))
        pending = pending.filter(({ directory }) => directory !== file.path)
      } else if (file) file.node.synced = file.node.current
      changed('fsync')
    },
    syncAll() {
      for (const [path, entries] of current) {
        synced.set(path, new Map(entries))
        for (const node of entries.values()) node.synced = node.current
      }
      pending = []
      changed('syncAll')
      return true
    },
    rename(from, to) {
      const node = nodeAt(from)
      nodeFileOps.rename(from, to)
      // One operation: a crash never shows both names gone. It is pending in order, the new name first.
      setName(from, undefined, setName(to, node))
      changed('rename')
    },
    link(from, to) {
      nodeFileOps.link(from, to)
      setName(to, nodeAt(from))
      changed('link')
    },
    symlink(target, path) {
      nodeFileOps.symlink(target, path)
      setName(path, newNode('link', Buffer.from(target)))
      changed('symlink')
    },
    unlink(path) {
      nodeFileOps.unlink(path)
      setName(path, undefined)
      changed('unlink')
    },
    mkdir(path, mode) {
      nodeFileOps.mkdir(path, mode)
      const { directory, name } = place(path)
      setName(path, newNode('directory'))
      for (const known of [current, synced]) known.set(join(directory, name), new Map())
      changed('mkdir')
    },
    remains: (loss) => describeRemains({ top, current, synced, pending }, loss),
  }
  return ops
}

/** Puts what was left into an empty directory, as the machine finds it when it has booted again. */
export function restoreAfterPowerLoss(remains: Remains, target: string): void {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8)
  for (const [path, { kind, bytes }] of remains) {
    const full = join(target, path)
    mkdirSync(kind === 'directory' ? full : dirname(full), { recursive: true, mode: 0o700 })
    if (kind === 'file') writeFileSync(full, bytes, { mode: 0o600 })
    // Locks name the boot that they were taken in, which is over.
    if (kind === 'link') symlinkSync(bytes.toString().replace(boot, '00000000'), full)
  }
}

interface Followed {
  top: string
  current: ReadonlyMap<string, ReadonlyMap<string, Node>>
  synced: ReadonlyMap<string, ReadonlyMap<string, Node>>
  pending: readonly NameChange[]
}

function describeRemains({ top, current, synced, pending }: Followed, loss: Loss): Remains {
  const random = typeof loss === 'object' ? seeded(loss.seed) : undefined
  const names = random
    ? applySome(synced, pending, random)
    : loss === 'all' || loss === 'names'
      ? synced
      : current
  const bytes = (node: Node) => {
    if (node.kind === 'link') return node.current
    if (random) return tear(node, random)
    return loss === 'names' ? node.current : node.synced
  }
  const left = new Map<string, { kind: Node['kind']; bytes: Buffer }>()
  const visit = (directory: string) => {
    for (const [name, node] of names.get(directory) ?? []) {
      const path = join(directory, name)
      left.set(relative(top, path), { kind: node.kind, bytes: bytes(node) })
      if (node.kind === 'directory') visit(path)
    }
  }
  visit(top)
  return left
}

/** The synced names, and each later change with even odds: in another order than they were made, too. */
function applySome(
  synced: Followed['synced'],
  pending: readonly NameChange[],
  random: () => number,
): Map<string, Map<string, Node>> {
  const names = new Map([...synced].map(([path, entries]) => [path, new Map(entries)]))
  const lost = new Set(pending.filter(() => random() < 0.5))
  for (const change of pending) {
    if (lost.has(change) || (change.renamedTo && lost.has(change.renamedTo))) continue
    const entries = names.get(change.directory) ?? new Map<string, Node>()
    names.set(change.directory, entries)
    if (change.node) entries.set(change.name, change.node)
    else entries.delete(change.name)
  }
  return names
}

/** Synced bytes, current bytes, or the synced ones with a part of what came after. */
function tear(node: Node, random: () => number): Buffer {
  const odds = random()
  if (odds < 0.4) return node.synced
  if (odds < 0.7) return node.current
  const cut = node.synced.length + Math.floor(random() * (node.current.length - node.synced.length + 1))
  return node.current.subarray(0, Math.max(0, cut))
}

function newNode(kind: Node['kind'], bytes = Buffer.alloc(0)): Node {
  return { kind, synced: Buffer.alloc(0), current: bytes }
}

function readTree(directory: string, into: Map<string, Map<string, Node>>): void {
  const entries = new Map<string, Node>()
  into.set(directory, entries)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    const kind = entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'file'
    const bytes =
      kind === 'directory'
        ? Buffer.alloc(0)
        : kind === 'link'
          ? Buffer.from(readlinkSync(path))
          : readFileSync(path)
    entries.set(entry.name, { kind, synced: bytes, current: bytes })
    if (entry.isDirectory()) readTree(path, into)
  }
}

/** mulberry32: small, good enough for choosing what is lost. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
