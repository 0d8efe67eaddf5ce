// Reads float16 and float32 tensors of a .safetensors file: a JSON header, then the raw numbers.

import { message } from '../../base/messages/message.ts'
import { modelConversionTexts } from '../../base/messages/model-conversion.ts'
import { MemdirError } from '../../base/values/errors.ts'

interface Entry {
  dtype: string
  shape: number[]
  data_offsets: [number, number]
}

/** A function that returns a tensor by name, as float32. */
export function readSafetensors(file: Buffer): (name: string) => Float32Array {
  const { length, entries } = readEntries(file)
  return (name) => {
    const entry = entries[name]
    if (!entry) throw damaged(`it has no tensor ${name}`)
    const [from, to] = entry.data_offsets
    const bytes = file.subarray(8 + length + from, 8 + length + to)
    if (bytes.length !== to - from) throw damaged(`tensor ${name} is cut off`)
    // A copy is aligned; the file's own offsets need not be.
    const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
    if (entry.dtype === 'F32') return new Float32Array(copy)
    if (entry.dtype === 'F16') return fromHalf(new Uint16Array(copy))
    throw damaged(`tensor ${name} has type ${entry.dtype}`)
  }
}

function readEntries(file: Buffer): { length: number; entries: Record<string, Entry> } {
  try {
    const length = Number(file.readBigUInt64LE(0))
    return { length, entries: JSON.parse(file.toString('utf8', 8, 8 + length)) as Record<string, Entry> }
  } catch {
    throw damaged('its header cannot be read')
  }
}

let halves: Float32Array | undefined

function fromHalf(source: Uint16Array): Float32Array {
  halves ??= Float32Array.from({ length: 65_536 }, (_, bits) => halfToFloat(bits))
  const values = new Float32Array(source.length)
  for (const [i, bits] of source.entries()) values[i] = halves[bits] ?? 0
  return values
}

function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

function damaged(reason: string): MemdirError {
  return new MemdirError('broken_file', message(modelConversionTexts.safetensorsDamaged, { reason }))
}
