// Writes the few messages of ONNX (protocol buffers) that a model of ours needs: tensors, nodes, a graph.

const VARINT = 0
const BYTES = 2
const FLOAT32 = 5

/** Element types of ONNX. */
const TYPES = { float: 1, int8: 3, int64: 7 } as const

export interface OnnxNode {
  op: string
  inputs: readonly string[]
  outputs: readonly string[]
  /** Absent: the standard one. */
  domain?: string
  attributes?: Record<string, number | readonly number[] | { float: number }>
}

export interface OnnxConstant {
  name: string
  dims: readonly number[]
  data: Float32Array | Int8Array | BigInt64Array
}

interface OnnxGraph {
  nodes: readonly OnnxNode[]
  constants: readonly OnnxConstant[]
  /** Floats; a dimension that is a name varies. */
  inputs: readonly OnnxValue[]
  outputs: readonly OnnxValue[]
}

interface OnnxValue {
  name: string
  dims: readonly (number | string)[]
}

/** `operators`: the version of each domain's. */
export function writeOnnx(graph: OnnxGraph, operators: Record<string, number>): Buffer {
  return message(
    number(1, IR_VERSION),
    text(2, 'memdir'),
    bytes(
      7,
      message(
        ...graph.nodes.map((node) => bytes(1, writeNode(node))),
        text(2, 'encoder'),
        ...graph.constants.map((constant) => bytes(5, writeTensor(constant))),
        ...graph.inputs.map((value) => bytes(11, writeValue(value))),
        ...graph.outputs.map((value) => bytes(12, writeValue(value))),
      ),
    ),
    ...Object.entries(operators).map(([domain, version]) =>
      bytes(8, message(text(1, domain), number(2, version))),
    ),
  )
}

/** Read by every onnxruntime since 1.13. */
const IR_VERSION = 8

function writeNode({ op, inputs, outputs, domain, attributes = {} }: OnnxNode): Buffer {
  return message(
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, writeAttribute(name, value))),
    ...(domain ? [text(7, domain)] : []),
  )
}

function writeAttribute(name: string, value: number | readonly number[] | { float: number }): Buffer {
  if (typeof value === 'number') return message(text(1, name), number(3, value), number(20, 2))
  if ('float' in value) return message(text(1, name), float(2, value.float), number(20, 1))
  return message(text(1, name), ...value.map((each) => number(8, each)), number(20, 7))
}

function writeTensor({ name, dims, data }: OnnxConstant): Buffer {
  const type =
    data instanceof Float32Array ? TYPES.float : data instanceof Int8Array ? TYPES.int8 : TYPES.int64
  return message(
    ...dims.map((size) => number(1, size)),
    number(2, type),
    text(8, name),
    bytes(9, Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
  )
}

function writeValue({ name, dims }: OnnxValue): Buffer {
  const shape = message(
    ...dims.map((size) => bytes(1, typeof size === 'number' ? number(1, size) : text(2, size))),
  )
  const tensor = message(number(1, TYPES.float), bytes(2, shape))
  return message(text(1, name), bytes(2, bytes(1, tensor)))
}

function message(...fields: Buffer[]): Buffer {
  return Buffer.concat(fields)
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + BYTES), varint(content.length), content])
}

function text(field: number, content: string): Buffer {
  return bytes(field, Buffer.from(content))
}

/** Never negative here, except -1 for the last axis. */
function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8 + VARINT), value < 0 ? signed(value) : varint(value)])
}

function float(field: number, value: number): Buffer {
  const content = Buffer.alloc(4)
  content.writeFloatLE(value)
  return Buffer.concat([varint(field * 8 + FLOAT32), content])
}

function varint(value: number): Buffer {
  const out: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128)
  return Buffer.from([...out, rest])
}

function signed(value: number): Buffer {
  const out: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 127n; rest >>= 7n) out.push(Number(rest & 127n) | 128)
  return Buffer.from([...out, Number(rest)])
}
