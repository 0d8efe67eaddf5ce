// A directory that stays the one it was when this process first saw it, by device and inode. Programs that live long
// would otherwise follow a link that somebody puts in its place, and read and write wherever that leads.
import { closeSync, constants, fstatSync, lstatSync, openSync, statSync } from 'node:fs'
import { DIRECTORY_REPLACED, DIRECTORY_REPLACED_FIX } from '../messages/directory.ts'
import { message } from '../messages/message.ts'
import { attempt } from './attempt.ts'
import { THROUGH_DESCRIPTORS } from './directory.ts'
import { MemdirError } from './errors.ts'

export interface DirectoryIdentity {
  dev: number
  ino: number
}

export interface HeldDirectory {
  /** Throws where another directory, or a link, is in its place. Nothing there is fine. */
  check(): void
  /** The same for what was opened: so that what is checked is what is used. */
  verify(opened: DirectoryIdentity): void
  /** Gives a path that leads into this very directory until `work` is done, whatever becomes of its name. */
  within<T>(work: (path: string) => T): T
  /** It was missing, and this process has made it. */
  adopt(): void
}

/** For the whole process: opening something anew does not make another directory the right one. */
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
  const verify = (opened: DirectoryIdentity) => {
    if (identity === undefined) {
      if (attempt(() => lstatSync(path).isSymbolicLink())) throw replaced(path)
      identity = { dev: opened.dev, ino: opened.ino }
    }
    if (opened.dev !== identity.dev || opened.ino !== identity.ino) throw replaced(path)
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
      } finally {
        closeSync(fd)
      }
    },
    adopt() {
      identity = undefined
      const now = attempt(() => statSync(path))
      if (now) verify(now)
    },
  }
}

function replaced(path: string): MemdirError {
  return new MemdirError('refused_path', message(DIRECTORY_REPLACED, { path }), {
    fix: message(DIRECTORY_REPLACED_FIX),
  })
}
