// What `memdir export` says.
import { texts } from './message.ts'

export const exportCommandTexts = texts('export-command', {
  help: [
    'Writes all memories into one JSON file that `memdir import` takes back without loss, or copies the Markdown files into a new directory. Without FILE the JSON goes to standard output.',
    '把全部记忆写入一个 JSON 文件（可用 `memdir import` 无损导回），或把 Markdown 文件复制到新目录。不给 FILE 时输出到标准输出。',
  ],
  optionFormat: ['json (default) or markdown', 'json（默认）或 markdown'],
  optionYes: ['overwrite FILE without being asked', '不询问，直接覆盖 FILE'],
  cannotReadLeftOut: ['cannot be read, left out', '无法读取，已略过'],
  notUtf8Text: ['not UTF-8 text, left out', '不是 UTF-8 文本，已略过'],
  existsOverwrite: ['{name} exists. Overwrite it?', '{name} 已存在。要覆盖吗？'],
  exported: ['{count memory|memories} exported: {path}', '已导出 {count} 条记忆：{path}'],
})
