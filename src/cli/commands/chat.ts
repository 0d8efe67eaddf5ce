import type { ConversationOptions } from '../../agent/conversation.ts'
import type { PermissionMode } from '../../agent/permission.ts'
import { chatTexts } from '../../base/messages/chat.ts'
import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { modelsTexts } from '../../base/messages/models.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { configHome } from '../../base/settings/config-home.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { isObject } from '../../base/values/is-object.ts'
import { numberOption, readStdin, textOption, textOptions, usage } from '../arguments.ts'
import { type Command, type CommandInput, OUTPUT_FORMS, type OutputForm } from '../command.ts'
import type { Output } from '../output.ts'
import { openStream } from '../streams.ts'

const MODES = ['ask', 'acceptEdits', 'plan', 'deny'] as const satisfies readonly PermissionMode[]

export const command: Command = {
  usage: 'chat [TEXT…]',
  help: chatCommandTexts.help2,
  options: {
    print: {
      type: 'boolean',
      short: 'p',
      text: chatCommandTexts.optionPrint,
    },
    'output-format': {
      type: 'string',
      value: 'FORM',
      choices: OUTPUT_FORMS,
      text: message(chatCommandTexts.optionOutputFormat, { outputForms: listOf(OUTPUT_FORMS) }),
    },
    model: {
      type: 'string',
      short: 'm',
      value: 'PROVIDER/MODEL',
      text: chatCommandTexts.optionModel,
    },
    continue: {
      type: 'boolean',
      short: 'c',
      text: chatCommandTexts.optionContinue,
    },
    resume: {
      type: 'string',
      short: 'r',
      value: 'ID',
      text: chatCommandTexts.optionResume,
    },
    mode: {
      type: 'string',
      value: 'MODE',
      choices: MODES,
      text: message(chatCommandTexts.optionMode, { modes: listOf(MODES) }),
    },
    'allowed-tools': {
      type: 'string',
      multiple: true,
      value: 'TOOLS',
      text: chatCommandTexts.optionAllowedTools,
    },
    'system-prompt': {
      type: 'string',
      value: 'TEXT',
      text: chatCommandTexts.optionSystemPrompt,
    },
    'append-system-prompt': {
      type: 'string',
      value: 'TEXT',
      text: chatCommandTexts.optionAppendSystemPrompt,
    },
    agents: {
      type: 'string',
      value: 'JSON',
      text: chatCommandTexts.optionAgents,
    },
    'max-turns': {
      type: 'string',
      value: 'N',
      text: chatCommandTexts.optionMaxTurns,
    },
  },
  examples: [
    'memdir chat',
    'memdir chat --model ollama/qwen3:8b',
    'memdir chat -p "Which tests cover the importer?" --output-format json',
    'npm test 2>&1 | memdir chat -p "Why does it fail?"',
    'memdir chat -p "Mend it." --allowed-tools "Edit,Bash(npm test)" --max-turns 20',
    'memdir chat --continue',
  ],
  reportsTrust: true,
  async run(input) {
    // Answers come in pieces, by the streams themselves.
    for (const name of ['stdout', 'stderr'] as const) openStream(name)
    return chat(input, formOf(input))
  },
}

const AGENTS = `'{"reviewer": {"description": "Reviews changes", "prompt": "You review."}}'`
const EXIT_INTERRUPTED = 130

async function chat(input: CommandInput, form: OutputForm): Promise<number> {
  const { values, context, output } = input
  const resume = values.continue === true || textOption(values, 'resume')
  if (values.continue === true && values.resume !== undefined)
    throw usage(
      message(chatTexts.continueOrResume),
      message(usageTexts.chooseOneOf, { choices: '--continue, --resume ID' }),
    )
  const allowed = textOptions(values, 'allowed-tools')
  const prompt = await promptOf(input, form)
  const terminal = process.stdin.isTTY === true && prompt === undefined
  const options: ConversationOptions = {
    model: textOption(values, 'model'),
    mode: asked(input, 'mode', MODES, terminal ? 'ask' : 'deny'),
    maxTurns: numberOption(values, 'max-turns', 1, 10_000),
    systemPrompt: textOption(values, 'system-prompt'),
    appendSystemPrompt: textOption(values, 'append-system-prompt'),
    ...(resume !== undefined && { resume }),
    ...agentsOf(textOption(values, 'agents')),
    ...(allowed.length > 0 && { allowedTools: await readRules(allowed) }),
  }
  // Before anything of the project is used: what is approved here counts in this conversation.
  if ((await resolveTrust(input, terminal)) === 'left') return EXIT_INTERRUPTED
  const engine = context.engine()
  if (options.model === undefined && engine.settings.get('models.main') === undefined) {
    if (form !== 'text')
      throw new MemdirError('unavailable', message(modelsTexts.noModel), {
        fix: message(modelsTexts.noModelFix),
      })
    for (const line of await howToGetOne()) output.note(output.say(line))
    return 1
  }
  const runtime = await engine.runtime()
  try {
    const { directory, changedBy: by } = context
    if (prompt !== undefined) {
      const { printAnswer } = await import('../chat/print-answer.ts')
      const talk = { engine, runtime, options, output, directory, terminal, by }
      return await printAnswer({ talk, prompt, form })
    }
    const { talk } = await import('../chat/talk.ts')
    const first = input.positionals.join(' ') || undefined
    return await talk({ engine, runtime, options, output, directory, terminal, first, by })
  } finally {
    await engine.close()
  }
}

