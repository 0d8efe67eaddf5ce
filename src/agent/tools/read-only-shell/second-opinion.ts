// A full shell parser reads the same line. What it finds must be what our lexer found, word by word; any difference,
// and anything it calls an expansion, means that one of the two is wrong, and the line is refused.
import { createRequire } from 'node:module'
import type {
  Command,
  Redirection as ParsedRedirection,
  PipelineNode,
  Statement,
  Word,
  WordPart,
} from 'unbash'
import type { PipelineStep } from './read-line.ts'

/** True when the parser sees exactly these steps and nothing else. */
export function parserAgrees(text: string, steps: readonly PipelineStep[]): boolean {
  const script = parser().parse(text)
  if (script.errors?.length || script.shebang) return false
  const seen = stepsOf(script.commands)
  return seen !== undefined && JSON.stringify(seen) === JSON.stringify(steps.map(plainStep))
}

interface PlainStep {
  when: PipelineStep['when']
  pipeline: { words: string[]; input: string | null; redirections: string[] }[]
}

function plainStep(step: PipelineStep): PlainStep {
  return {
    when: step.when,
    pipeline: step.pipeline.map((command) => ({
      words: [command.name, ...command.args.map((word) => word.value)],
      input: command.input?.value ?? null,
      redirections: [...command.redirections],
    })),
  }
}

function stepsOf(statements: readonly Statement[]): PlainStep[] | undefined {
  const steps: PlainStep[] = []
  for (const { command, background } of statements) {
    if (background) return undefined
    const nodes = command.type === 'AndOr' ? command.commands : [command]
    const operators = command.type === 'AndOr' ? command.operators : []
    for (const [at, node] of nodes.entries()) {
      const pipeline = pipelineOf(node)
      if (!pipeline) return undefined
      const when = at === 0 ? 'always' : operators[at - 1] === '&&' ? 'after-success' : 'after-failure'
      steps.push({ when, pipeline })
    }
  }
  return steps
}

function pipelineOf(node: PipelineNode): PlainStep['pipeline'] | undefined {
  if (node.type !== 'Pipeline') {
    const command = node.type === 'Command' ? commandOf(node) : undefined
    return command && [command]
  }
  if (node.prefixes.length > 0 || node.operators.some((operator) => operator !== '|')) return undefined
  const commands = node.commands.map((command) =>
    command.type === 'Command' ? commandOf(command) : undefined,
  )
  return commands.every((command) => command !== undefined) ? commands : undefined
}

function commandOf(command: Command): PlainStep['pipeline'][number] | undefined {
  if (command.prefix.length > 0 || !command.name || !isStill(command.name)) return undefined
  const words = [command.name.value]
  const redirections: string[] = []
  let input: string | null = null
  for (const item of command.suffix) {
    if (item.type === 'Word') {
      if (!isStill(item)) return undefined
      words.push(item.value)
    } else if (item.type === 'Redirect' && item.operator === '<') {
      if (input !== null || item.descriptor || !item.target || !isStill(item.target)) return undefined
      input = item.target.value
    } else {
      const redirection = item.type === 'Redirect' ? redirectionOf(item) : undefined
      if (!redirection) return undefined
      redirections.push(redirection)
    }
  }
  return { words, input, redirections }
}

function redirectionOf(item: Extract<ParsedRedirection, { type: 'Redirect' }>): string | undefined {
  const target = item.target
  if (!target || target.parts || target.text !== target.value) return undefined
  if (item.descriptor && item.descriptor.type !== 'FileDescriptor') return undefined
  const from = item.descriptor?.value ?? 1
  if (item.operator === '>' && target.value === '/dev/null' && (from === 1 || from === 2))
    return from === 1 ? 'out-null' : 'err-null'
  if (item.operator !== '>&') return undefined
  if (from === 2 && target.value === '1') return 'err-to-out'
  return from === 1 && target.value === '2' ? 'out-to-err' : undefined
}

/** Nothing in the word is expanded but file-name patterns. */
function isStill(word: Word): boolean {
  return (word.parts ?? []).every(isStillPart)
}

function isStillPart(part: WordPart): boolean {
  if (part.type === 'DoubleQuoted') return part.parts.every((inner) => inner.type === 'Literal')
  if (part.type === 'Glob') return (part.parts ?? []).every(isStillPart)
  return part.type === 'Literal' || part.type === 'SingleQuoted'
}

type Parser = typeof import('unbash')
let loaded: Parser | undefined

/** Loaded at the first command: importing it costs as much as starting Node. */
function parser(): Parser {
  loaded ??= createRequire(import.meta.url)('unbash') as Parser
  return loaded
}
