// An agent of your own that remembers: memdir's loop with your tool, a hook, a log that it continues, and recall.
//   ANTHROPIC_API_KEY=… node examples/agent.mjs "Where do releases leave from on Tuesdays?"
import { join } from 'node:path'
import { openMemdir } from 'memdir'
import {
  createHookRunner,
  createPermissionGate,
  createSystemPrompt,
  createTools,
  defineTool,
  hooksFrom,
  loadRedactor,
  openModel,
  openTranscriptLog,
  QueryEngine,
  readHooks,
  readModelName,
  readTranscript,
  staticSection,
} from 'memdir/agent'

if (!process.env.ANTHROPIC_API_KEY) {
  console.error('This example talks to a model: set ANTHROPIC_API_KEY and run it again.')
  process.exit(1)
}

const cwd = process.cwd()
const conversation = 'example'
const memory = openMemdir({ directory: cwd })

const weather = defineTool({
  name: 'Weather',
  description: 'The weather of a place.',
  inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
  readOnly: true,
  run: ({ place }) => ({ content: `It rains in ${place}.` }),
})

// As under `hooks` in a settings file: nothing below dist/ is edited.
const isBelowDist = `grep -q '"file_path":"[^"]*/dist/'`
const { hooks, problems } = readHooks(
  {
    PreToolUse: [
      {
        matcher: 'Write|Edit',
        hooks: [{ type: 'command', command: `! ${isBelowDist} || { echo "dist/ is made" >&2; exit 2; }` }],
      },
    ],
  },
  'session',
)
for (const problem of problems) console.error(problem.en)

const path = join(cwd, `${conversation}.jsonl`)
const before = await readTranscript(path).catch(() => undefined)
const log = openTranscriptLog({
  path,
  header: () => ({ id: conversation, project: cwd, time: new Date().toISOString() }),
  redact: await loadRedactor('agent'),
})
const agent = new QueryEngine({
  model: openModel({
    ...readModelName(process.env.MODEL ?? 'anthropic/claude-haiku-4-5'),
    apiKey: process.env.ANTHROPIC_API_KEY,
    baseUrl: process.env.ANTHROPIC_BASE_URL,
  }),
  system: createSystemPrompt({ sections: [staticSection('who', 'You help with this project, briefly.')] }),
  tools: [...createTools(), weather],
  cwd,
  log,
  messages: before?.messages,
  permission: createPermissionGate('acceptEdits'),
  hooks: hooksFrom(createHookRunner({ hooks, cwd, environment: process.env }), {
    id: conversation,
    cwd,
    log: path,
  }),
})

const prompt = process.argv[2] ?? 'Where do releases leave from on Tuesdays?'
const recalled = await memory.recall(prompt, { conversation })
for await (const event of agent.submit(recalled.text === '' ? prompt : `${prompt}\n\n${recalled.text}`)) {
  if (event.type === 'text') process.stdout.write(event.text)
  if (event.type === 'tool_start') console.log(`[${event.name}]`)
  if (event.type === 'end') console.log(`\n${event.reason} after ${event.requests} requests`)
  if (event.type === 'end' && event.error) console.error(event.error.message)
}
await memory.close()
log.close()
