// Every setting: its kind, default, and which of its values count from a file below a working tree before the person
// has approved them. A repository that somebody else wrote must not be able to run, send, read elsewhere, spend or
// delete anything by being cloned.

import { type Message, message } from '../messages/message.ts'
import {
  MUST_BE_BOOLEAN,
  MUST_BE_NUMBER,
  MUST_BE_OBJECT,
  MUST_BE_ONE_OF,
  MUST_BE_TEXT,
  MUST_GIVE_NUMBER,
  MUST_NOT_CONTAIN,
} from '../messages/settings.ts'
import { canonicalJson } from '../text/canonical-json.ts'

/** Which values of a project's file count without approval. */
export type Unapproved =
  /** All of them: nothing runs, is sent, read elsewhere, spent or deleted by it. */
  | 'any'
  /** Only `false`: a project may switch a part off, never on. */
  | 'off'
  | 'none'

interface Common {
  unapproved: Unapproved
  en: string
  zh: string
}

export type Definition = Common &
  (
    | { kind: 'boolean'; default: boolean }
    | { kind: 'number'; default: number | undefined; min: number; max: number }
    | { kind: 'string'; default: string | undefined }
    | { kind: 'choice'; default: string; choices: readonly string[] }
    | {
        kind: 'object'
        default: Record<string, unknown> | undefined
        /** What it may hold, each a number in these bounds; anything if not said. */
        numbers?: { names: readonly string[]; min: number; max: number }
      }
  )

const on = (en: string, zh: string) =>
  ({ kind: 'boolean', default: true, unapproved: 'off', en, zh }) as const
const off = (en: string, zh: string) =>
  ({ kind: 'boolean', default: false, unapproved: 'off', en, zh }) as const
/** How often and how much a model is asked, what is deleted when: such a number needs approval. */
const number = (value: number, min: number, max: number, en: string, zh: string) =>
  ({ kind: 'number', default: value as number | undefined, min, max, unapproved: 'none', en, zh }) as const
/** Within its bounds it harms nobody: it neither deletes nor spends nor sends. */
const harmlessNumber = (...given: Parameters<typeof number>) =>
  ({ ...number(...given), unapproved: 'any' }) as const
const text = (en: string, zh: string) =>
  ({ kind: 'string', default: undefined as string | undefined, unapproved: 'none', en, zh }) as const
const object = (en: string, zh: string) =>
  ({
    kind: 'object',
    default: undefined as Record<string, unknown> | undefined,
    unapproved: 'none',
    en,
    zh,
  }) as const

/** The eight kinds, and what else there is. */
export const RETENTION_NAMES = [
  'user_preference',
  'project_context',
  'technical_decision',
  'workflow',
  'fact',
  'skill',
  'relationship',
  'other',
  'unknown',
  'passing',
  'project_context_low',
  'permanent_from',
] as const

