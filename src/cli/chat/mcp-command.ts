// `/mcp`: the MCP servers of the conversation, their state and their tools; one can be started again.
import type { Conversation } from '../../agent/conversation.ts'
import { chatTexts } from '../../base/messages/chat.ts'
import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { message } from '../../base/messages/message.ts'
import { redactValues } from '../../base/secrets/redact-for.ts'
import { usage } from '../arguments.ts'
import { type Output, printable } from '../output.ts'
import type { Talk } from './talk-state.ts'

type ServerState = ReturnType<Conversation['servers']>[number]

const STATES: Record<ServerState['status'], Text> = {
  starting: chatCommandTexts.statesStarting,
  ready: chatCommandTexts.statesReady,
  failed: chatCommandTexts.statesFailed,
  stopped: chatCommandTexts.statesStopped,
}
const LAST_LINES = 3

export async function runMcpCommand({ conversation, output }: Talk, rest: string): Promise<void> {
  const [action, name = ''] = rest.split(/\s+(.*)/s)
  if (action === 'restart') {
    if (!(await conversation.restartServer(name)))
      throw usage(
        message(chatTexts.unknownServer, { name: printable(name) }),
        message(chatTexts.serversListed),
      )
  } else if (rest !== '')
    throw usage(message(chatTexts.unknownServer, { name: printable(rest) }), message(chatTexts.serversListed))
  const states = conversation.servers().filter((state) => action !== 'restart' || state.name === name)
  if (states.length === 0) output.print(output.say(NONE))
  for (const state of states) await show(state, output)
}

const NONE: Text = chatCommandTexts.none

async function show(
  { name, kind, status, problem, tools, stderr }: ServerState,
  output: Output,
): Promise<void> {
  const { paint } = output
  const mark = { starting: paint.yellow('…'), ready: paint.green('✓'), failed: paint.red('✗'), stopped: '·' }[
    status
  ]
  const why = problem ? `: ${printable(output.say(problem))}` : ''
  const count =
    status === 'ready' ? `, ${output.say(message(chatCommandTexts.tools, { tools: tools.length }))}` : ''
  output.print(`${mark} ${printable(name)} (${kind}) ${output.say(STATES[status])}${why}${count}`)
  for (const tool of tools) output.print(`    ${printable(tool)}`)
  if (status !== 'failed') return
  // What programs say when they fail may hold a key.
  const said = String(await redactValues(stderr, output.reader))
  for (const line of said.trimEnd().split('\n').slice(-LAST_LINES))
    if (line.trim() !== '') output.print(paint.dim(`    ${printable(line).slice(0, 200)}`))
}
