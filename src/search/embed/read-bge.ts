// bge-small-zh-v1.5 from its int8 ONNX file: the weights are int8 per output already and are taken as they are.

import { message } from '../../base/messages/message.ts'
import { modelConversionTexts } from '../../base/messages/model-conversion.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { ModelSpec } from './model-spec.ts'
import type { DenseWeights, ModelWeights, NormWeights } from './model-weights.ts'
import { quantiseRows } from './model-weights.ts'
import { readOnnxInitializers } from './onnx-initializers.ts'

type Tensors = ReturnType<typeof readOnnxInitializers>

export function readBge(file: Buffer, spec: ModelSpec): ModelWeights {
  const tensors = readOnnxInitializers(file)
  const norm = (name: string): NormWeights => ({
    gain: floats(tensors, `${name}.weight`),
    bias: floats(tensors, `${name}.bias`),
  })
  const dense = (name: string): DenseWeights => readDense(tensors, name)
  return {
    words: readWords(tensors, spec.width),
    positions: dequantise(tensors, '.model.embeddings.position_embeddings.weight'),
    type: dequantise(tensors, '.model.embeddings.token_type_embeddings.weight').subarray(0, spec.width),
    norm: norm('model.layers.-1.embeddings_norm_layernorm'),
    layer: (index) => {
      const at = `model.layers.${index}`
      return {
        query: dense(`${at}.attn.q_proj`),
        key: dense(`${at}.attn.k_proj`),
        value: dense(`${at}.attn.v_proj`),
        output: dense(`${at}.attn.o_proj`),
        attentionNorm: norm(`${at}.attention_output_norm_layernorm`),
        inner: dense(`${at}.mlp.fc1`),
        outer: dense(`${at}.mlp.fc2`),
        outerNorm: norm(`${at}.mlp_output_norm_layernorm`),
      }
    },
  }
}

/** The file contains inputs x outputs; ours is a row per output. */
function readDense(tensors: Tensors, name: string): DenseWeights {
  const { dims, data } = get(tensors, `${name}.MatMul.weight_quantized`)
  const zeros = get(tensors, `${name}.MatMul.weight_zero_point`).data
  const scales = floats(tensors, `${name}.MatMul.weight_scale`)
  const [inputs = 0, outputs = 0] = dims
  if (zeros.some((zero) => zero !== 0)) throw damaged(`${name} has a zero point`)
  const values = new Int8Array(inputs * outputs)
  for (let i = 0; i < inputs; i++) {
    const row = data.subarray(i * outputs, (i + 1) * outputs)
    for (const [o, value] of row.entries()) values[o * inputs + i] = value
  }
  return { values, scales, bias: floats(tensors, `${name}.Add.bias`) }
}

/** Unsigned with a zero point. Rows that fit int8 stay exact; the few others are rounded again. */
function readWords(tensors: Tensors, width: number): ModelWeights['words'] {
  const name = '.model.embeddings.word_embeddings.weight'
  const { data } = get(tensors, `${name}_quantized`)
  const zero = get(tensors, `${name}_zero_point`).data[0] ?? 0
  const scale = floats(tensors, `${name}_scale`)[0] ?? 0
  const values = new Int8Array(data.length)
  const scales = new Float32Array(data.length / width)
  for (let row = 0; row < scales.length; row++) {
    const from = row * width
    const shifted = Float32Array.from(data.subarray(from, from + width), (value) => value - zero)
    if (shifted.every((value) => Math.abs(value) <= 127)) {
      values.set(Int8Array.from(shifted), from)
      scales[row] = scale
    } else {
      const again = quantiseRows(shifted, width)
      values.set(again.values, from)
      scales[row] = (again.scales[0] ?? 0) * scale
    }
  }
  return { values, scales }
}

function dequantise(tensors: Tensors, name: string): Float32Array {
  const zero = get(tensors, `${name}_zero_point`).data[0] ?? 0
  const scale = floats(tensors, `${name}_scale`)[0] ?? 0
  return Float32Array.from(get(tensors, `${name}_quantized`).data, (value) => (value - zero) * scale)
}

function floats(tensors: Tensors, name: string): Float32Array {
  const { data } = get(tensors, name)
  if (!(data instanceof Float32Array)) throw damaged(`${name} is not float32`)
  return data
}

function get(tensors: Tensors, name: string) {
  const tensor = tensors.get(name)
  if (!tensor) throw damaged(`it has no ${name}`)
  return tensor
}

function damaged(reason: string): MemdirError {
  return new MemdirError('broken_file', message(modelConversionTexts.onnxUnexpected, { reason }))
}
