// Why a value does not fit a JSON schema. Models and people read it.

import { texts } from './message.ts'

export const schemaTexts = texts('schema', {
  schemaRoot: ['the value', '值'],
  schemaType: ['{path}: expected {expected}, got {got}', '{path}：应为 {expected}，实际为 {got}'],
  schemaChoice: ['{path}: expected one of {expected}, got {got}', '{path}：应为 {expected} 之一，实际为 {got}'],
  schemaForm: ['{path}: fits none of the allowed forms', '{path}：不符合任何允许的形式'],
  schemaMissing: ['{path} is missing', '缺少 {path}'],
  schemaUnknown: ['{path} is not known; known are: {expected}', '不认识 {path}；可用的有：{expected}'],
  schemaLeast: ['{path}: expected at least {expected}, got {got}', '{path}：至少应为 {expected}，实际为 {got}'],
  schemaMost: ['{path}: expected at most {expected}, got {got}', '{path}：至多应为 {expected}，实际为 {got}'],
  schemaCharacters: ['{count} characters', '{count} 个字符'],
  schemaItems: ['{count} items', '{count} 项'],
})
