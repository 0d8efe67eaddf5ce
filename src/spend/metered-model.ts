// A model whose every call is written to the ledger, failed and cancelled ones too.
import { NO_USAGE, type Usage } from '../lib/content.ts'
import type { Model, ModelEvent, ModelRequest, StreamOptions } from '../models/model.ts'
import { isCancelled, ModelError } from '../models/model-error.ts'
import type { Ledger } from './ledger.ts'
import type { Purpose } from './ledger-line.ts'

export interface Account {
  ledger: Ledger
  purpose: Purpose
  project: string
  turn?: string
}

export function meterModel(model: Model, account: Account): Model {
  const { ledger, ...who } = account
  const record = (usage: Usage, failed?: string) =>
    ledger.record({
      ...who,
      provider: model.provider,
      model: model.name,
      usage,
      ...(failed && { failed }),
    })
  async function* stream(
    request: ModelRequest,
    options?: StreamOptions,
  ): AsyncGenerator<ModelEvent, void, undefined> {
    let ended = false
    try {
      for await (const event of model.stream(request, options)) {
        if (event.type === 'retry') recordFailure(event.error)
        if (event.type === 'end') {
          ended = true
          record(event.response.usage)
        }
        yield event
      }
    } catch (error) {
      ended = true
      recordFailure(error)
      throw error
    } finally {
      // The reader left early: what was sent is paid for.
      if (!ended) record(sent(model, request), 'cancelled')
    }
    function recordFailure(error: unknown): void {
      if (isCancelled(error)) record(sent(model, request), 'cancelled')
      else record((ModelError.is(error) && error.usage) || NO_USAGE, kindOf(error))
    }
  }
  return { ...facts(model), serialise: (request) => model.serialise(request), stream }
}

function facts({ provider, name, window, maxOutput }: Model) {
  return { provider, name, window, maxOutput }
}

function kindOf(error: unknown): string {
  return ModelError.is(error) ? error.kind : 'error'
}

/** Nobody tells the usage of a cancelled call: its input is counted from bytes. */
function sent(model: Model, request: ModelRequest): Usage {
  const input = Math.ceil(Buffer.byteLength(model.serialise(request)) / 3)
  return { input, output: 0, cacheRead: 0, cacheCreated: 0, estimated: true }
}
