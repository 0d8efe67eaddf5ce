// A directory that stays where it was when this process first saw it. Programs that live long would otherwise follow a
// link that somebody puts in its place, and read and write wherever that leads. It is known by device and inode; a plain
// directory in the same place (a restored backup, a fresh checkout) is taken for it.
import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, statSync } from 'node:fs'
import { directoryTexts } from '../messages/directory.ts'
import { message } from '../messages/message.ts'
import { attempt } from '../values/attempt.ts'
import { MemdirError, withRealPaths } from '../values/errors.ts'
import { THROUGH_DESCRIPTORS } from './directory.ts'

interface DirectoryIdentity {
  dev: number
  ino: number
}

export interface HeldDirectory {
  /** Throws where a link leads elsewhere in its place. Nothing there is fine. */
  check(): void
  /** The same for what was opened: so that what is checked is what is used. */
  verify(opened: DirectoryIdentity): void
  /** Gives a path that leads into this very directory until `work` is done, whatever becomes of its name. */
  within<T>(work: (path: string) => T): T
  /** It was missing, and this process has made it. */
  adopt(): void
}

/** For the whole process: opening something again does not make another directory the right one. */
const known = new Map<string, HeldDirectory>()

export function holdDirectory(path: string): HeldDirectory {
  const held = known.get(path) ?? hold(path)
  known.set(path, held)
  return held
}

const OPEN = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0)

function hold(path: string): HeldDirectory {
  // A link that was there from the beginning is the person's choice.
  let identity: DirectoryIdentity | undefined = attempt(() => statSync(path))
  let place = attempt(() => realpathSync.native(path))
  const verify = (opened: DirectoryIdentity) => {
    if (identity !== undefined && isSame(identity, opened)) return
    if (identity === undefined && attempt(() => lstatSync(path).isSymbolicLink())) throw replaced(path)
    const now = attempt(() => realpathSync.native(path))
    const there = now === undefined ? undefined : attempt(() => statSync(now))
    if (there === undefined || !isSame(there, opened) || (place !== undefined && now !== place))
      throw replaced(path)
    place = now
    identity = { dev: opened.dev, ino: opened.ino }
  }
  return {
    verify,
    check() {
      const now = attempt(() => statSync(path))
      if (now) verify(now)
    },
    within(work) {
      const fd = attempt(() => openSync(path, OPEN))
      if (fd === undefined) return work(path)
      try {
        verify(fstatSync(fd))
        return work(THROUGH_DESCRIPTORS ? `/proc/self/fd/${fd}` : path)
      } catch (error) {
        throw withRealPaths(error)
      } finally {
        closeSync(fd)
      }
    },
    adopt() {
      identity = undefined
      place = undefined
      const now = attempt(() => statSync(path))
      if (now) verify(now)
    },
  }
}

function isSame(one: DirectoryIdentity, other: DirectoryIdentity): boolean {
  return one.dev === other.dev && one.ino === other.ino
}

function replaced(path: string): MemdirError {
  return new MemdirError('refused_path', message(directoryTexts.directoryReplaced, { path }), {
    fix: message(directoryTexts.directoryReplacedFix),
  })
}
