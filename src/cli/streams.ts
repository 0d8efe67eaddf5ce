// Standard output and error of the command line. Written by their descriptors: Node's own streams take as long to load as
// a short command to run. They take over where a descriptor does not wait for its reader.
import { fstatSync, writeSync } from 'node:fs'
import { attempt } from '../base/values/attempt.ts'
import { systemCode } from '../base/values/errors.ts'

const FAILURE = 1
const NUMBERS = { stdin: 0, stdout: 1, stderr: 2 } as const
type Output = 'stdout' | 'stderr'

const opened = new Map<Output, NodeJS.WriteStream>()

export function writeTo(name: Output, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
  const stream = opened.get(name)
  if (stream) stream.write(bytes)
  else writeAll(name, bytes)
}

function writeAll(name: Output, bytes: Uint8Array): void {
  let at = 0
  try {
    while (at < bytes.length) at += writeSync(NUMBERS[name], bytes, at)
  } catch (error) {
    if (systemCode(error) === 'EAGAIN') openStream(name).write(bytes.subarray(at))
    else endFor(name, error as NodeJS.ErrnoException)
  }
}

/** For whoever needs the stream itself. */
export function openStream(name: Output): NodeJS.WriteStream {
  const known = opened.get(name)
  if (known) return known
  const stream = process[name]
  stream.on('error', (error) => endFor(name, error))
  opened.set(name, stream)
  return stream
}

/** Resolves when standard output has taken all of it. */
export async function outputTaken(): Promise<void> {
  const stream = opened.get('stdout')
  if (!stream) return
  await new Promise<void>((done) => {
    stream.write('', (error) => error ?? done())
  })
}

let lostTerminal: (() => void) | undefined

/** For whoever has something to save when the window is closed: nobody reads what is written from then on. */
export function onLostTerminal(listener: () => void): void {
  lostTerminal = listener
}

function endFor(name: Output, error: NodeJS.ErrnoException): void {
  if (lostTerminal && error.code === 'EIO') {
    lostTerminal()
    return
  }
  // A reader that closes early (`memdir list | head`) is no fault.
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
  // A full disk behind `>`: the rest could not be written either.
  if (name === 'stdout')
    attempt(() => writeSync(NUMBERS.stderr, `memdir: the result cannot be written: ${error.message}.\n`))
  process.exit(FAILURE)
}

/** What is no device is no terminal, nor is /dev/null: asking the system loads as much of Node as a short command. */
export function isTerminal(name: keyof typeof NUMBERS): boolean {
  const number = NUMBERS[name]
  const stat = attempt(() => fstatSync(number))
  if (!stat?.isCharacterDevice() || isMemoryDevice(stat)) return false
  return process.getBuiltinModule('node:tty').isatty(number)
}

/** Linux gives /dev/null, /dev/zero and their like the major number 1. */
function isMemoryDevice({ rdev }: { rdev: number }): boolean {
  return process.platform === 'linux' && rdev >>> 8 === 1
}
