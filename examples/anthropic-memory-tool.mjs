// Anthropic's memory tool over a memory directory: the model writes a note, memdir keeps it as a Markdown file.
//   ANTHROPIC_API_KEY=… node examples/anthropic-memory-tool.mjs
// ANTHROPIC_BASE_URL may point to any server that speaks the Messages API.
import Anthropic from '@anthropic-ai/sdk'
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory'
import { openMemdir } from 'memdir'
import { memoryToolHandlers } from 'memdir/anthropic'

if (!process.env.ANTHROPIC_API_KEY) {
  console.error('This example talks to a model: set ANTHROPIC_API_KEY and run it again.')
  process.exit(1)
}

const memdir = openMemdir({ directory: process.cwd() })
const client = new Anthropic()

const answer = await client.beta.messages.toolRunner({
  model: process.env.MODEL ?? 'claude-opus-5-5',
  max_tokens: 1024,
  betas: ['context-management-2025-06-27'],
  messages: [{ role: 'user', content: 'Note in your memory that our releases leave on Tuesdays.' }],
  tools: [betaMemoryTool(memoryToolHandlers(memdir))],
})

console.log(answer.content.map((block) => block.text ?? '').join(''))
for (const memory of await memdir.list()) console.log(`${memory.file}: ${memory.name}`)
