// Records what a real model answered, to answer the same again without it. A recording holds requests and answers,
// no keys: those never reach a request's body.
import { appendFileSync, readFileSync } from 'node:fs'
import { type Message, message } from '../../../src/base/messages/message.ts'
import { modelsTexts } from '../../../src/base/messages/models.ts'
import { contentHash } from '../../../src/base/values/hash.ts'
import type { Model, ModelEvent, ModelRequest, StreamOptions } from '../../../src/models/model.ts'
import { ModelError, type ModelErrorKind } from '../../../src/models/model-error.ts'

interface Recording {
  /** Hash of the request's bytes. */
  key: string
  body: string
  events?: ModelEvent[]
  error?: { kind: ModelErrorKind; what: Message }
}

/** Passes everything through and appends one line of JSON for each call that came to its end. */
export function recordModel(model: Model, path: string): Model {
  async function* stream(
    request: ModelRequest,
    options?: StreamOptions,
  ): AsyncGenerator<ModelEvent, void, undefined> {
    const body = model.serialise(request)
    const key = contentHash(body)
    const events: ModelEvent[] = []
    try {
      for await (const event of model.stream(request, options)) {
        if (event.type === 'retry') events.length = 0
        else events.push(event)
        yield event
      }
      append(path, { key, body, events })
    } catch (error) {
      if (ModelError.is(error)) append(path, { key, body, error: { kind: error.kind, what: error.what } })
      throw error
    }
  }
  return describe(model, stream)
}

/** Answers from a recording: by the request's bytes, each answer once, in the order recorded. */
export function replayModel(
  model: Pick<Model, 'provider' | 'name' | 'window' | 'maxOutput' | 'serialise'>,
  path: string,
): Model {
  const waiting = new Map<string, Recording[]>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue
    const recording = JSON.parse(line) as Recording
    waiting.set(recording.key, [...(waiting.get(recording.key) ?? []), recording])
  }
  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent, void, undefined> {
    const recording = waiting.get(contentHash(model.serialise(request)))?.shift()
    const { provider } = model
    if (!recording) {
      const reason = 'it is not in the recording'
      throw new ModelError('invalid', message(modelsTexts.requestNotAccepted, { provider, reason }), {
        provider,
      })
    }
    if (recording.error) throw new ModelError(recording.error.kind, recording.error.what, { provider })
    yield* recording.events ?? []
  }
  return describe(model, stream)
}

function describe(
  model: Pick<Model, 'provider' | 'name' | 'window' | 'maxOutput' | 'serialise'>,
  stream: Model['stream'],
): Model {
  const { provider, name, window, maxOutput } = model
  return { provider, name, window, maxOutput, serialise: (request) => model.serialise(request), stream }
}

function append(path: string, recording: Recording): void {
  appendFileSync(path, `${JSON.stringify(recording)}\n`, { mode: 0o600 })
}
