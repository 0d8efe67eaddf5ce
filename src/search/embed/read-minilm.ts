// all-MiniLM-L6-v2 from its safetensors file and tokenizer.json.

import { message } from '../../base/messages/message.ts'
import { modelConversionTexts } from '../../base/messages/model-conversion.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { ModelSpec } from './model-spec.ts'
import type { DenseWeights, ModelWeights, NormWeights } from './model-weights.ts'
import { quantiseRows } from './model-weights.ts'
import { readSafetensors } from './safetensors.ts'

export function readMinilm(file: Buffer, spec: ModelSpec): ModelWeights {
  const tensor = readSafetensors(file)
  const dense = (name: string, inputs: number): DenseWeights => ({
    ...quantiseRows(tensor(`${name}.weight`), inputs),
    bias: tensor(`${name}.bias`),
  })
  const norm = (name: string): NormWeights => ({
    gain: tensor(`${name}.weight`),
    bias: tensor(`${name}.bias`),
  })
  return {
    words: quantiseRows(tensor('embeddings.word_embeddings.weight'), spec.width),
    positions: tensor('embeddings.position_embeddings.weight'),
    type: tensor('embeddings.token_type_embeddings.weight').subarray(0, spec.width),
    norm: norm('embeddings.LayerNorm'),
    layer: (index) => {
      const at = `encoder.layer.${index}`
      return {
        query: dense(`${at}.attention.self.query`, spec.width),
        key: dense(`${at}.attention.self.key`, spec.width),
        value: dense(`${at}.attention.self.value`, spec.width),
        output: dense(`${at}.attention.output.dense`, spec.width),
        attentionNorm: norm(`${at}.attention.output.LayerNorm`),
        inner: dense(`${at}.intermediate.dense`, spec.width),
        outer: dense(`${at}.output.dense`, spec.inner),
        outerNorm: norm(`${at}.output.LayerNorm`),
      }
    },
  }
}

/** The words of a tokenizer.json in the order of their numbers. */
export function readTokenizerWords(json: string): string[] {
  const { model } = JSON.parse(json) as { model?: { vocab?: Record<string, number> } }
  if (!model?.vocab) throw new MemdirError('broken_file', message(modelConversionTexts.noVocabulary))
  const words: string[] = []
  for (const [word, id] of Object.entries(model.vocab)) words[id] = word
  return words
}
