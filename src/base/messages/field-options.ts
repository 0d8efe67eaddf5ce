// Options that set fields of a memory.
import { texts } from './message.ts'

export const fieldOptionsTexts = texts('field-options', {
  optionKind: ['finer kind, for example technical_decision', '更细的种类，如 technical_decision'],
  optionName: ['short title', '简短标题'],
  optionDescription: ['one specific line; recall judges by it', '一行具体描述，召回时据此判断'],
  optionTags: ['tags', '标签'],
  optionCategory: ['category', '分类'],
  optionImportance: ['importance', '重要性'],
  optionExpires: ['date or span: 2027-01-31, 90d', '到期：日期或时长，如 2027-01-31、90d'],
  optionWhen: ['when it matters: what somebody would be doing then; may be given again', '何时有用：那时会在做什么；可重复给出'],
  optionOn: ['at which calls of an agent: "run: npm install*", "edit: GLOB", "write: GLOB", "add: TEXT"', '在代理的哪些调用时："run: npm install*"、"edit: GLOB"、"write: GLOB"、"add: TEXT"'],
  optionRelated: ['related memories', '相关记忆'],
})
