// The model contract: what goes wrong, and what is done about it.
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { text } from '../../../src/models/content.ts'
import { isCancelled, ModelError, type ModelErrorKind } from '../../../src/models/model-error.ts'
import type { RetryPolicy } from '../../../src/models/providers/plan-retry.ts'
import {
  ask,
  type ContractCase,
  collect,
  type ModelHarness,
  ONE_ATTEMPT,
  THREE_ATTEMPTS,
  thrownBy,
  type Using,
} from './model-harness.ts'
import type { Fail, ReplyLike } from './reply.ts'

export function failureCases(
  { can }: ModelHarness,
  failsWith: (reply: ReplyLike, kind: ModelErrorKind) => Promise<void>,
): ContractCase[] {
  const table: [Fail['fail'], ModelErrorKind][] = [
    ['too_long', 'too_long'],
    ['too_large', 'too_long'],
    ['rate_limited', 'rate_limited'],
    ['overloaded', 'overloaded'],
    ['server_error', 'overloaded'],
    ['invalid', 'invalid'],
    ['unknown_model', 'invalid'],
    ['unauthorised', 'unauthorised'],
  ]
  return [
    ...table.map(([fail, kind]) => ({
      name: `${fail} is reported as ${kind}`,
      run: () => failsWith({ fail }, kind),
    })),
    {
      name: 'a refusal is reported as refused',
      run: async () => {
        if (can.refuse) await failsWith({ say: [{ text: 'no' }], stop: 'refusal' }, 'refused')
      },
    },
    { name: 'a dropped socket is reported as network', run: () => failsWith({ drop: 'before' }, 'network') },
    {
      name: 'an answer that is cut off is reported as network',
      run: () => failsWith({ drop: 'midway' }, 'network'),
    },
    {
      name: 'an error inside the stream is reported by its kind',
      run: () => failsWith({ fail: 'too_long', midStream: true }, 'too_long'),
    },
  ]
}

/** A wrong name is the most common mistake: it is called by its name, in both languages, and not tried again. */
export function unknownModelCases(using: Using): ContractCase[] {
  return [
    {
      name: 'a model that the provider does not know is named',
      run: () =>
        using(
          [{ fail: 'unknown_model' }],
          async ({ model, bodies }) => {
            const error = await thrownBy(model, ask('hello'))
            assert.ok(ModelError.is(error), inspect(error))
            assert.equal(error.what.key, 'models.unknown-model')
            assert.equal(error.messages.fix?.key, 'models.unknown-model-fix')
            for (const words of [error.what.en, error.what.zh]) assert.ok(words.includes(model.name), words)
            assert.equal(bodies().length, 1)
          },
          { retry: THREE_ATTEMPTS },
        ),
    },
  ]
}

export function retryCases(using: Using): ContractCase[] {
  const recovers = (failure: ReplyLike) => async () => {
    await using(
      [failure, 'fine'],
      async ({ model, bodies }) => {
        const { events, response } = await collect(model, ask('hello'))
        assert.deepEqual(response.content, [text('fine')])
        assert.equal(events.filter((event) => event.type === 'retry').length, 1)
        assert.equal(bodies()[0], bodies()[1], 'the same bytes again')
      },
      { retry: THREE_ATTEMPTS },
    )
  }
  return [
    { name: 'tries again when overloaded', run: recovers({ fail: 'overloaded' }) },
    { name: 'tries again after a dropped socket', run: recovers({ drop: 'before' }) },
    { name: 'tries again after an answer that broke off', run: recovers({ drop: 'midway' }) },
    {
      name: 'waits as long as the provider says',
      run: () =>
        using(
          [{ fail: 'rate_limited', retryAfterSeconds: 0.2 }, 'fine'],
          async ({ model }) => {
            const started = performance.now()
            await collect(model, ask('hello'))
            assert.ok(performance.now() - started >= 190)
          },
          { retry: THREE_ATTEMPTS },
        ),
    },
    {
      name: 'does not wait longer than it may',
      run: () =>
        using(
          [{ fail: 'rate_limited', retryAfterSeconds: 3_600 }],
          async ({ model }) => {
            const error = await thrownBy(model, ask('hello'))
            assert.ok(ModelError.is(error) && error.retryAfterMs === 3_600_000)
          },
          { retry: THREE_ATTEMPTS },
        ),
    },
    {
      name: 'gives up after the last attempt',
      run: () =>
        using(
          [{ fail: 'overloaded' }, { fail: 'overloaded' }, { fail: 'overloaded' }, 'late'],
          async ({ model, bodies }) => {
            const error = await thrownBy(model, ask('hello'))
            assert.ok(ModelError.is(error) && error.kind === 'overloaded')
            assert.equal(bodies().length, 3)
          },
          { retry: THREE_ATTEMPTS },
        ),
    },
    {
      name: 'silence ends the attempt',
      run: () =>
        using(
          [{ drop: 'silence' }, 'fine'],
          async ({ model }) => {
            const { response } = await collect(model, ask('hello'))
            assert.deepEqual(response.content, [text('fine')])
          },
          { retry: THREE_ATTEMPTS, silenceMs: 400 },
        ),
    },
  ]
}

export function abortCases(using: Using): ContractCase[] {
  const abortAfter = (reply: ReplyLike, ms: number, retry: RetryPolicy) => async () => {
    await using(
      [reply, reply, reply],
      async ({ model }) => {
        const controller = new AbortController()
        setTimeout(() => controller.abort(), ms)
        const started = performance.now()
        const error = await thrownBy(model, ask('hello'), controller.signal)
        assert.ok(isCancelled(error), `cancelled, not ${inspect(error)}`)
        assert.ok(performance.now() - started < 5_000, 'at once, not when the answer ends')
      },
      { retry },
    )
  }
  const slowly: ReplyLike = { say: [{ text: 'x'.repeat(2_000) }], slow: { bytes: 20, pauseMs: 5 } }
  return [
    { name: 'an abort before the first byte ends it', run: abortAfter({ drop: 'silence' }, 30, ONE_ATTEMPT) },
    { name: 'an abort in the middle ends it', run: abortAfter(slowly, 60, ONE_ATTEMPT) },
    {
      name: 'an abort while it waits to try again ends it',
      run: abortAfter({ fail: 'rate_limited', retryAfterSeconds: 2 }, 60, THREE_ATTEMPTS),
    },
    {
      name: 'leaving the loop ends the request',
      run: () =>
        using([slowly, 'next'], async ({ model }) => {
          for await (const event of model.stream(ask('hello'))) if (event.type === 'text') break
          const { response } = await collect(model, ask('hello'))
          assert.deepEqual(response.content, [text('next')])
        }),
    },
  ]
}

export function secretCases({ key }: ModelHarness, using: Using): ContractCase[] {
  return [
    {
      name: 'no key comes out in an error',
      run: async () => {
        if (key === '') return
        for (const fail of ['unauthorised', 'invalid', 'overloaded'] as const) {
          await using([{ fail, quote: `the key was ${key}` }], async ({ model, bodies }) => {
            const error = await thrownBy(model, ask('hello'))
            const shown = `${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)}`
            assert.ok(!shown.includes(key), shown)
            assert.ok(bodies().every((body) => !body.includes(key)))
          })
        }
      },
    },
  ]
}
