// Reads the constants of an ONNX file (protocol buffers): names, shapes and numbers, nothing of the graph.

import { message } from '../../base/messages/message.ts'
import { modelConversionTexts } from '../../base/messages/model-conversion.ts'
import { MemdirError } from '../../base/values/errors.ts'

interface OnnxTensor {
  dims: number[]
  data: Float32Array | Uint8Array | Int8Array
}

const FLOAT = 1
const UINT8 = 2
const INT8 = 3

/** All float, uint8 and int8 initialisers by name. */
export function readOnnxInitializers(file: Buffer): Map<string, OnnxTensor> {
  const tensors = new Map<string, OnnxTensor>()
  for (const model of fields(file)) {
    if (model.field !== 7 || !model.bytes) continue
    for (const part of fields(model.bytes)) {
      if (part.field !== 5 || !part.bytes) continue
      const { name, tensor } = readTensor(part.bytes)
      if (tensor) tensors.set(name, tensor)
    }
  }
  return tensors
}

function readTensor(bytes: Buffer): { name: string; tensor?: OnnxTensor } {
  let name = ''
  let type = 0
  const dims: number[] = []
  const floats: number[] = []
  const integers: number[] = []
  let raw: Buffer | undefined
  for (const { field, value, bytes: content } of fields(bytes)) {
    if (field === 1) dims.push(...(content ? varints(content) : [value]))
    else if (field === 2) type = value
    else if (field === 4 && content) floats.push(...readFloats(content))
    else if (field === 5) integers.push(...(content ? varints(content) : [value]))
    else if (field === 8 && content) name = content.toString('utf8')
    else if (field === 9) raw = content
  }
  const copy = raw?.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length)
  if (type === FLOAT)
    return { name, tensor: { dims, data: copy ? new Float32Array(copy) : Float32Array.from(floats) } }
  if (type === UINT8)
    return { name, tensor: { dims, data: copy ? new Uint8Array(copy) : Uint8Array.from(integers) } }
  if (type === INT8)
    return { name, tensor: { dims, data: copy ? new Int8Array(copy) : Int8Array.from(integers) } }
  return { name }
}

function readFloats(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readFloatLE(i * 4))
}

function varints(bytes: Buffer): number[] {
  const values: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const { value, next } = varint(bytes, at)
    values.push(value)
    at = next
  }
  return values
}

interface Field {
  field: number
  value: number
  bytes?: Buffer
}

function* fields(buffer: Buffer): Generator<Field> {
  for (let at = 0; at < buffer.length; ) {
    const key = varint(buffer, at)
    const field = key.value >>> 3
    const wire = key.value & 7
    if (wire === 0) {
      const { value, next } = varint(buffer, key.next)
      yield { field, value }
      at = next
      continue
    }
    const length = wire === 2 ? varint(buffer, key.next) : { value: wire === 1 ? 8 : 4, next: key.next }
    if (wire !== 2 && wire !== 1 && wire !== 5) throw damaged(`wire type ${wire}`)
    at = length.next + length.value
    if (at > buffer.length) throw damaged('a field is cut off')
    yield { field, value: 0, bytes: buffer.subarray(length.next, at) }
  }
}

/** Numbers above 2^53 lose digits: none that is used here is so large. */
function varint(buffer: Buffer, from: number): { value: number; next: number } {
  let value = 0
  let scale = 1
  for (const [index, byte] of buffer.subarray(from, from + 10).entries()) {
    value += (byte & 127) * scale
    if (byte < 128) return { value, next: from + index + 1 }
    scale *= 128
  }
  throw damaged('a number is cut off')
}

function damaged(reason: string): MemdirError {
  return new MemdirError('broken_file', message(modelConversionTexts.onnxDamaged, { reason }))
}
