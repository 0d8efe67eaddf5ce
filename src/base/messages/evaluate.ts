// `memdir eval`.

export const NOTHING_TO_MEASURE = {
  key: 'evaluate.nothing-to-measure',
  en: 'there is nothing to measure: no memory has a description or a quotation in other words than its text',
  zh: '没有可衡量的内容：没有记忆的描述或引文与其正文用词不同',
} as const

export const DESCRIBE_OTHERWISE = {
  key: 'evaluate.describe-otherwise',
  en: 'Describe some memories as you would ask for them (`memdir edit`), or give questions of your own with --corpus and --queries.',
  zh: '请用您会提问的方式描述一些记忆（`memdir edit`），或用 --corpus 和 --queries 提供您自己的问题。',
} as const

export const MEMORIES_NOT_ASKED = {
  key: 'evaluate.memories-not-asked',
  en: 'Asked by descriptions and quotations in other words than the text. Left out, because nothing says them in other words: {left} memories; they are searched, too.',
  zh: '用与正文用词不同的描述和引文提问。有 {left} 条记忆没有这样的说法，未被提问，但仍在搜索范围内。',
} as const

export const SET_NOT_A_FILE = {
  key: 'evaluate.set-not-a-file',
  en: '{path} is not a file',
  zh: '{path} 不是文件',
} as const

export const SET_MISSING = {
  key: 'evaluate.set-missing',
  en: 'no such file: {path}',
  zh: '文件不存在：{path}',
} as const

export const GIVE_JSONL = {
  key: 'evaluate.give-jsonl',
  en: 'Give a JSONL file, plain or .gz.',
  zh: '请给出 JSONL 文件（可 .gz）。',
} as const

export const BAD_SET_LINE = {
  key: 'evaluate.bad-set-line',
  en: '{path}, line {line}: expected {wanted}.',
  zh: '{path} 第 {line} 行：应为 {wanted}。',
} as const

export const GIVE_SET_LINES = {
  key: 'evaluate.give-set-lines',
  en: 'Give one JSON object a line: (id, group, text) for the corpus, (id, group, text, relevant) for queries; for recall (id, text) for the store and (id, text, lang, relevant) for prompts; for writing (id, text, session, time, keep).',
  zh: '请每行给出一个 JSON 对象：语料为 (id, group, text)，查询为 (id, group, text, relevant)；用于 recall 时，记忆为 (id, text)，提示为 (id, text, lang, relevant)；用于 writing 时为 (id, text, session, time, keep)。',
} as const

export const TRIAL_INCOMPLETE = {
  key: 'evaluate.trial-incomplete',
  en: 'the memories of the set could not be made searchable ({job}): {why}',
  zh: '无法使该数据集的记忆可搜索（{job}）：{why}',
} as const

export const EVAL_RECALL_NEEDS_SET = {
  key: 'evaluate.recall-needs-set',
  en: 'eval --recall needs --store and --prompts',
  zh: 'eval --recall 需要 --store 和 --prompts',
} as const

export const EVAL_WRITING_NEEDS_MESSAGES = {
  key: 'evaluate.writing-needs-messages',
  en: 'eval --writing needs --messages',
  zh: 'eval --writing 需要 --messages',
} as const
