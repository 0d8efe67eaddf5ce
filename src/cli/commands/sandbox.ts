import { createInterface } from 'node:readline'
import type { Runtime } from '../../agent/runtime.ts'
import type { SandboxCall, SandboxDecision } from '../../agent/tools/sandbox-policy.ts'
import { message } from '../../base/messages/message.ts'
import {
  CHECK_EXAMPLE,
  CHECK_NEEDS_OPTION,
  CHECK_NEEDS_TOOL,
  SUBCOMMAND_REQUIRED,
} from '../../base/messages/safety-commands.ts'
import { CALL_NOT_JSON } from '../../base/messages/sandbox.ts'
import { RUN_HELP, UNKNOWN_ACTION } from '../../base/messages/usage.ts'
import { textOption, usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { printable } from '../output.ts'
import { writeTo } from '../streams.ts'

export const command: Command = {
  usage: 'sandbox check',
  help: {
    en: 'Tells whether the sandbox for agents that work for memdir itself would allow a call, and why. With --jsonl: one line {tool, input} on standard input, one line {allowed, reason} on standard output, in the same order. A denial is an answer: the exit code is 0, unless --fail-on-hit is given.',
    zh: '说明 为 memdir 自身工作的代理的沙箱是否允许某次调用及原因。--jsonl：标准输入每行一个 {tool, input}，标准输出按相同顺序每行一个 {allowed, reason}。拒绝也是答案：退出码为 0，除非给出 --fail-on-hit。',
  },
  most: 1,
  options: {
    tool: {
      type: 'string',
      value: 'NAME',
      choices: ['Read', 'Grep', 'Glob', 'Bash', 'Edit', 'Write'],
      en: 'the tool: Bash, Write, Edit, Read, …',
      zh: '工具：Bash、Write、Edit、Read 等',
    },
    command: { type: 'string', value: 'LINE', en: 'the command line of Bash', zh: 'Bash 的命令行' },
    path: { type: 'string', value: 'P', en: 'the file of Write or Edit', zh: 'Write 或 Edit 的文件' },
    jsonl: { type: 'boolean', en: 'many calls on standard input', zh: '从标准输入读取多次调用' },
    'fail-on-hit': { type: 'boolean', en: 'exit 1 after a denial', zh: '有拒绝时退出码为 1' },
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
          ? message(SUBCOMMAND_REQUIRED, { command: 'sandbox' })
          : message(UNKNOWN_ACTION, { action: `sandbox ${positionals[0]}` }),
        message(RUN_HELP, { command: 'sandbox' }),
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
  const word = decision.allowed ? { en: 'allowed: ', zh: '允许：' } : { en: 'denied: ', zh: '拒绝：' }
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
  if (tool === undefined) throw usage(message(CHECK_NEEDS_TOOL), message(CHECK_EXAMPLE))
  const command = textOption(values, 'command')
  const path = textOption(values, 'path')
  const option = NEEDED.get(tool)
  if (option !== undefined && textOption(values, option) === undefined)
    throw usage(message(CHECK_NEEDS_OPTION, { tool, option }), message(RUN_HELP, { command: 'sandbox' }))
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
  return call ? runtime.checkSandbox(call) : { allowed: false, reason: message(CALL_NOT_JSON) }
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
