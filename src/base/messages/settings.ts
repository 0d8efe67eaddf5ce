// What is said about settings.
import { type MessageTemplate, texts } from './message.ts'
export const settingsTexts = texts('settings', {
  settingsUnsupported: ['For parts that this version does not have, and without effect: {names}.', '用于此版本尚不具备的部分，目前无效：{names}。'],
  unknownSetting: ['unknown setting "{name}"', '未知设置“{name}”'],
  seeConfig: ['See `memdir config` for all names.', '用 `memdir config` 查看所有名称。'],
  giveAnotherValue: ['Give another value.', '请给出其他值。'],
  mustBeBoolean: ['must be true or false', '必须是 true 或 false'],
  mustBeNumber: ['must be a number from {min} to {max}', '必须是 {min} 到 {max} 之间的数字'],
  mustBeOneOf: ['must be one of {choices}', '必须是以下之一：{choices}'],
  mustBeText: ['must be text', '必须是文本'],
  mustBeObject: ['must be an object', '必须是对象'],
  mustNotContain: ['must not contain "{name}"; known are {known}', '不能含有“{name}”；可用：{known}'],
  mustGiveNumber: ['must give "{name}" a number from {min} to {max}', '中的“{name}”必须是 {min} 到 {max} 之间的数字'],
  invalidSetting: ['{name} {problem}', '{name} {problem}'],
  notJsonObject: ['{path} is not a JSON object, so it was not changed', '{path} 不是 JSON 对象，未作更改'],
  correctAndRetry: ['Correct it in an editor and try again.', '请在编辑器中修正后重试。'],
  fileIgnored: ['{path} is ignored: {problem}', '{path} 被忽略：{problem}'],
  unknownSettingIn: ['{path}: unknown setting "{name}"', '{path}：未知设置“{name}”'],
  settingIgnoredIn: ['{path}: "{name}" {problem}; it is ignored', '{path}：“{name}”{problem}，已忽略'],
  settingIgnored: ['{name} {problem}; it is ignored', '{name} {problem}，已忽略'],
  invalidJson: ['it is not valid JSON', '不是有效的 JSON'],
  invalidJsonAt: ['it is not valid JSON at line {line}, column {column}', '第 {line} 行第 {column} 列处不是有效的 JSON'],
  invalidYaml: ['it is not valid YAML ({problem})', '不是有效的 YAML（{problem}）'],
  invalidYamlAt: ['it is not valid YAML at line {line}, column {column} ({problem})', '第 {line} 行第 {column} 列处不是有效的 YAML（{problem}）'],
  notAnObject: ['it is not an object', '内容不是对象'],
  setByDefault: ['default', '默认'],
  layerPolicy: ['policy', '策略'],
  layerUser: ['user', '用户'],
  layerOwn: ['own', '本项目个人设置'],
  layerProject: ['project', '项目'],
  layerLocal: ['local', '本地'],
  setByFile: ['{layer} settings: {path}', '设置文件（{layer}）{path}'],
  noDurableStorage: ['{name} without a memory directory: no durable storage', '{name} 没有记忆目录：无持久存储'],
})

/** The places of settings, by the name that programs read. */
export const LAYERS: Readonly<Record<string, MessageTemplate>> = {
  policy: settingsTexts.layerPolicy,
  user: settingsTexts.layerUser,
  own: settingsTexts.layerOwn,
  project: settingsTexts.layerProject,
  local: settingsTexts.layerLocal,
}
