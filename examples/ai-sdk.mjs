// The Vercel AI SDK: a middleware that attaches memories, and tools with which the model remembers.
//   node examples/ai-sdk.mjs
// The model here is a stand-in that needs no key; put yours in its place.
import { generateText, stepCountIs, wrapLanguageModel } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { openMemdir } from 'memdir'
import { memoryMiddleware, memoryTools } from 'memdir/ai-sdk'

const memdir = openMemdir({ directory: process.cwd() })
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
const seen = []
const standIn = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    seen.push(prompt)
    const call = {
      type: 'tool-call',
      toolCallId: '1',
      toolName: 'remember',
      input: JSON.stringify({ content: 'Releases leave on Tuesdays', type: 'project', said_by_user: true }),
    }
    return seen.length === 1
      ? { content: [call], finishReason: { unified: 'tool-calls' }, usage, warnings: [] }
      : {
          content: [{ type: 'text', text: 'Noted.' }],
          finishReason: { unified: 'stop' },
          usage,
          warnings: [],
        }
  },
})

// With an id of the conversation it may be made anew for every request, as in a route handler.
const model = wrapLanguageModel({
  model: standIn,
  middleware: memoryMiddleware(memdir, { conversation: 'example' }),
})
const first = await generateText({
  model,
  tools: memoryTools(memdir),
  stopWhen: stepCountIs(3),
  prompt: 'Please remember that our releases leave on Tuesdays.',
})
console.log(first.text)
const second = await generateText({ model, prompt: 'On which weekday do our releases leave, Tuesdays?' })
console.log(second.text)
console.log('What the model was sent:')
console.log(
  seen
    .at(-1)
    .at(-1)
    .content.map((part) => part.text)
    .join('\n'),
)
