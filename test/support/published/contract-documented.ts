// The model contract: streams and errors as the provider documents them, byte for byte, with what has to come of them.
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { textOf, toolInput, toolUsesOf } from '../../../src/models/content.ts'
import { ModelError } from '../../../src/models/model-error.ts'
import {
  ask,
  type ContractCase,
  collect,
  type DocumentedAnswer,
  type OpenedModel,
  thrownBy,
} from './model-harness.ts'

export function documentedCases(answers: readonly DocumentedAnswer[] = []): ContractCase[] {
  return answers.map((answer) => ({
    name: `as documented (${answer.page}, ${answer.date}): ${answer.name}`,
    async run() {
      assert.match(answer.page, /^https:\/\//)
      assert.match(answer.date, /^\d{4}-\d\d-\d\d$/)
      const opened = await answer.open()
      try {
        await check(opened, answer.expected)
      } finally {
        await opened.close()
      }
    },
  }))
}

async function check({ model }: OpenedModel, expected: DocumentedAnswer['expected']): Promise<void> {
  if ('error' in expected) {
    const error = await thrownBy(model, ask('hello'))
    assert.ok(ModelError.is(error), inspect(error))
    assert.equal(error.kind, expected.error)
    if (expected.key !== undefined) assert.equal(error.what.key, expected.key)
    return
  }
  const { events, response } = await collect(model, ask('hello'))
  const message = { role: 'assistant' as const, content: response.content }
  const thinking = events.map((event) => (event.type === 'thinking' ? event.text : '')).join('')
  assert.equal(textOf(message), expected.text)
  assert.equal(thinking, expected.thinking ?? '')
  assert.deepEqual(toolUsesOf(message).map(toolInput), expected.tools)
  assert.equal(response.stop, expected.stop)
  assert.deepEqual(response.usage, expected.usage)
}
