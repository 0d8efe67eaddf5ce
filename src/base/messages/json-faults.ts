// What is wrong with a JSON file of another program; each is followed by nothing and preceded by its line.

/** By the parser's name for it. */
export const JSON_SYNTAX = {
  PropertyNameExpected: {
    key: 'json-faults.name-expected',
    en: 'a name in quotation marks is missing',
    zh: '缺少带引号的名称',
  },
  ValueExpected: { key: 'json-faults.value-expected', en: 'a value is missing', zh: '缺少值' },
  ColonExpected: { key: 'json-faults.colon-expected', en: 'a colon is missing', zh: '缺少冒号' },
  CommaExpected: { key: 'json-faults.comma-expected', en: 'a comma is missing', zh: '缺少逗号' },
  CloseBraceExpected: { key: 'json-faults.brace-expected', en: 'a closing } is missing', zh: '缺少 }' },
  CloseBracketExpected: { key: 'json-faults.bracket-expected', en: 'a closing ] is missing', zh: '缺少 ]' },
  EndOfFileExpected: {
    key: 'json-faults.end-expected',
    en: 'something follows after the end',
    zh: '结尾之后还有内容',
  },
  UnexpectedEndOfComment: {
    key: 'json-faults.comment-open',
    en: 'a comment does not end',
    zh: '注释没有结束',
  },
  UnexpectedEndOfString: {
    key: 'json-faults.string-open',
    en: 'a closing quotation mark is missing',
    zh: '缺少结束引号',
  },
} as const

export const JSON_FAULTS = {
  other: {
    key: 'json-faults.other',
    en: 'a character that JSON does not have there',
    zh: '此处有 JSON 不允许的字符',
  },
  comment: { key: 'json-faults.comment', en: 'a comment', zh: '注释' },
  comma: { key: 'json-faults.trailing-comma', en: 'a comma after the last entry', zh: '最后一项之后有逗号' },
  mark: { key: 'json-faults.mark', en: 'a byte order mark', zh: '字节顺序标记' },
} as const
