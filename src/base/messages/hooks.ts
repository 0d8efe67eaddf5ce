// Hooks of the settings: what of them cannot be used, and what went wrong when one ran.

import { texts } from './message.ts'

export const hooksTexts = texts('hooks', {
  problem: ['hooks ({source}): {problem}', 'hooks（{source}）：{problem}'],
  eventProblem: ['hooks ({source}), {event}: {problem}', 'hooks（{source}），{event}：{problem}'],
  unreadable: ['{path} holds no hooks: it is no JSON object', '{path} 中没有 hook：不是 JSON 对象'],
  ofAgent: ['The agent {agent}: {problem}', '代理 {agent}：{problem}'],
  notAnObject: ['not an object', '不是对象'],
  notAList: ['not a list', '不是列表'],
  tooMany: ['only the first {count} are used', '只使用前 {count} 个'],
  noSuchEvent: ['there is no such event', '没有此事件'],
  noList: ['an entry has no list of hooks', '有一项没有 hook 列表'],
  matcherNotText: ['a matcher is not text', '有一个匹配式不是文本'],
  matcherTooLong: ['a matcher is longer than {count} characters', '有一个匹配式超过 {count} 个字符'],
  matcherUnreadable: ['the matcher {text} cannot be read: {reason}', '匹配式 {text} 无法读取：{reason}'],
  hookNotAnObject: ['a hook is not an object', '有一个 hook 不是对象'],
  withoutField: ['a {type} hook has no {field}', '有一个 {type} hook 缺少 {field}'],
  withoutUrl: ['an http hook has no http or https url', '有一个 http hook 缺少 http 或 https 网址'],
  unknownType: ['the type {type} is not known', '未知类型 {type}'],
  warning: ['The {type} hook on {event} ({source}) {problem}', '{event} 的 {type} hook（{source}）{problem}'],
  failed: ['failed: {reason}', '失败：{reason}'],
  tooSlow: ['took longer than {ms} ms', '用时超过 {ms} 毫秒'],
  endedEarly: ['ended early: {reason}', '提前结束：{reason}'],
  exitCode: ['ended with exit code {code}{output}', '以退出码 {code} 结束{output}'],
  withoutModel: ['was skipped: no model is configured', '已跳过：未配置模型'],
  answerUnreadable: ['gave an answer that cannot be read', '给出的回答无法读取'],
  httpStatus: ['was answered with status {status}', '得到状态码 {status}'],
})
