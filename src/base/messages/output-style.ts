// What people read about output styles.

import { texts } from './message.ts'

export const outputStyleTexts = texts('output-style', {
  unknown: ['The output style "{name}" is not used: there is no such file in an output-styles directory (known: {known})', '未使用输出风格“{name}”：output-styles 目录中没有这样的文件（已知：{known}）'],
  waits: ['The output style "{name}" of this project is not used until you approve it: memdir trust', '在您批准之前，不使用此项目的输出风格“{name}”：memdir trust'],
  none: ['none', '无'],
})
