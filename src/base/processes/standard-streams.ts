// Standard input and output by their descriptors. Node's own streams load thirty modules, which is most of what a process
// that lives for a few milliseconds does; they are used where a descriptor does not block.
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { attempt } from '../values/attempt.ts'
import { systemCode } from '../values/errors.ts'

const STDIN = 0
const STDOUT = 1
const CHUNK = 65_536
/** A third of what Linux keeps for a reader that is late. */
const SOCKET_BYTES = 65_536

interface ReadOptions {
  /** Bytes; more is an error. */
  limit: number
  /** Whether this is all that will come, though the other side keeps its end open. */
  isWhole?(text: string): boolean
}

/** Waits until the other side closes it or all has come. */
export async function readStandardInput({ limit, isWhole }: ReadOptions): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  /** True when there is no more to come. */
  const take = (chunk: Buffer): boolean => {
    size += chunk.length
    if (size > limit) throw new Error('too much input')
    chunks.push(chunk)
    // The last byte of a JSON document: everything else is not worth a look.
    return (
      isWhole !== undefined && /\}\s*$/.test(chunk.toString('latin1', chunk.length - 16)) && isWhole(text())
    )
  }
  const text = () => Buffer.concat(chunks).toString('utf8')
  for (;;) {
    const chunk = readChunk()
    if (chunk === 'would-block') break
    if (chunk.length === 0 || take(chunk)) return text()
  }
  for await (const chunk of process.stdin) if (take(chunk as Buffer)) break
  return text()
}

function readChunk(): Buffer | 'would-block' {
  const chunk = Buffer.allocUnsafe(CHUNK)
  try {
    return chunk.subarray(0, readSync(STDIN, chunk, 0, CHUNK, null))
  } catch (error) {
    if (systemCode(error) === 'EAGAIN') return 'would-block'
    // How Windows says that a pipe was closed.
    if (systemCode(error) === 'EOF') return chunk.subarray(0, 0)
    throw error
  }
}

/** Resolves when all of it has been taken. A descriptor that takes nothing holds up only this promise. */
export async function writeStandardOutput(text: string): Promise<void> {
  const rest = writeWithoutWaiting(Buffer.from(text, 'utf8'))
  if (rest.length === 0) return
  await new Promise<void>((done, fail) => {
    process.stdout.on('error', fail)
    process.stdout.write(rest, (error) => (error ? fail(error) : done()))
  })
}

/** What is left to be written. */
function writeWithoutWaiting(bytes: Buffer): Buffer {
  const descriptor = openWithoutWaiting(bytes.length)
  if (descriptor === undefined) return bytes
  let at = 0
  try {
    while (at < bytes.length) at += writeSync(descriptor, bytes, at)
  } catch (error) {
    if (systemCode(error) !== 'EAGAIN') throw error
  } finally {
    if (descriptor !== STDOUT) closeSync(descriptor)
  }
  return bytes.subarray(at)
}

/** On Linux a pipe can be opened once more, so that only we do not wait for it; a socket takes so much by itself. */
function openWithoutWaiting(bytes: number): number | undefined {
  const stat = fstatSync(STDOUT)
  if (stat.isFile()) return STDOUT
  if (process.platform !== 'linux') return undefined
  if (stat.isSocket() && bytes <= SOCKET_BYTES) return STDOUT
  if (!stat.isFIFO()) return undefined
  return attempt(() => openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK))
}
