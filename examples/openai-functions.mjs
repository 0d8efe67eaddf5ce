// OpenAI's function calling, or any server that is compatible with it.
//   OPENAI_API_KEY=… node examples/openai-functions.mjs
// OPENAI_BASE_URL may point to another server.
import { openMemdir } from 'memdir'
import { chatFunctions, runMemoryFunction } from 'memdir/openai'
import OpenAI from 'openai'

if (!process.env.OPENAI_API_KEY) {
  console.error('This example talks to a model: set OPENAI_API_KEY and run it again.')
  process.exit(1)
}

const memdir = openMemdir({ directory: process.cwd() })
const client = new OpenAI()
const messages = [{ role: 'user', content: 'Please remember that our releases leave on Tuesdays.' }]

for (let step = 0; step < 5; step++) {
  const { choices } = await client.chat.completions.create({
    model: process.env.MODEL ?? 'gpt-5-mini',
    messages,
    tools: chatFunctions(),
  })
  const { message } = choices[0]
  messages.push(message)
  if (!message.tool_calls?.length) {
    console.log(message.content)
    break
  }
  for (const call of message.tool_calls) {
    const content = await runMemoryFunction(memdir, call.function.name, call.function.arguments)
    messages.push({ role: 'tool', tool_call_id: call.id, content })
  }
}
for (const memory of await memdir.list()) console.log(`${memory.file}: ${memory.name}`)
