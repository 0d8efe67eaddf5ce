import { createInterface } from 'node:readline'
import type { Runtime } from '../../agent/runtime.ts'
import type { SandboxCall, SandboxDecision } from '../../agent/sandbox-policy.ts'
import { message } from '../../base/messages/message.ts'
import { safetyCommandsTexts } from '../../base/messages/safety-commands.ts'
import { sandboxTexts } from '../../base/messages/sandbox.ts'
import { sandboxCommandTexts } from '../../base/messages/sandbox-command.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { textOption, usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { printable } from '../output.ts'
import { writeTo } from '../streams.ts'

export const command: Command = {
  usage: 'sandbox check',
  help: sandboxCommandTexts.help,
  most: 1,
  options: {
    tool: {
      type: 'string',
      value: 'NAME',
      choices: ['Read', 'Grep', 'Glob', 'Bash', 'Edit', 'Write'],
      text: sandboxCommandTexts.optionTool,
    },
    command: { type: 'string', value: 'LINE', text: sandboxCommandTexts.optionCommand },
    path: { type: 'string', value: 'P', text: sandboxCommandTexts.optionPath },
    jsonl: { type: 'boolean', text: sandboxCommandTexts.optionJsonl },
    'fail-on-hit': { type: 'boolean', text: sandboxCommandTexts.optionFailOnHit },
  },
  arguments: [['check']],
  examples: [
    'memdir sandbox check --tool Bash --command "ls -l | head"',
    'memdir sandbox check --tool Write --path "$(memdir path)/note.md"',
    'memdir sandbox check --jsonl < calls.jsonl',
  ],
  withoutProject: true,
  async run(input) {
    const { positionals, values } = input
    if (positionals[0] !== 'check')
      throw usage(
        positionals[0] === undefined
          ? message(safetyCommandsTexts.subcommandRequired, { command: 'sandbox' })
          : message(usageTexts.unknownAction, { action: `sandbox ${positionals[0]}` }),
        message(usageTexts.runHelp, { command: 'sandbox' }),
      )
    const denials = values.jsonl ? await checkLines(input) : await checkOne(input)
    return denials > 0 && values['fail-on-hit'] ? 1 : 0
  },
}

async function checkOne({ values, context, output }: CommandInput): Promise<number> {
  const runtime = await context.engine().runtime()
  const decision = await runtime.checkSandbox(callFrom(values))
  output.data({ allowed: decision.allowed, reason: decision.reason.en })
  const mark = decision.allowed ? output.paint.green('✓') : output.paint.red('✗')
  const word = decision.allowed ? sandboxCommandTexts.allowed : sandboxCommandTexts.denied
  output.print(`${mark} ${output.say(word)}${printable(output.say(decision.reason))}`)
  return decision.allowed ? 0 : 1
}

/** Without it there is nothing to judge. */
const NEEDED = new Map([
  ['Bash', 'command'],
  ['Write', 'path'],
  ['Edit', 'path'],
])

function callFrom(values: CommandInput['values']): SandboxCall {
  const tool = textOption(values, 'tool')
  if (tool === undefined)
    throw usage(message(safetyCommandsTexts.checkNeedsTool), message(safetyCommandsTexts.checkExample))
  const command = textOption(values, 'command')
  const path = textOption(values, 'path')
  const option = NEEDED.get(tool)
  if (option !== undefined && textOption(values, option) === undefined)
    throw usage(
      message(safetyCommandsTexts.checkNeedsOption, { tool, option }),
      message(usageTexts.runHelp, { command: 'sandbox' }),
    )
  return {
    tool,
    input: { ...(command !== undefined && { command }), ...(path !== undefined && { file_path: path }) },
  }
}

/** As the lines come: a program may keep the pipe open and wait for each answer. */
async function checkLines({ context, output }: CommandInput): Promise<number> {
  const runtime = await context.engine().runtime()
  let denials = 0
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const decision = await decide(runtime, line)
    if (!decision.allowed) denials++
    writeTo(
      'stdout',
      `${JSON.stringify({ allowed: decision.allowed, reason: output.say(decision.reason) })}\n`,
    )
  }
  return denials
}

async function decide(runtime: Runtime, line: string): Promise<SandboxDecision> {
  const call = readCall(line)
  return call ? runtime.checkSandbox(call) : { allowed: false, reason: message(sandboxTexts.callNotJson) }
}

function readCall(line: string): SandboxCall | undefined {
  try {
    const { tool, input } = JSON.parse(line) as Partial<SandboxCall>
    if (typeof tool !== 'string') return undefined
    return { tool, input: typeof input === 'object' && input !== null ? input : {} }
  } catch {
    return undefined
  }
}
