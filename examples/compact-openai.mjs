// The same with Chat Completions, of OpenAI or any server that is compatible with it.
//   OPENAI_API_KEY=… node examples/compact-openai.mjs
// OPENAI_BASE_URL may point to another server.
import { compact } from 'memdir/context'
import OpenAI from 'openai'

if (!process.env.OPENAI_API_KEY) {
  console.error('This example talks to a model: set OPENAI_API_KEY and run it again.')
  process.exit(1)
}

const client = new OpenAI()
const ask = (messages) =>
  client.chat.completions.create({ model: process.env.MODEL ?? 'gpt-5-mini', messages })
const summarise = async (prompt) =>
  (await ask([{ role: 'user', content: prompt }])).choices[0].message.content

let messages = [{ role: 'system', content: 'Answer in one sentence.' }]
let state
let used
for (const question of ['What is a context window?', 'And what happens when it is full?']) {
  messages.push({ role: 'user', content: question })
  // A small window, so that there is something to see.
  const done = await compact(messages, {
    window: Number(process.env.WINDOW ?? 128_000),
    used,
    state,
    summarise,
  })
  messages = done.messages
  state = done.state
  for (const { level, before, after } of done.receipts) console.log(`${level}: ${before} → ${after} tokens`)
  const answer = await ask(messages)
  used = answer.usage.total_tokens
  messages.push(answer.choices[0].message)
  console.log(answer.choices[0].message.content)
}
