// What people read about instruction files.

import { texts } from './message.ts'

export const instructionsTexts = texts('instructions', {
  long: ['{file} has {count} characters, more than {limit}: it is read whole, and costs tokens in every conversation', '{file} 有 {count} 个字符，超过 {limit}：仍会全部读入，每次对话都会消耗令牌'],
  longMark: ['long: it costs tokens in every conversation', '过长：每次对话都会消耗令牌'],
  forPaths: ['comes with the files that it is meant for', '随其适用的文件载入'],
  waiting: ['waits for your approval: memdir trust', '等待您批准：memdir trust'],
  levelsManaged: ['this machine', '本机'],
  levelsUser: ['yours', '个人'],
  levelsProject: ['project', '项目'],
  levelsLocal: ['yours, for this project', '个人（本项目）'],
})

/** From where it comes. */
export const LEVELS = {
  Managed: instructionsTexts.levelsManaged,
  User: instructionsTexts.levelsUser,
  Project: instructionsTexts.levelsProject,
  Local: instructionsTexts.levelsLocal,
} as const

export const STATES = {
  for_paths: instructionsTexts.forPaths,
  waiting: instructionsTexts.waiting,
} as const
