// What the memory tool answers to wrong input.

export const UPDATE_NEEDS_CHANGE = {
  key: 'memory-actions.update-needs-change',
  en: 'update needs content, type, tags or importance',
  zh: 'update 需要 content、type、tags 或 importance',
} as const

export const GIVE_A_CHANGE = {
  key: 'memory-actions.give-a-change',
  en: 'Say what to change.',
  zh: '请说明要更改什么。',
} as const

export const EMPTY_CONTENT = {
  key: 'memory-actions.empty-content',
  en: 'the new text is empty',
  zh: '新文本为空',
} as const

export const USE_DELETE = {
  key: 'memory-actions.use-delete',
  en: 'To remove a memory use action delete.',
  zh: '删除记忆请用操作 delete。',
} as const

export const NO_FILES_WRITTEN = {
  key: 'memory-actions.no-files-written',
  en: 'files may not be written here',
  zh: '此处不能写入文件',
} as const

export const LEAVE_OUTPUT_OUT = {
  key: 'memory-actions.leave-output-out',
  en: 'Leave output out: the document is returned.',
  zh: '请去掉 output：文档会直接返回。',
} as const

export const IMPORT_NEEDS_DATA = {
  key: 'memory-actions.import-needs-data',
  en: 'import needs file or data',
  zh: 'import 需要 file 或 data',
} as const

export const GIVE_DATA = {
  key: 'memory-actions.give-data',
  en: 'Say what to import.',
  zh: '请说明要导入什么。',
} as const

export const NO_FILES_READ = {
  key: 'memory-actions.no-files-read',
  en: 'files may not be read here',
  zh: '此处不能读取文件',
} as const

export const GIVE_DOCUMENT = {
  key: 'memory-actions.give-document',
  en: 'Give the document as data.',
  zh: '请用 data 给出文档。',
} as const

export const FIND_WITH_TOOLS = {
  key: 'memory-actions.find-with-tools',
  en: 'The tool `search` gives ids.',
  zh: '工具 `search` 会给出 id。',
} as const

export const UNKNOWN_TOOL = {
  key: 'memory-actions.unknown-tool',
  en: 'unknown tool "{name}"',
  zh: '未知工具“{name}”',
} as const

export const MEMORY_IS_OFF = {
  key: 'memory-actions.memory-is-off',
  en: 'memory is off ({reason})',
  zh: '记忆已关闭（{reason}）',
} as const

export const CORRECT_THE_CALL = {
  key: 'memory-actions.correct-the-call',
  en: 'Correct the call and try again.',
  zh: '请修正调用后重试。',
} as const

export const EXPLAIN_NEEDS = {
  key: 'memory-actions.explain-needs',
  en: 'explain needs query or id',
  zh: 'explain 需要 query 或 id',
} as const

export const GIVE_QUERY_OR_ID = {
  key: 'memory-actions.give-query-or-id',
  en: 'Give the message as query, the memory as id, or both.',
  zh: '请用 query 给出消息、用 id 给出记忆，或两者都给。',
} as const

export const PARAMETER_MISSING = {
  key: 'memory-actions.parameter-missing',
  en: '{name} is missing',
  zh: '缺少 {name}',
} as const

export const GIVE_PARAMETER = {
  key: 'memory-actions.give-parameter',
  en: 'Give {name}.',
  zh: '请给出 {name}。',
} as const
