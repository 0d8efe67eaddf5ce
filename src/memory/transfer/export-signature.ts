// An export that this installation made is known again by its signature: what it says of origins was true here. The
// key never leaves the config home; whoever can read that can write the memories themselves.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { attempt } from '../../base/values/attempt.ts'

export interface ExportSignature {
  sign(text: string): string
  verify(text: string, signature: string): boolean
}

/** `path`: the file of the key, made with the first export. */
export function openExportSignature(path: string): ExportSignature {
  const of = (key: Buffer, text: string) => createHmac('sha256', key).update(text, 'utf8').digest()
  return {
    sign: (text) => of(readKey(path) ?? makeKey(path), text).toString('base64url'),
    verify(text, signature) {
      const key = readKey(path)
      if (!key) return false
      const [wanted, given] = [of(key, text), Buffer.from(signature, 'base64url')]
      return wanted.length === given.length && timingSafeEqual(wanted, given)
    },
  }
}

const KEY_BYTES = 32

function readKey(path: string): Buffer | undefined {
  const key = attempt(() => Buffer.from(readFileSync(path, 'utf8').trim(), 'hex'))
  return key?.length === KEY_BYTES ? key : undefined
}

function makeKey(path: string): Buffer {
  const key = randomBytes(KEY_BYTES)
  try {
    writeFileAtomic(path, `${key.toString('hex')}\n`, { exclusive: true })
    return key
  } catch (error) {
    // Another process was faster: one key for all.
    const theirs = readKey(path)
    if (theirs) return theirs
    throw error
  }
}
