import type { PermissionMode } from '../../agent/permission.ts'
import type { ConversationOptions } from '../../engine/conversation.ts'
import { MemdirError } from '../../lib/errors.ts'
import {
  ADD_MESSAGE,
  GIVE_MESSAGE,
  JSON_NEEDS_MESSAGE,
  NO_MESSAGE,
  QUOTE_MESSAGE,
} from '../../messages/chat.ts'
import { listOf, message } from '../../messages/message.ts'
import { CHOOSE_ONE_OF, INVALID_CHOICE, UNEXPECTED_ARGUMENT } from '../../messages/usage.ts'
import { configHome } from '../../settings/config-home.ts'
import { numberOption, readStdin, textOption, usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { errorData } from '../error-line.ts'
import type { Text } from '../language.ts'
import { openStream } from '../streams.ts'

const MODES = ['ask', 'acceptEdits', 'plan', 'deny'] as const satisfies readonly PermissionMode[]

export const command: Command = {
  usage: 'chat [TEXT…]',
  help: {
    en: 'Talks with a model that has tools and your memory. In a terminal it asks before it changes something; Ctrl-C stops the answer, and at an empty prompt, pressed again, it leaves. With -p it answers once and ends; nobody can be asked then, so it only reads, unless --mode says otherwise. Lines that are piped in are messages. /help lists the commands inside.',
    zh: '与拥有工具和您的记忆的模型对话。在终端中，更改任何东西之前会先询问；Ctrl-C 停止回答，在空提示符下再按一次则退出。加 -p 时回答一次后结束；此时无人可问，因此只读，除非 --mode 另有规定。管道输入的每一行是一条消息。/help 列出其中的命令。',
  },
  options: {
    print: {
      type: 'string',
      short: 'p',
      value: 'TEXT',
      en: 'answer once; "-" reads standard input',
      zh: '回答一次；"-" 表示从标准输入读取',
    },
    output: {
      type: 'string',
      value: 'text|json',
      choices: ['text', 'json'],
      en: 'form of that answer (text)',
      zh: '回答的格式（默认 text）',
    },
    model: {
      type: 'string',
      short: 'm',
      value: 'PROVIDER/MODEL',
      en: 'another model than models.main',
      zh: '使用 models.main 之外的模型',
    },
    resume: {
      type: 'boolean',
      short: 'r',
      en: 'resume the newest conversation, or the one with this ID',
      zh: '继续最近的对话，或后面给出的 ID',
    },
    mode: {
      type: 'string',
      value: 'MODE',
      choices: MODES,
      en: `permission: ${MODES.join(', ')}`,
      zh: `权限：${MODES.join('、')}`,
    },
    'max-turns': {
      type: 'string',
      value: 'N',
      en: 'at most N requests per message',
      zh: '每条消息最多 N 次请求',
    },
  },
  examples: [
    'memdir chat',
    'memdir chat --model ollama/qwen3:8b',
    'memdir chat -p "Which tests cover the importer?" --output json',
    'memdir chat --resume',
  ],
  reportsTrust: true,
  async run(input) {
    // Answers come in pieces, by the streams themselves.
    for (const name of ['stdout', 'stderr'] as const) openStream(name)
    const json = input.output.json || asked(input, 'output', ['text', 'json'], 'text') === 'json'
    try {
      return await chat(input, json)
    } catch (error) {
      // `--output json` promises a document for failures too.
      if (!json || input.output.json || !MemdirError.is(error)) throw error
      const data = errorData(error, input.output.language)
      process.stdout.write(`${JSON.stringify({ ok: false, error: data })}\n`)
      return error.code === 'usage' ? 2 : 1
    }
  },
}

const EXIT_INTERRUPTED = 130

async function chat(input: CommandInput, json: boolean): Promise<number> {
  const { values, positionals, context, output } = input
  const [prompt, words] = await promptOf(input, json)
  const terminal = process.stdin.isTTY === true && prompt === undefined
  const options: ConversationOptions = {
    model: textOption(values, 'model'),
    mode: asked(input, 'mode', MODES, terminal ? 'ask' : 'deny'),
    maxTurns: numberOption(values, 'max-turns', 1, 10_000),
    ...(values.resume === true && { resume: positionals[0] ?? true }),
  }
  // Before anything of the project is used: what is approved here counts in this conversation.
  if ((await resolveTrust(input, terminal)) === 'left') return EXIT_INTERRUPTED
  const engine = context.engine()
  if (options.model === undefined && engine.settings.get('models.main') === undefined) {
    if (json) throw (await import('../../models/model-config.ts')).noModel()
    for (const line of await howToGetOne()) output.note(output.say(line))
    return 1
  }
  const runtime = await engine.runtime()
  try {
    const { directory, changedBy: by } = context
    if (prompt !== undefined) {
      const { printAnswer } = await import('../chat/print-answer.ts')
      const conversation = await runtime.openConversation(options)
      const talk = { engine, runtime, options, output, directory, terminal, by }
      return await printAnswer({ talk, conversation, prompt, output, json })
    }
    const { talk } = await import('../chat/talk.ts')
    return await talk({ engine, runtime, options, output, directory, terminal, first: words, by })
  } finally {
    await engine.close()
  }
}

/** In a terminal the person is asked; where nobody can be asked it is said, once. */
async function resolveTrust(
  { context, output }: CommandInput,
  terminal: boolean,
): Promise<'left' | 'resolved'> {
  const { examineTrust } = await import('../../engine/examine-trust.ts')
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

/** What `-p` asks, and the words that a conversation begins with. */
async function promptOf(
  { values, positionals }: CommandInput,
  json: boolean,
): Promise<[string | undefined, string | undefined]> {
  const given = textOption(values, 'print')
  const most = values.resume === true ? 1 : given === undefined ? Number.POSITIVE_INFINITY : 0
  if (positionals.length > most)
    throw usage(message(UNEXPECTED_ARGUMENT, { argument: positionals[most] ?? '' }), message(QUOTE_MESSAGE))
  const words = values.resume === true ? undefined : positionals.join(' ') || undefined
  if (given === undefined && json && process.stdin.isTTY)
    throw usage(message(JSON_NEEDS_MESSAGE), message(ADD_MESSAGE))
  const piped = given === '-' || (given === undefined && json)
  const prompt = piped ? await readStdin() : given
  if (prompt !== undefined && prompt.trim() === '') throw usage(message(NO_MESSAGE), message(GIVE_MESSAGE))
  return [prompt, words]
}

function asked<T extends string>(
  { values }: CommandInput,
  name: string,
  choices: readonly T[],
  otherwise: T,
): T {
  const value = textOption(values, name)
  if (value === undefined) return otherwise
  const found = choices.find((choice) => choice.toLowerCase() === value.toLowerCase().replaceAll('-', ''))
  if (found) return found
  throw usage(message(INVALID_CHOICE, { name, value }), message(CHOOSE_ONE_OF, { choices: listOf(choices) }))
}

/** Each with the package that it needs: providers' packages are not part of memdir. */
async function howToGetOne(): Promise<Text[]> {
  const { installCommand } = await import('../../models/install-command.ts')
  const [ollama, openai, anthropic] = ['ollama', 'openai', '@anthropic-ai/sdk'].map((name) =>
    installCommand(name),
  )
  return [
    {
      en: `No model is configured. Without a key, on this machine: install the program Ollama (https://ollama.com/download), run ollama pull qwen3:8b and ${ollama} (its client package), then memdir chat --model ollama/qwen3:8b`,
      zh: `尚未配置模型。无需密钥，在本机运行：安装 Ollama 程序（https://ollama.com/download），运行 ollama pull qwen3:8b 和 ${ollama}（其客户端软件包），然后 memdir chat --model ollama/qwen3:8b`,
    },
    {
      en: `llama.cpp, vLLM, LM Studio: ${openai}, memdir config set models.baseUrl http://127.0.0.1:8080/v1, then --model openai-compatible/NAME`,
      zh: `llama.cpp、vLLM、LM Studio：${openai}、memdir config set models.baseUrl http://127.0.0.1:8080/v1，然后 --model openai-compatible/NAME`,
    },
    {
      en: `With a key in ANTHROPIC_API_KEY (OPENAI_API_KEY, GEMINI_API_KEY): ${anthropic} (openai for the other two), memdir config set models.main anthropic/claude-sonnet-4-6`,
      zh: `使用 ANTHROPIC_API_KEY（OPENAI_API_KEY、GEMINI_API_KEY）中的密钥：${anthropic}（另两者为 openai）、memdir config set models.main anthropic/claude-sonnet-4-6`,
    },
  ]
}
