import type { ConversationOptions } from '../../agent/conversation/conversation.ts'
import type { PermissionMode } from '../../agent/loop/permission.ts'
import {
  ADD_MESSAGE,
  AGENTS_EXAMPLE,
  AGENTS_NOT_JSON,
  CONTINUE_OR_RESUME,
  GIVE_MESSAGE,
  JSON_NEEDS_MESSAGE,
  NO_MESSAGE,
  NOTHING_PIPED,
  QUOTE_MESSAGE,
} from '../../base/messages/chat.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { CHOOSE_ONE_OF, INVALID_CHOICE, UNEXPECTED_ARGUMENT } from '../../base/messages/usage.ts'
import { configHome } from '../../base/settings/config-home.ts'
import { attempt } from '../../base/values/attempt.ts'
import { isObject } from '../../base/values/is-object.ts'
import { numberOption, readStdin, textOption, textOptions, usage } from '../arguments.ts'
import { type Command, type CommandInput, OUTPUT_FORMS, type OutputForm } from '../command.ts'
import type { Text } from '../language.ts'
import type { Output } from '../output.ts'
import { openStream } from '../streams.ts'

const MODES = ['ask', 'acceptEdits', 'plan', 'deny'] as const satisfies readonly PermissionMode[]

export const command: Command = {
  usage: 'chat [TEXT…]',
  help: {
    en: 'Talks with a model that has tools and your memory. In a terminal it asks before it changes something; Ctrl-C stops the answer, and at an empty prompt, pressed again, it leaves. With -p it answers once and ends; nobody can be asked then, so it only reads, unless --mode or --allowed-tools say otherwise. Exit codes of -p: 0 done, 1 failure, 2 usage, 3 ended at a limit or by a hook, 129, 130 and 143 stopped. Lines that are piped in are messages. /help lists the commands inside.',
    zh: '与拥有工具和您的记忆的模型对话。在终端中，更改任何东西之前会先询问；Ctrl-C 停止回答，在空提示符下再按一次则退出。加 -p 时回答一次后结束；此时无人可问，因此只读，除非 --mode 或 --allowed-tools 另有规定。-p 的退出码：0 完成，1 失败，2 用法错误，3 达到上限或被钩子结束，129、130 与 143 被中止。管道输入的每一行是一条消息。/help 列出其中的命令。',
  },
  options: {
    print: {
      type: 'boolean',
      short: 'p',
      en: 'answer TEXT once and end; "-" or nothing: what is piped in; beside TEXT that goes along',
      zh: '回答 TEXT 一次后结束；"-" 或留空时取管道输入；与 TEXT 并用时一并附上',
    },
    'output-format': {
      type: 'string',
      value: 'FORM',
      choices: OUTPUT_FORMS,
      en: `form of that answer: ${OUTPUT_FORMS.join(', ')} (text)`,
      zh: `回答的格式：${OUTPUT_FORMS.join('、')}（默认 text）`,
    },
    model: {
      type: 'string',
      short: 'm',
      value: 'PROVIDER/MODEL',
      en: 'another model than models.main',
      zh: '使用 models.main 之外的模型',
    },
    continue: {
      type: 'boolean',
      short: 'c',
      en: 'continue the newest conversation',
      zh: '继续最近的对话',
    },
    resume: {
      type: 'string',
      short: 'r',
      value: 'ID',
      en: 'continue the conversation whose ID begins so',
      zh: '继续编号以此开头的对话',
    },
    mode: {
      type: 'string',
      value: 'MODE',
      choices: MODES,
      en: `permission: ${MODES.join(', ')}`,
      zh: `权限：${MODES.join('、')}`,
    },
    'allowed-tools': {
      type: 'string',
      multiple: true,
      value: 'TOOLS',
      en: 'nobody is asked about these: "Edit,Bash(npm test),Bash(git log:*)"',
      zh: '这些调用不再询问："Edit,Bash(npm test),Bash(git log:*)"',
    },
    'system-prompt': {
      type: 'string',
      value: 'TEXT',
      en: 'in place of the usual prompt; memory rules and git status stay',
      zh: '代替通常的提示；记忆规则和 git 状态保留',
    },
    'append-system-prompt': {
      type: 'string',
      value: 'TEXT',
      en: 'added to the prompt',
      zh: '追加到提示之后',
    },
    agents: {
      type: 'string',
      value: 'JSON',
      en: 'more sub-agents: \'{"reviewer": {"description": "…", "prompt": "…"}}\'',
      zh: '更多子代理：\'{"reviewer": {"description": "…", "prompt": "…"}}\'',
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
    throw usage(message(CONTINUE_OR_RESUME), message(CHOOSE_ONE_OF, { choices: '--continue, --resume ID' }))
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
    if (form !== 'text') throw (await import('../../models/model-config.ts')).noModel()
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
  throw usage(message(AGENTS_NOT_JSON), message(AGENTS_EXAMPLE, { example: AGENTS }))
}

async function readRules(written: readonly string[]): Promise<ConversationOptions['allowedTools']> {
  const { readAllowedTools, splitRules } = await import('../../agent/loop/allowed-tools.ts')
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
    if (form !== 'text') throw usage(message(JSON_NEEDS_MESSAGE), message(ADD_MESSAGE))
    return undefined
  }
  if (more !== undefined)
    throw usage(message(UNEXPECTED_ARGUMENT, { argument: more }), message(QUOTE_MESSAGE))
  const prompt = await withStandardInput(words, output)
  if (prompt.trim() === '') throw usage(message(NO_MESSAGE), message(GIVE_MESSAGE))
  return prompt
}

async function withStandardInput(words: string | undefined, output: Output): Promise<string> {
  if (words === undefined || words === '-') {
    if (process.stdin.isTTY) throw usage(message(NO_MESSAGE), message(GIVE_MESSAGE))
    return readStdin()
  }
  const { readPiped, withPiped } = await import('../chat/piped-input.ts')
  const piped = await readPiped()
  if (piped?.status === 'silent') output.note(output.say(message(NOTHING_PIPED)))
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
  throw usage(message(INVALID_CHOICE, { name, value }), message(CHOOSE_ONE_OF, { choices: listOf(choices) }))
}

/** `accept-edits` is `acceptEdits`. */
function fold(word: string): string {
  return word.toLowerCase().replaceAll('-', '')
}

/** Each with the package that it needs: providers' packages are not part of memdir. */
async function howToGetOne(): Promise<Text[]> {
  const { installCommand } = await import('../../base/processes/install-command.ts')
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
