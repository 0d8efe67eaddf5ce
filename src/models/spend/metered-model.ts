// A model whose every request is asked for before it is made, and recorded: failed, repeated and cancelled ones too.

import { estimateTokens } from '../../base/text/tokens.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { NO_USAGE, type Usage } from '../../base/values/usage.ts'
import type { NewCall } from '../ledger.ts'
import type { Model, ModelEvent, ModelRequest, StreamOptions } from '../model.ts'
import { isCancelled, ModelError } from '../model-error.ts'
import { traitsOf } from '../providers/streaming-model.ts'
import type { SpendAnswer } from '../spend.ts'

interface Meter {
  /** Asked before every request that goes out, the repetition of a failed one included. */
  allow(): SpendAnswer
  record(call: Pick<NewCall, 'provider' | 'model' | 'usage' | 'failed'>): void
}

export function meterModel(model: Model, meter: Meter): Model {
  const { provider, name, window, maxOutput } = model
  const record = (usage: Usage, failed?: string) =>
    meter.record({ provider, model: name, usage, ...(failed && { failed }) })
  const recordFailure = (error: unknown, request: ModelRequest) => {
    if (isCancelled(error)) record(sent(model, request), 'cancelled')
    else record((ModelError.is(error) && error.usage) || NO_USAGE, kindOf(error))
  }
  async function* stream(
    request: ModelRequest,
    options?: StreamOptions,
  ): AsyncGenerator<ModelEvent, void, undefined> {
    demand(meter.allow())
    let isRecorded = false
    try {
      for await (const event of model.stream(request, options)) {
        isRecorded = event.type === 'end' || event.type === 'retry'
        if (event.type === 'end') record(event.response.usage)
        if (event.type === 'retry') {
          recordFailure(event.error, request)
          demand(meter.allow())
        }
        yield event
        // From here on another request is on its way.
        if (event.type === 'retry') isRecorded = false
      }
    } catch (error) {
      if (!isRecorded) recordFailure(error, request)
      isRecorded = true
      throw error
    } finally {
      // The reader left early: what was sent is paid for.
      if (!isRecorded) record(sent(model, request), 'cancelled')
    }
  }
  return {
    ...{ provider, name, window, maxOutput },
    ...traitsOf(model),
    serialise: (request) => model.serialise(request),
    stream,
  }
}

/** Throws where the answer is no. */
export function demand(answer: SpendAnswer): void {
  if (answer.status === 'over_cap')
    throw new MemdirError('unavailable', answer.message, {
      details: { cap: answer.cap, notify: answer.notify },
    })
}

function kindOf(error: unknown): string {
  return ModelError.is(error) ? error.kind : 'error'
}

/** Nobody reports the usage of a cancelled call: its input is estimated. */
function sent(model: Model, request: ModelRequest): Usage {
  const input = estimateTokens(model.serialise(request))
  return { input, output: 0, cacheRead: 0, cacheCreated: 0, estimated: true }
}
