// A conversation with Claude that never outgrows its window: `compact` before every request.
//   ANTHROPIC_API_KEY=… node examples/compact-anthropic.mjs
import Anthropic from '@anthropic-ai/sdk'
import { compact } from 'memdir/context'

if (!process.env.ANTHROPIC_API_KEY) {
  console.error('This example talks to a model: set ANTHROPIC_API_KEY and run it again.')
  process.exit(1)
}

const client = new Anthropic()
const model = process.env.MODEL ?? 'claude-haiku-4-5'
const ask = (messages) => client.messages.create({ model, max_tokens: 1_000, messages })
const textOf = ({ content }) => content.map((block) => block.text ?? '').join('')
const summarise = async (prompt) => textOf(await ask([{ role: 'user', content: prompt }]))

let messages = []
let state
let used
for (const question of ['What is a context window?', 'And what happens when it is full?']) {
  messages.push({ role: 'user', content: question })
  // A small window, so that there is something to see.
  const done = await compact(messages, {
    window: Number(process.env.WINDOW ?? 200_000),
    used,
    state,
    summarise,
  })
  messages = done.messages
  state = done.state
  for (const { level, before, after } of done.receipts) console.log(`${level}: ${before} → ${after} tokens`)
  const answer = await ask(messages)
  used = answer.usage.input_tokens + answer.usage.output_tokens
  messages.push({ role: 'assistant', content: answer.content })
  console.log(textOf(answer))
}
