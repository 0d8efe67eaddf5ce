// The packed glossary: one flat file that is used in place.
//
//   header (64 bytes: magic, entries, key units, length of the file)
//   starts: uint32 per first character, 65,537 of them
//   per entry and one more: key offset; then per entry and one more: English offset (uint32)
//   keys: UTF-16, sorted  |  one byte per entry: 1 for a word of our own list  |  English: Latin-1
import { join } from 'node:path'

const FORMAT = 3
export const GLOSSARY_MAGIC = 'memdirG2'
export const GLOSSARY_HEADER = 64

export function glossaryPath(modelsDirectory: string): string {
  return join(modelsDirectory, `glossary-zh-en.v${FORMAT}.bin`)
}
