// Tokens → commands, pipelines and the operators between them.

import { type Message, message } from '../../../base/messages/message.ts'
import { shellLineTexts } from '../../../base/messages/shell-line.ts'
import type { Operator, Redirection, ShellWord, Token } from './lex-command.ts'

export interface SimpleCommand {
  name: string
  args: readonly ShellWord[]
  /** `< file` */
  input: ShellWord | undefined
  /** In the order written: `2>&1 >/dev/null` is not `>/dev/null 2>&1`. */
  redirections: readonly Redirection[]
}

export interface PipelineStep {
  /** When it runs, seen from the steps before it. */
  when: 'always' | 'after-success' | 'after-failure'
  pipeline: readonly SimpleCommand[]
}

export type ReadLine = { ok: true; steps: PipelineStep[] } | { ok: false; reason: Message }

const MAX_COMMANDS = 20
const WHEN = { ';': 'always', '&&': 'after-success', '||': 'after-failure' } as const

export function readLine(tokens: readonly Token[]): ReadLine {
  const steps: { when: PipelineStep['when']; pipeline: SimpleCommand[] }[] = []
  let when: PipelineStep['when'] = 'always'
  let piped = false
  let collected: Token[] = []
  let commands = 0
  const finish = (): Message | undefined => {
    const command = commandOf(collected)
    if (!('name' in command)) return command
    if (++commands > MAX_COMMANDS) return message(shellLineTexts.tooManyCommands, { most: MAX_COMMANDS })
    const last = steps.at(-1)
    if (piped && last) last.pipeline.push(command)
    else steps.push({ when, pipeline: [command] })
    collected = []
    return undefined
  }
  for (const token of tokens) {
    if (token.type !== 'operator') {
      collected.push(token)
      continue
    }
    const problem = finish()
    if (problem) return { ok: false, reason: problem }
    piped = token.operator === '|'
    if (token.operator !== '|') when = WHEN[token.operator]
  }
  const closed = endsWith(tokens, ';') && collected.length === 0
  const problem = closed ? undefined : finish()
  return problem ? { ok: false, reason: problem } : { ok: true, steps }
}

function endsWith(tokens: readonly Token[], operator: Operator): boolean {
  const last = tokens.at(-1)
  return last?.type === 'operator' && last.operator === operator
}

function commandOf(tokens: readonly Token[]): SimpleCommand | Message {
  const words: ShellWord[] = []
  const redirections: Redirection[] = []
  let input: ShellWord | undefined
  for (const token of tokens) {
    if (token.type === 'redirection') redirections.push(token.redirection)
    else if (token.type === 'input') {
      if (input) return message(shellLineTexts.twoInputs)
      if (token.word.glob) return message(shellLineTexts.inputFromPattern)
      input = token.word
    } else if (token.type === 'word') words.push(token.word)
  }
  const [name, ...args] = words
  if (!name || tokens[0]?.type !== 'word') return message(shellLineTexts.noCommandName)
  if (!name.plain || name.glob) return message(shellLineTexts.quotedCommandName)
  return { name: name.value, args, input, redirections }
}
