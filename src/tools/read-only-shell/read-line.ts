// Tokens → commands, pipelines and the operators between them.
import type { Operator, Redirection, Token, Word } from './lex-command.ts'

export interface SimpleCommand {
  name: string
  args: readonly Word[]
  /** `< file` */
  input: Word | undefined
  /** In the order written: `2>&1 >/dev/null` is not `>/dev/null 2>&1`. */
  redirections: readonly Redirection[]
}

export interface Step {
  /** When it runs, seen from the steps before it. */
  when: 'always' | 'after-success' | 'after-failure'
  pipeline: readonly SimpleCommand[]
}

export type ReadLine = { ok: true; steps: Step[] } | { ok: false; reason: string }

const MAX_COMMANDS = 20
const WHEN = { ';': 'always', '&&': 'after-success', '||': 'after-failure' } as const

export function readLine(tokens: readonly Token[]): ReadLine {
  const steps: { when: Step['when']; pipeline: SimpleCommand[] }[] = []
  let when: Step['when'] = 'always'
  let piped = false
  let collected: Token[] = []
  let commands = 0
  const finish = (): string | undefined => {
    const command = commandOf(collected)
    if (typeof command === 'string') return command
    if (++commands > MAX_COMMANDS) return `it holds more than ${MAX_COMMANDS} commands`
    if (piped) steps.at(-1)!.pipeline.push(command)
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

function commandOf(tokens: readonly Token[]): SimpleCommand | string {
  const words: Word[] = []
  const redirections: Redirection[] = []
  let input: Word | undefined
  for (const token of tokens) {
    if (token.type === 'redirection') redirections.push(token.redirection)
    else if (token.type === 'input') {
      if (input) return 'it reads standard input from two places'
      if (token.word.glob) return 'standard input comes from a file-name pattern'
      input = token.word
    } else if (token.type === 'word') words.push(token.word)
  }
  const [name, ...args] = words
  if (!name || tokens[0]?.type !== 'word') return 'a command has no name'
  if (!name.plain || name.glob) return 'the name of a command is quoted or a pattern'
  return { name: name.value, args, input, redirections }
}