export const DEFINITIONS = {
  autoMemoryEnabled: { ...on('memory as a whole', '记忆总开关'), unapproved: 'any' },
  autoMemoryDirectory: text('the full memory directory', '记忆目录的完整路径'),
  language: {
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'en', 'zh'],
    unapproved: 'any',
    en: 'language of messages',
    zh: '界面语言',
  },
  outputStyle: text(
    'how conversations answer: the name of a file in output-styles/',
    '对话的回答方式：output-styles/ 中文件的名称',
  ),
  scratchDirectory: text(
    'where conversations put temporary files, each in a directory of its own',
    '对话存放临时文件的位置，每个对话一个目录',
  ),
  tokenBudget: {
    kind: 'number',
    default: undefined as number | undefined,
    min: 1_000,
    max: 1e9,
    unapproved: 'none',
    en: 'tokens that a conversation is told to plan for; caps (spend.caps) are what limits it',
    zh: '告知对话按此令牌数规划；真正的限制是 spend.caps',
  },
  extraGuidelines: text('extra policy text in the rules', '附加到规则中的策略文本'),

  'index.enabled': on('the index in the first message', '首条消息中的索引'),
  'recall.enabled': on('recall on each prompt', '每次提问时召回'),
  'recall.maxMemories': harmlessNumber(5, 0, 20, 'memories per recall', '每次召回的记忆数'),
  'recall.notice': off(
    'a line for the person says which memories were attached to a message, in agents that can show one',
    '在能显示提示的代理中，用一行说明消息附上了哪些记忆',
  ),
  'recall.eagerness': {
    kind: 'choice',
    default: 'normal',
    choices: ['quiet', 'normal', 'eager'],
    unapproved: 'none',
    en: 'how readily memories are attached: quiet (only what surely fits), normal, eager (also what may fit)',
    zh: '附加记忆的积极程度：quiet（只在确实契合时）、normal、eager（可能契合时也附加）',
  },
  'selector.enabled': on(
    'a small model picks memories in conversations, where one is configured',
    '配置了模型时，由小模型在对话中挑选记忆',
  ),
  'selector.inHooks': off(
    'a small model picks memories for the prompts of other agents, too',
    '也为其他代理的提示由小模型挑选记忆',
  ),
  'recall.searchHints': on('search hints in the rules', '规则中的搜索提示'),

  'extraction.autoExtract': on(
    'extraction: learn from what is said, after each turn',
    '提取：每轮结束后从对话中学习',
  ),
  'extraction.withoutTerminal': on('extraction also where nobody is at a terminal', '无终端的运行也提取'),
  'extraction.everyTurns': number(1, 1, 1_000, 'extract at every so many turns', '每隔多少轮提取一次'),
  'extraction.trigger.messageInterval': number(
    10,
    1,
    10_000,
    'extract at every so many messages, in programs without turns',
    '没有轮次的程序每隔多少条消息提取一次',
  ),
  'extraction.trigger.onSessionEnd': on('extract at the end of a conversation', '对话结束时提取'),
  'extraction.promotion': on(
    'keep a candidate that was said again in other conversations',
    '在其他对话中再次提到的候选转为记忆',
  ),
  'inbox.notices': on(
    'say once, where a conversation starts, that something waits in the inbox',
    '对话开始时提示一次收件箱中有待处理的内容',
  ),
  'everywhere.enabled': on(
    'memories of the person that hold in all projects, in this one',
    '在此项目中使用适用于所有项目的个人记忆',
  ),
  'extraction.byModel': on(
    'a model extracts and judges what is learnt, where one is configured; off: rules alone',
    '配置了模型时由模型提取并判断；关闭则仅用规则',
  ),
  'extraction.minConfidence': harmlessNumber(
    0.7,
    0,
    1,
    'least confidence of what is extracted',
    '提取的最低置信度',
  ),
  'extraction.minImportance': harmlessNumber(
    2,
    1,
    5,
    'least importance of what is extracted',
    '提取的最低重要性',
  ),

  'compact.window': {
    kind: 'number',
    default: undefined as number | undefined,
    min: 1_000,
    max: 1e8,
    unapproved: 'none',
    en: 'another context window, in tokens',
    zh: '自定义上下文窗口（令牌）',
  },
  autoCompactEnabled: on('compact a conversation before its window is full', '窗口将满时压缩对话'),
  'compact.reactiveOnly': off('compact only when the provider refuses a request', '仅在提供方拒绝请求时压缩'),
  'compact.cold': on(
    'compact by fresh notes while the provider’s cache is cold',
    '提供方缓存失效时按最新笔记压缩',
  ),
  'compact.absoluteThreshold': number(
    250_000,
    10_000,
    1e8,
    'compact at this size, however large the window',
    '无论窗口多大，到此令牌数即压缩',
  ),
  'sessionMemory.enabled': on(
    'notes of a conversation, by which it can be compacted',
    '对话笔记，可据此压缩对话',
  ),
  'sessionMemory.byModel': off(
    'a small model writes notes of other agents’ conversations, where one is configured; off: rules alone',
    '配置了模型时由小模型为其他代理的对话写笔记；关闭则仅用规则',
  ),
  'sessionMemory.minimumMessageTokensToInit': number(
    10_000,
    1_000,
    1e7,
    'tokens of a conversation before its first notes',
    '首次写笔记前的对话令牌数',
  ),
  'sessionMemory.minimumTokensBetweenUpdate': number(
    5_000,
    500,
    1e7,
    'tokens by which it grows between two updates of its notes',
    '两次更新笔记之间增长的令牌数',
  ),
  'sessionMemory.toolCallsBetweenUpdates': number(
    3,
    0,
    1_000,
    'tool calls between two updates, unless the agent pauses',
    '两次更新之间的工具调用数（代理停顿时除外）',
  ),
  'sessionMemoryCompact.enabled': on(
    'compact by session notes where there are some, without a model',
    '有会话笔记时按笔记压缩，不调用模型',
  ),
  'sessionMemoryCompact.minTokens': number(
    10_000,
    0,
    100_000,
    'tokens of the newest messages that stay behind the notes, at least',
    '按笔记压缩后至少保留的最新消息令牌数',
  ),
  'sessionMemoryCompact.minTextBlockMessages': number(
    5,
    0,
    100,
    'newest messages with text that stay behind the notes, at least',
    '按笔记压缩后至少保留的最新文字消息数',
  ),
  'sessionMemoryCompact.maxTokens': number(
    40_000,
    1_000,
    200_000,
    'tokens of the messages that stay for these two, at most',
    '为满足以上两项而保留的消息令牌数上限',
  ),
  'snip.enabled': on('drop the oldest messages where nothing can summarise', '无法摘要时丢弃最早的消息'),
  'micro.timeBased': on('clear old tool results while the cache is cold', '缓存失效时清除旧的工具结果'),
  'micro.cacheAware': on(
    'clear old tool results in batches while the cache is warm',
    '缓存有效时成批清除旧的工具结果',
  ),
  'micro.keep': harmlessNumber(
    5,
    1,
    100,
    'newest tool results that are never cleared',
    '始终保留的最新工具结果数',
  ),
  'collapse.enabled': off(
    'summarise old exchanges in place of compacting',
    '以摘要代替旧的往来，而不压缩全部',
  ),

  'dream.enabled': on('tidy the memories in the background', '在后台整理记忆'),
  'dream.hours': number(24, 1, 10_000, 'hours between two dreams', '两次整理之间的小时数'),
  'dream.conversations': number(
    5,
    0,
    1_000,
    'other conversations between two dreams',
    '两次整理之间的其他对话数',
  ),

  'episodes.enabled': off(
    'keep what you typed in earlier conversations to be found where no memory is',
    '保留您在以往对话中输入的话，供没有记忆时查找',
  ),
  'dailyLog.enabled': off('daily-log mode', '每日日志模式'),

  'background.enabled': on('background work after writes', '写入后的后台工作'),
  'storage.backend': {
    kind: 'choice',
    default: 'embedded',
    choices: ['embedded', 'lancedb', 'chroma', 'pinecone', 'postgres'],
    unapproved: 'none',
    en: 'where vectors live',
    zh: '向量存放处',
  },
  'storage.vectorDbPath': text(
    'directory or object storage of LanceDB (default: next to the search data)',
    'LanceDB 的目录或对象存储（默认在搜索数据旁）',
  ),
  'storage.url': text(
    'address of the Chroma server, the Pinecone index or the PostgreSQL database',
    'Chroma 服务器、Pinecone 索引或 PostgreSQL 数据库的地址',
  ),
  'storage.tenant': text('tenant of the Chroma server', 'Chroma 服务器的租户'),
  'storage.database': text('database of the Chroma server', 'Chroma 服务器的数据库'),
  'storage.schema': text('schema in PostgreSQL (default: memdir)', 'PostgreSQL 中的模式（默认 memdir）'),
  'storage.embeddingModel': text('embedding model of a provider', '提供方的嵌入模型'),
  'storage.embeddingDimension': {
    kind: 'number',
    default: undefined as number | undefined,
    min: 8,
    max: 8192,
    unapproved: 'none',
    en: 'dimensions of that model',
    zh: '该模型的维数',
  },
  'storage.embeddingUrl': text('address of an OpenAI-compatible /embeddings', '兼容 OpenAI 的嵌入接口地址'),
  'retrieval.injectOnQuery': on('budgeted injection for hosts', '按预算注入（宿主）'),
  'retrieval.maxMemories': harmlessNumber(
    10,
    0,
    100,
    'most memories injected by budget',
    '按预算注入的最多记忆数',
  ),
  'retrieval.similarityThreshold': harmlessNumber(
    0.6,
    0,
    1,
    'least similarity for injection by budget; where it is set, for recall, too, in place of recall.eagerness',
    '按预算注入的最低相似度；设置后也用于召回，取代 recall.eagerness',
  ),
  'retrieval.budgetRatio': harmlessNumber(0.1, 0, 1, 'share of the token budget', '令牌预算占比'),
  'cleanup.autoCleanup': on('clean up by itself', '自动清理'),
  'cleanup.interval': number(24, 1, 10_000, 'hours between clean-ups', '清理间隔小时数'),
  'cleanup.retentionDays': number(30, 0, 36_500, 'days that expired memories are kept', '过期记忆保留天数'),
  'merge.automatic': on(
    'merge new memories into those that say the same, and let them take back what they contradict',
    '把新记忆合并到内容相同的记忆，并取代与其矛盾的记忆',
  ),
  retention: {
    ...object(
      'days that extracted memories live, by kind; unknown, passing, project_context_low, permanent_from',
      '提取的记忆按种类保留的天数；另有 unknown、passing、project_context_low、permanent_from',
    ),
    numbers: { names: RETENTION_NAMES, min: 1, max: 36_500 },
  },
  'history.retentionDays': number(365, 1, 36_500, 'days that the history is kept', '历史保留天数'),

  'models.main': text(
    'model for conversations, as provider/model: anthropic, openai, gemini (by its OpenAI-compatible endpoint), openai-compatible, ollama',
    '对话模型（提供方/模型）：anthropic、openai、gemini（经其 OpenAI 兼容接口）、openai-compatible、ollama',
  ),
  'models.small': text('small fast model, as provider/model', '小型快速模型（提供方/模型）'),
  'models.aliases': object(
    'what sonnet, opus and haiku mean in definitions of agents, each as provider/model',
    '代理定义中的 sonnet、opus、haiku 各指哪个模型（提供方/模型）',
  ),
  'models.baseUrl': text('address of a model server', '模型服务地址'),
  'spend.prices': object('prices per million tokens by model', '各模型每百万令牌价格'),
  'spend.caps': object('caps per turn, day and project', '每轮、每日、每项目的上限'),
  hooks: object('programmable events', '可编程事件'),
  agents: object('sub-agents of conversations, by name', '对话的子代理（按名称）'),
  mcpServers: object('MCP servers of conversations, by name', '对话使用的 MCP 服务器（按名称）'),
  'mcp.startTimeout': harmlessNumber(
    30,
    1,
    600,
    'seconds that an MCP server may take to start',
    'MCP 服务器启动的最长秒数',
  ),
  'mcp.callTimeout': harmlessNumber(
    120,
    1,
    3_600,
    'seconds that a call of an MCP tool may take',
    '一次 MCP 工具调用的最长秒数',
  ),
} as const satisfies Record<string, Definition>