function agentsOf(written: string | undefined): Pick<ConversationOptions, 'agents'> {
  if (written === undefined) return {}
  const agents: unknown = attempt(() => JSON.parse(written))
  if (isObject(agents)) return { agents }
  throw usage(message(chatTexts.agentsNotJson), message(chatTexts.agentsExample, { example: AGENTS }))
}

async function readRules(written: readonly string[]): Promise<ConversationOptions['allowedTools']> {
  const { readAllowedTools, splitRules } = await import('../../agent/allowed-tools.ts')
  return readAllowedTools(written.flatMap(splitRules))
}

/** In a terminal the person is asked; where nobody can be asked it is said, once. */
async function resolveTrust(
  { context, output }: CommandInput,
  terminal: boolean,
): Promise<'left' | 'resolved'> {
  const { examineTrust } = await import('../../agent/examine-trust.ts')
  const trust = examineTrust({ env: context.env, directory: context.directory })
  const { noteTrust, noteTrustOnce } = await import('../note-trust.ts')
  if (!terminal || context.agent !== undefined) {
    noteTrustOnce(output, trust, configHome(context.env))
    return 'resolved'
  }
  noteTrust(output, { ...trust, waiting: [] })
  if (trust.waiting.length === 0) return 'resolved'
  const { askTrust } = await import('../ask-trust.ts')
  const asked = await askTrust(trust, output)
  // The engine may have been opened before: with the settings of that moment.
  if (asked.approved.length > 0) context.reopen()
  return asked.left ? 'left' : 'resolved'
}

function formOf(input: CommandInput): OutputForm {
  return asked(input, 'output-format', OUTPUT_FORMS, input.output.json ? 'json' : 'text')
}

/** What `-p` asks; undefined for a conversation. */
async function promptOf(
  { values, positionals, output }: CommandInput,
  form: OutputForm,
): Promise<string | undefined> {
  const [words, more] = positionals
  if (values.print !== true && (form === 'text' || (words !== undefined && words !== '-'))) {
    if (form !== 'text') throw usage(message(chatTexts.jsonNeedsMessage), message(chatTexts.addMessage))
    return undefined
  }
  if (more !== undefined)
    throw usage(message(usageTexts.unexpectedArgument, { argument: more }), message(chatTexts.quoteMessage))
  const prompt = await withStandardInput(words, output)
  if (prompt.trim() === '') throw usage(message(chatTexts.noMessage), message(chatTexts.giveMessage))
  return prompt
}

async function withStandardInput(words: string | undefined, output: Output): Promise<string> {
  if (words === undefined || words === '-') {
    if (process.stdin.isTTY) throw usage(message(chatTexts.noMessage), message(chatTexts.giveMessage))
    return readStdin()
  }
  const { readPiped, withPiped } = await import('../chat/piped-input.ts')
  const piped = await readPiped()
  if (piped?.status === 'silent') output.note(output.say(message(chatTexts.nothingPiped)))
  return piped?.status === 'read' ? withPiped(words, piped.text) : words
}

function asked<T extends string>(
  { values }: CommandInput,
  name: string,
  choices: readonly T[],
  otherwise: T,
): T {
  const value = textOption(values, name)
  if (value === undefined) return otherwise
  const found = choices.find((choice) => fold(choice) === fold(value))
  if (found) return found
  throw usage(
    message(usageTexts.invalidChoice, { name, value }),
    message(usageTexts.chooseOneOf, { choices: listOf(choices) }),
  )
}

/** `accept-edits` is `acceptEdits`. */
function fold(word: string): string {
  return word.toLowerCase().replaceAll('-', '')
}

/** Each with the package that it needs: providers' packages are not part of memdir. */
async function howToGetOne(): Promise<Text[]> {
  const { installCommand } = await import('../../base/processes/install-command.ts')
  return [
    message(chatCommandTexts.noModelConfiguredWithout, { ollama: installCommand('ollama') }),
    message(chatCommandTexts.llamaCppVllmLm, { openai: installCommand('openai') }),
    message(chatCommandTexts.keyAnthropicApiKey, { anthropic: installCommand('@anthropic-ai/sdk') }),
  ]
}
