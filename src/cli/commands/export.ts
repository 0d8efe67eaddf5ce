import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { message } from '../../base/messages/message.ts'
import { GIVE_NEW_DIRECTORY, TARGET_REQUIRED } from '../../base/messages/transfer-commands.ts'
import {
  CHOOSE_ONE_OF,
  MAKE_DIRECTORY_FIRST,
  NO_DIRECTORY,
  UNKNOWN_FORMAT,
} from '../../base/messages/usage.ts'
import { attempt } from '../../base/values/attempt.ts'
import { confirm, textOption, typeFilter, usage } from '../arguments.ts'
import { type Command, everywhereOption } from '../command.ts'
import { filterOptions } from '../filter-options.ts'
import { countOf, type Text } from '../language.ts'
import { noteEverywhere } from '../note-everywhere.ts'
import { printable } from '../output.ts'
import { writeTo } from '../streams.ts'

const FORMATS = ['json', 'markdown']

export const command: Command = {
  usage: 'export [FILE|DIR]',
  help: {
    en: 'Writes all memories into one JSON file that `memdir import` takes back without loss, or copies the Markdown files into a new directory. Without FILE the JSON goes to standard output.',
    zh: '把全部记忆写入一个 JSON 文件（可用 `memdir import` 无损导回），或把 Markdown 文件复制到新目录。不给 FILE 时输出到标准输出。',
  },
  most: 1,
  options: {
    ...everywhereOption,
    format: {
      type: 'string',
      value: 'NAME',
      choices: FORMATS,
      en: 'json (default) or markdown',
      zh: 'json（默认）或 markdown',
    },
    yes: {
      type: 'boolean',
      short: 'y',
      en: 'overwrite FILE without being asked',
      zh: '不询问，直接覆盖 FILE',
    },
    type: filterOptions.type,
  },
  examples: [
    'memdir export backup.json',
    'memdir export --type feedback > rules.json',
    'memdir export notes/ --format markdown',
  ],
  async run({ positionals, values, context, output }) {
    const format = textOption(values, 'format') ?? 'json'
    if (!FORMATS.includes(format))
      throw usage(message(UNKNOWN_FORMAT, { format }), message(CHOOSE_ONE_OF, { choices: 'json, markdown' }))
    const [given] = positionals
    const target = given === undefined ? undefined : resolve(context.directory, given)
    if (target !== undefined && !attempt(() => statSync(dirname(target)))?.isDirectory())
      throw usage(message(NO_DIRECTORY, { path: dirname(target) }), message(MAKE_DIRECTORY_FIRST))
    const { store, records: openRecords } = context.engine()
    const records = await openRecords()
    noteEverywhere(context, output, 'export')
    const unread = store.unread()
    for (const file of unread)
      output.note(
        `${output.paint.yellow('!')} ${printable(file)}: ${output.say({ en: 'cannot be read, left out', zh: '无法读取，已略过' })}`,
      )
    const code = unread.length > 0 ? 1 : 0
    if (format === 'markdown') {
      if (target === undefined) throw usage(message(TARGET_REQUIRED), message(GIVE_NEW_DIRECTORY))
      const count = records.exportMarkdown(target)
      output.data({ count, unread, output: target })
      output.print(describeExported(output.language, count, target))
      return code
    }
    const type = textOption(values, 'type')
    const { text, count, skipped } = records.exportJson(type === undefined ? undefined : typeFilter(type))
    if (target === undefined) {
      if (output.json) output.data(JSON.parse(text))
      else writeTo('stdout', text)
    } else {
      if (existsSync(target) && !(await confirm(output, values, overwrites(target)))) return 1
      writeFileAtomic(target, text)
      output.data({ count, skipped, unread, output: target })
      output.print(describeExported(output.language, count, target))
    }
    for (const file of skipped)
      output.note(
        `${output.paint.yellow('!')} ${printable(file)}: ${output.say({ en: 'not UTF-8 text, left out', zh: '不是 UTF-8 文本，已略过' })}`,
      )
    return code
  },
}

function overwrites(target: string): Text {
  const name = printable(target)
  return { en: `${name} exists. Overwrite it?`, zh: `${name} 已存在。要覆盖吗？` }
}

export function describeExported(language: 'en' | 'zh', count: number, target: string): string {
  return language === 'zh'
    ? `已导出 ${count} 条记忆：${printable(target)}`
    : `${countOf(count, 'memory', 'memories')} exported: ${printable(target)}`
}
