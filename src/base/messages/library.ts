// What programs are told that use memdir as a library.

import { texts } from './message.ts'

export const libraryTexts = texts('library', {
  memdirOptions: ['openMemdir needs `directory` (a text); `env` is an object and `agent` a name, where they are given', 'openMemdir 需要 `directory`（字符串）；如给出 `env` 和 `agent`，前者须为对象，后者须为名称'],
  memdirOptionsFix: ['Give the working directory, such as process.cwd().', '请给出工作目录，例如 process.cwd()。'],
  noMemdir: ['this is not what openMemdir gives', '这不是 openMemdir 返回的对象'],
  noMemdirFix: ['Pass on what `openMemdir` of `memdir` has returned.', '请传入 `memdir` 的 `openMemdir` 的返回值。'],
  textFiltered: ['the text is not remembered: {reason}', '未记住该文本：{reason}'],
})
