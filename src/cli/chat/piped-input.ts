// What is piped into `memdir chat -p`: the message itself, or what the message is about.
import { fstatSync } from 'node:fs'
import { fencedText } from '../../base/text/inert-text.ts'
import { attempt } from '../../base/values/attempt.ts'
import { readStdin } from '../arguments.ts'

const STDIN = 0
/** Programs often start others with a pipe that nobody ever writes to or closes. */
const SILENCE_MS = 3_000

type PipedInput = { status: 'read'; text: string } | { status: 'silent' }

/** Beside a message that was given: undefined where nothing can be piped in. */
export async function readPiped(silenceMs = SILENCE_MS): Promise<PipedInput | undefined> {
  const facts = attempt(() => fstatSync(STDIN))
  if (!facts?.isFIFO() && !facts?.isSocket() && !facts?.isFile()) return undefined
  const { stdin } = process
  const silent = await new Promise<boolean>((done) => {
    const timer = setTimeout(() => done(true), silenceMs)
    const arrived = () => {
      clearTimeout(timer)
      done(false)
    }
    stdin.once('readable', arrived).once('end', arrived).once('error', arrived)
  })
  if (!silent) return { status: 'read', text: await readStdin() }
  stdin.destroy()
  return { status: 'silent' }
}

/** One message of both. What was piped in is marked: it is material, not a word of the person. */
export function withPiped(prompt: string, piped: string): string {
  return piped.trim() === '' ? prompt : `${prompt}\n\n${fencedText('stdin', piped.trimEnd())}`
}
