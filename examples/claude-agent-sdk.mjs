// The Claude Agent SDK: memories attached to prompts by callbacks, in this process.
//   npm install @anthropic-ai/claude-agent-sdk && ANTHROPIC_API_KEY=… node examples/claude-agent-sdk.mjs
// Without the SDK it shows what the callbacks would add.
import { randomUUID } from 'node:crypto'
import { openMemdir } from 'memdir'
import { memoryHooks, memoryServer } from 'memdir/claude-agent-sdk'

const memdir = openMemdir({ directory: process.cwd() })
if ((await memdir.list()).length === 0) await memdir.add('Releases leave on Tuesdays', { type: 'project' })

const prompt = 'On which weekday do our releases leave, Tuesdays?'
const hooks = memoryHooks(memdir)
const sdk = await import('@anthropic-ai/claude-agent-sdk').catch(() => undefined)

if (sdk) {
  const options = {
    hooks,
    mcpServers: { memdir: memoryServer() },
    allowedTools: ['mcp__memdir__recall', 'mcp__memdir__remember'],
    settingSources: [],
    ...(process.env.CLAUDE_BIN ? { pathToClaudeCodeExecutable: process.env.CLAUDE_BIN } : {}),
  }
  for await (const message of sdk.query({ prompt, options })) {
    if (message.type === 'result') console.log(message.result)
  }
} else {
  // A conversation of its own for each run: in one and the same a memory is shown once.
  const event = { hook_event_name: 'UserPromptSubmit', session_id: randomUUID() }
  const input = { ...event, cwd: process.cwd(), prompt }
  const [{ hooks: callbacks }] = hooks.UserPromptSubmit
  const answer = await callbacks[0](input, undefined, { signal: new AbortController().signal })
  console.log(answer.hookSpecificOutput?.additionalContext ?? 'Nothing to add.')
}