export type SettingKey = keyof typeof DEFINITIONS
export type SettingValue<K extends SettingKey> = (typeof DEFINITIONS)[K] extends { default: infer D }
  ? Widened<D>
  : never
export type Widened<D> = D extends boolean
  ? boolean
  : D extends number
    ? number
    : D extends string
      ? string
      : D

/** Whether a file below a working tree may set this value only once the person has approved it. */
export function needsApproval(key: SettingKey, value: unknown): boolean {
  const { unapproved }: Definition = DEFINITIONS[key]
  return unapproved === 'none' || (unapproved === 'off' && value !== false)
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(DEFINITIONS, key)
}

/** Why a value does not fit its setting, or undefined. */
export function valueProblem(key: SettingKey, value: unknown): Message | undefined {
  const definition: Definition = DEFINITIONS[key]
  switch (definition.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : message(MUST_BE_BOOLEAN)
    case 'number':
      return typeof value === 'number' && value >= definition.min && value <= definition.max
        ? undefined
        : message(MUST_BE_NUMBER, { min: definition.min, max: definition.max })
    case 'choice':
      return definition.choices.includes(value as string)
        ? undefined
        : message(MUST_BE_ONE_OF, { choices: definition.choices.join(', ') })
    case 'string':
      return typeof value === 'string' && value !== '' ? undefined : message(MUST_BE_TEXT)
    case 'object':
      // Nothing nests as deep as to have no canonical form, and what has none cannot be approved.
      return typeof value === 'object' && value !== null && !Array.isArray(value) && canonicalJson(value)
        ? definition.numbers && numbersProblem(value as Record<string, unknown>, definition.numbers)
        : message(MUST_BE_OBJECT)
  }
}

function numbersProblem(
  value: Record<string, unknown>,
  { names, min, max }: { names: readonly string[]; min: number; max: number },
): Message | undefined {
  for (const [name, number] of Object.entries(value)) {
    if (!names.includes(name)) return message(MUST_NOT_CONTAIN, { name, known: names.join(', ') })
    if (typeof number !== 'number' || !(number >= min && number <= max))
      return message(MUST_GIVE_NUMBER, { name, min, max })
  }
  return undefined
}
