import { texts } from './message.ts'

export const jsonFaultsTexts = texts('json-faults', {
  nameExpected: ['a name in quotation marks is missing', '缺少带引号的名称'],
  valueExpected: ['a value is missing', '缺少值'],
  colonExpected: ['a colon is missing', '缺少冒号'],
  commaExpected: ['a comma is missing', '缺少逗号'],
  braceExpected: ['a closing } is missing', '缺少 }'],
  bracketExpected: ['a closing ] is missing', '缺少 ]'],
  endExpected: ['something follows after the end', '结尾之后还有内容'],
  commentOpen: ['a comment does not end', '注释没有结束'],
  stringOpen: ['a closing quotation mark is missing', '缺少结束引号'],
  other: ['a character that JSON does not have there', '此处有 JSON 不允许的字符'],
  comment: ['a comment', '注释'],
  trailingComma: ['a comma after the last entry', '最后一项之后有逗号'],
  mark: ['a byte order mark', '字节顺序标记'],
})
// What is wrong with a JSON file of another program; each is followed by nothing and preceded by its line.

/** By the parser's name for it. */
export const JSON_SYNTAX = {
  PropertyNameExpected: jsonFaultsTexts.nameExpected,
  ValueExpected: jsonFaultsTexts.valueExpected,
  ColonExpected: jsonFaultsTexts.colonExpected,
  CommaExpected: jsonFaultsTexts.commaExpected,
  CloseBraceExpected: jsonFaultsTexts.braceExpected,
  CloseBracketExpected: jsonFaultsTexts.bracketExpected,
  EndOfFileExpected: jsonFaultsTexts.endExpected,
  UnexpectedEndOfComment: jsonFaultsTexts.commentOpen,
  UnexpectedEndOfString: jsonFaultsTexts.stringOpen,
} as const

export const JSON_FAULTS = {
  other: jsonFaultsTexts.other,
  comment: jsonFaultsTexts.comment,
  comma: jsonFaultsTexts.trailingComma,
  mark: jsonFaultsTexts.mark,
} as const
