// What every Model promises, as cases to run in any test runner:
//   for (const { name, run } of modelContract(harness)) test(name, run)
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { ModelError, type ModelErrorKind } from '../../../src/models/model-error.ts'
import { answerCases } from './contract-answers.ts'
import { documentedCases } from './contract-documented.ts'
import { abortCases, failureCases, retryCases, secretCases, unknownModelCases } from './contract-failures.ts'
import {
  ask,
  type ContractCase,
  type ModelHarness,
  ONE_ATTEMPT,
  thrownBy,
  type Using,
} from './model-harness.ts'
import type { ReplyLike } from './reply.ts'

export function modelContract(harness: ModelHarness): ContractCase[] {
  const using: Using = async (script, use, options = {}) => {
    const opened = await harness.open(script, { retry: ONE_ATTEMPT, ...options })
    try {
      await use(opened)
    } finally {
      await opened.close()
    }
  }
  const failsWith = (reply: ReplyLike, kind: ModelErrorKind) =>
    using([reply], async ({ model }) => {
      const error = await thrownBy(model, ask('hello'))
      assert.ok(ModelError.is(error), `a ModelError, not ${inspect(error)}`)
      assert.equal(error.kind, kind)
    })
  return [
    ...answerCases(harness, using),
    ...failureCases(harness, failsWith),
    ...unknownModelCases(using),
    ...retryCases(using),
    ...abortCases(using),
    ...secretCases(harness, using),
    ...documentedCases(harness.documented),
  ]
}
