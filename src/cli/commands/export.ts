import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { exportCommandTexts } from '../../base/messages/export-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { message } from '../../base/messages/message.ts'
import { transferCommandsTexts } from '../../base/messages/transfer-commands.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { attempt } from '../../base/values/attempt.ts'
import { confirm, textOption, typeFilter, usage } from '../arguments.ts'
import { type Command, placeOptions } from '../command.ts'
import { filterOptions } from '../filter-options.ts'
import { noteBeside } from '../note-beside.ts'
import { printable } from '../output.ts'
import { writeTo } from '../streams.ts'

const FORMATS = ['json', 'markdown']

export const command: Command = {
  usage: 'export [FILE|DIR]',
  help: exportCommandTexts.help,
  most: 1,
  options: {
    ...placeOptions,
    format: {
      type: 'string',
      value: 'NAME',
      choices: FORMATS,
      text: exportCommandTexts.optionFormat,
    },
    yes: {
      type: 'boolean',
      short: 'y',
      text: exportCommandTexts.optionYes,
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
      throw usage(
        message(usageTexts.unknownFormat, { format }),
        message(usageTexts.chooseOneOf, { choices: 'json, markdown' }),
      )
    const [given] = positionals
    const target = given === undefined ? undefined : resolve(context.directory, given)
    if (target !== undefined && !attempt(() => statSync(dirname(target)))?.isDirectory())
      throw usage(
        message(usageTexts.noDirectory, { path: dirname(target) }),
        message(usageTexts.makeDirectoryFirst),
      )
    const engine = context.engine()
    const { store } = engine
    const records = await engine.records()
    noteBeside(engine, output, 'export')
    const unread = store.unread()
    for (const file of unread)
      output.note(
        `${output.paint.yellow('!')} ${printable(file)}: ${output.say(exportCommandTexts.cannotReadLeftOut)}`,
      )
    const code = unread.length > 0 ? 1 : 0
    if (format === 'markdown') {
      if (target === undefined)
        throw usage(
          message(transferCommandsTexts.targetRequired),
          message(transferCommandsTexts.giveNewDirectory),
        )
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
        `${output.paint.yellow('!')} ${printable(file)}: ${output.say(exportCommandTexts.notUtf8Text)}`,
      )
    return code
  },
}

function overwrites(target: string): Text {
  const name = printable(target)
  return message(exportCommandTexts.existsOverwrite, { name })
}

export function describeExported(language: 'en' | 'zh', count: number, target: string): string {
  return message(exportCommandTexts.exported, { count, path: printable(target) })[language]
}
