// The checksum that GitHub and npm put at the end of a token: CRC-32 of the rest, in base 62, six digits.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

let table: Uint32Array | undefined

function crcTable(): Uint32Array {
  if (table) return table
  table = new Uint32Array(256)
  for (let n = 0; n < 256; n++) {
    let c = n
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    table[n] = c >>> 0
  }
  return table
}

export function crc32(text: string): number {
  const lookup = crcTable()
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) crc = lookup[(crc ^ text.charCodeAt(i)) & 255]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

export function base62(value: number, width: number): string {
  let rest = value
  let digits = ''
  while (digits.length < width) {
    digits = DIGITS[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** True for `prefix_` + 30 characters + their checksum. Tokens of other lengths are not judged. */
export function hasTokenChecksum(token: string): boolean {
  const body = token.slice(token.indexOf('_') + 1)
  if (body.length !== 36) return false
  return base62(crc32(body.slice(0, 30)), 6) === body.slice(30)
}
