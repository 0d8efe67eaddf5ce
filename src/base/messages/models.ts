// What goes wrong between memdir and a language model, and what to do about it.

export const PROMPT_TOO_LONG = {
  key: 'models.prompt-too-long',
  en: 'The prompt is too long for the model ({reason}).',
  zh: '提示对该模型过长（{reason}）。',
} as const
export const RATE_LIMITED = {
  key: 'models.rate-limited',
  en: '{provider} limits the rate of requests ({reason}).',
  zh: '{provider} 限制了请求频率（{reason}）。',
} as const
export const OVERLOADED = {
  key: 'models.overloaded',
  en: '{provider} cannot answer now ({reason}).',
  zh: '{provider} 暂时无法回答（{reason}）。',
} as const
export const REFUSED = {
  key: 'models.refused',
  en: 'The model declined to answer ({reason}).',
  zh: '模型拒绝回答（{reason}）。',
} as const
export const REFUSED_SILENTLY = {
  key: 'models.refused-silently',
  en: 'The model declined to answer.',
  zh: '模型拒绝回答。',
} as const
export const KEY_NOT_ACCEPTED = {
  key: 'models.key-not-accepted',
  en: '{provider} did not accept the API key.',
  zh: '{provider} 未接受该 API 密钥。',
} as const
export const REQUEST_NOT_ACCEPTED = {
  key: 'models.request-not-accepted',
  en: '{provider} did not accept the request ({reason}).',
  zh: '{provider} 未接受该请求（{reason}）。',
} as const
export const UNKNOWN_MODEL = {
  key: 'models.unknown-model',
  en: '{provider} knows no model "{model}" ({reason}).',
  zh: '{provider} 没有名为“{model}”的模型（{reason}）。',
} as const
export const UNKNOWN_MODEL_FIX = {
  key: 'models.unknown-model-fix',
  en: 'Look up its exact name with the provider (a local server has to have it first), then memdir config set models.main PROVIDER/MODEL, or --model.',
  zh: '请向提供方查询确切名称（本地服务需先下载该模型），然后 memdir config set models.main 提供方/模型，或使用 --model。',
} as const
export const NOTHING_THERE = {
  key: 'models.nothing-there',
  en: 'There is no model server of this kind at that address ({provider}, HTTP 404).',
  zh: '该地址没有这种模型服务（{provider}，HTTP 404）。',
} as const
export const NOTHING_THERE_FIX = {
  key: 'models.nothing-there-fix',
  en: 'Check models.baseUrl: most servers want it to end in /v1.',
  zh: '请检查 models.baseUrl：多数服务要求以 /v1 结尾。',
} as const
export const NO_ANSWER = {
  key: 'models.no-answer',
  en: 'No answer from {provider} ({reason}).',
  zh: '{provider} 没有响应（{reason}）。',
} as const
export const ANSWER_CUT_OFF = {
  key: 'models.answer-cut-off',
  en: 'The answer of {provider} was cut off.',
  zh: '{provider} 的回答中断了。',
} as const
export const PROVIDER_SILENT = {
  key: 'models.provider-silent',
  en: '{provider} sent nothing for {seconds} seconds.',
  zh: '{provider} 在 {seconds} 秒内没有发送任何内容。',
} as const
export const OVER_NUM_CTX = {
  key: 'models.over-num-ctx',
  en: 'The prompt is longer than num_ctx ({window}).',
  zh: '提示超过 num_ctx（{window}）。',
} as const
export const WINDOW_FULL = {
  key: 'models.window-full',
  en: 'The conversation reached the end of the context window.',
  zh: '对话已达到上下文窗口上限。',
} as const
export const REQUEST_CANCELLED = {
  key: 'models.request-cancelled',
  en: 'The request was cancelled.',
  zh: '请求已取消。',
} as const
export const TOO_LONG_FIX = {
  key: 'models.too-long-fix',
  en: 'Compact the conversation or start a new one.',
  zh: '请压缩对话或开始新的对话。',
} as const
export const RATE_LIMITED_FIX = {
  key: 'models.rate-limited-fix',
  en: 'Wait a little, or raise the limit with your provider.',
  zh: '请稍候，或向提供方申请提高限额。',
} as const
export const OVERLOADED_FIX = {
  key: 'models.overloaded-fix',
  en: 'Try again later.',
  zh: '请稍后再试。',
} as const
export const REFUSED_FIX = {
  key: 'models.refused-fix',
  en: 'Rephrase it; the provider declined this request.',
  zh: '请换一种说法；提供方拒绝了此请求。',
} as const
export const INVALID_FIX = {
  key: 'models.invalid-fix',
  en: 'This looks like a fault of memdir or of its settings; the message says what the provider objects to.',
  zh: '这可能是 memdir 或其设置的问题；消息中说明了提供方的异议。',
} as const
export const UNAUTHORISED_FIX = {
  key: 'models.unauthorised-fix',
  en: 'Check the API key and that it may use this model.',
  zh: '请检查 API 密钥及其是否可使用此模型。',
} as const
export const NETWORK_FIX = {
  key: 'models.network-fix',
  en: 'Check the connection and the address of the model server.',
  zh: '请检查网络连接和模型服务地址。',
} as const
export const PACKAGE_MISSING = {
  key: 'models.package-missing',
  en: 'The package {name} is not installed.',
  zh: '未安装软件包 {name}。',
} as const
export const PACKAGE_MISSING_FIX = {
  key: 'models.package-missing-fix',
  en: 'Run: {command}',
  zh: '请运行：{command}',
} as const
export const NOT_A_MODEL = {
  key: 'models.not-a-model',
  en: '"{name}" is not a model name.',
  zh: '“{name}”不是模型名。',
} as const
export const NOT_A_MODEL_FIX = {
  key: 'models.not-a-model-fix',
  en: 'Write provider/model, with one of these providers: {providers}.',
  zh: '请写成“提供方/模型”，提供方为：{providers}。',
} as const
export const NO_MODEL = {
  key: 'models.no-model',
  en: 'No model is configured.',
  zh: '尚未配置模型。',
} as const
export const NO_MODEL_FIX = {
  key: 'models.no-model-fix',
  en: 'Start a local server (ollama serve) and set models.main, or set an API key.',
  zh: '请启动本地服务（ollama serve）并设置 models.main，或设置 API 密钥。',
} as const
export const STAND_IN = {
  key: 'models.stand-in',
  en: 'The agent {agent} asks for the model {model}; here {used} stands in. To choose another: memdir config set models.aliases {example}',
  zh: '代理 {agent} 要求使用模型 {model}；此处由 {used} 代替。要选用其他模型：memdir config set models.aliases {example}',
} as const
export const NO_KEY = {
  key: 'models.no-key',
  en: 'No API key for {provider}.',
  zh: '没有 {provider} 的 API 密钥。',
} as const
export const NO_KEY_FIX = {
  key: 'models.no-key-fix',
  en: 'Set {variables}, or use a local server (Ollama, llama.cpp, LM Studio), which needs none.',
  zh: '请设置 {variables}，或使用无需密钥的本地服务（Ollama、llama.cpp、LM Studio）。',
} as const
export const EITHER = { key: 'models.either', en: '{first} or {second}', zh: '{first} 或 {second}' } as const
export const SINGLE_QUESTIONS = {
  key: 'models.single-questions',
  en: '{provider} answers single questions only; it cannot lead a conversation.',
  zh: '{provider} 只能回答单个问题，不能进行对话。',
} as const
export const SINGLE_QUESTIONS_FIX = {
  key: 'models.single-questions-fix',
  en: 'Set it as models.small, for extraction and judging; set models.main to a provider for conversations.',
  zh: '请将其设为 models.small（用于提取和判断）；对话请将 models.main 设为某个提供方。',
} as const
export const AGENT_NOT_STARTED = {
  key: 'models.agent-not-started',
  en: 'it could not be started',
  zh: '无法启动',
} as const
export const AGENT_TOO_SLOW = {
  key: 'models.agent-too-slow',
  en: 'it took too long',
  zh: '用时过长',
} as const
export const SERVER_STAYS = {
  key: 'models.server-stays',
  en: 'Codex cannot be asked: its MCP server {name} cannot be switched off for one question.',
  zh: '无法询问 Codex：其 MCP 服务器 {name} 无法仅为一次提问关闭。',
} as const
export const SERVER_STAYS_FIX = {
  key: 'models.server-stays-fix',
  en: 'Give that server a name without a dot in config.toml, or set models.small to something else.',
  zh: '请在 config.toml 中为该服务器取一个不含点号的名称，或将 models.small 设为其他模型。',
} as const
