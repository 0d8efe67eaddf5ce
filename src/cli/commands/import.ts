import { resolve } from 'node:path'
import { listOf, message } from '../../messages/message.ts'
import { RECORD_PROBLEM } from '../../messages/transfer.ts'
import { GIVE_IMPORT, IMPORT_REQUIRED, KEEP_AND_REPLACE } from '../../messages/transfer-commands.ts'
import { CHOOSE_ONE_OF, GIVE_ONE_OF_THEM, UNKNOWN_FORMAT } from '../../messages/usage.ts'
import type { ImportOutcome } from '../../transfer/import-outcome.ts'
import { IMPORT_FORMATS, type ImportFormat } from '../../transfer/read-import.ts'
import { readStdin, textOption, usage } from '../arguments.ts'
import { type Command, everywhereOption } from '../command.ts'
import { countOf, type Text } from '../language.ts'
import { type Output, printable } from '../output.ts'
import { startProgress } from '../progress.ts'

export const command: Command = {
  usage: 'import FILE|DIR',
  help: {
    en: 'Takes memories over from an export of memdir, a directory of Markdown files, Claude Code, Codex, the MCP memory server, mem0, OpenMemory, basic-memory, claude-mem or ChatGPT, or from a file that tells agents how to work (CLAUDE.md, AGENTS.md, Cursor’s rules, Copilot’s instructions). With "-" it is read from standard input. Exports that this installation made are restored as they were; of others the origin becomes import, and what reads like instructions waits in quarantine.',
    zh: '从 memdir 导出文件、Markdown 目录、Claude Code、Codex、MCP memory 服务器、mem0、OpenMemory、basic-memory、claude-mem、ChatGPT，或告诉代理如何工作的文件（CLAUDE.md、AGENTS.md、Cursor 规则、Copilot 指令）导入记忆。给 "-" 时从标准输入读取。本机自己的导出按原样恢复；其他来源记为 import，读起来像指令的内容进入隔离区。',
  },
  most: 1,
  options: {
    ...everywhereOption,
    'dry-run': {
      type: 'boolean',
      short: 'n',
      en: 'only show what would be imported',
      zh: '只显示将要导入的内容',
    },
    format: {
      type: 'string',
      value: 'NAME',
      choices: IMPORT_FORMATS,
      en: `the program that wrote it, if it is not recognised: ${IMPORT_FORMATS.join(', ')}`,
      zh: `来源格式（无法识别时）：${IMPORT_FORMATS.join('、')}`,
    },
    keep: { type: 'boolean', en: 'keep what is there where texts differ', zh: '内容不同时保留现有的' },
    replace: {
      type: 'boolean',
      en: 'take what is imported where texts differ',
      zh: '内容不同时用导入的替换',
    },
    trust: {
      type: 'boolean',
      en: 'you vouch for it: taken as it is, with what it says of origins; not for agents',
      zh: '由您作保：原样导入，保留其来源声明；代理不可用',
    },
  },
  examples: [
    'memdir import backup.json',
    'memdir import my-own-backup.json --trust',
    'memdir import ~/.codex/memories',
    'memdir import CLAUDE.md --dry-run',
    'memdir import memories.txt --format chatgpt',
  ],
  async run({ positionals, values, context, output }) {
    const [given] = positionals
    if (given === undefined) throw usage(message(IMPORT_REQUIRED), message(GIVE_IMPORT))
    if (values.keep && values.replace) throw usage(message(KEEP_AND_REPLACE), message(GIVE_ONE_OF_THEM))
    const format = textOption(values, 'format')
    if (format !== undefined && !IMPORT_FORMATS.includes(format as ImportFormat))
      throw usage(
        message(UNKNOWN_FORMAT, { format }),
        message(CHOOSE_ONE_OF, { choices: listOf(IMPORT_FORMATS) }),
      )
    const { readImport, readImportText } = await import('../../transfer/read-import.ts')
    const wanted = format as ImportFormat | undefined
    const read =
      given === '-'
        ? readImportText('-', await readStdin(), wanted)
        : readImport(resolve(context.directory, given), wanted)
    const dryRun = values['dry-run'] === true
    const engine = dryRun ? context.engine() : await context.writingEngine()
    const records = await engine.records()
    const conflict = values.keep ? 'keep' : values.replace ? 'replace' : 'refuse'
    const bar = startProgress(output, output.say({ en: 'importing', zh: '导入' }))
    const outcome = await records
      .import(read, context.changedBy(), {
        conflict,
        trust: values.trust === true,
        dryRun,
        onProgress: (done, total, stage) => bar.update(done, total, output.say(STAGES[stage])),
      })
      .finally(() => bar.end())
    output.data(outcome)
    printPlanned(output, outcome)
    printImported(output, outcome, dryRun)
    if (dryRun)
      output.print(output.say({ en: 'Nothing was changed (--dry-run).', zh: '未做任何修改（--dry-run）。' }))
    return isAllRefused(outcome) ? 1 : 0
  },
}

function printPlanned(output: Output, { planned = [] }: ImportOutcome): void {
  for (const { content, type } of planned) {
    const [first = '', ...more] = content.trim().split('\n')
    const kind = output.paint.dim(`[${type ?? '–'}]`)
    output.print(`${kind} ${printable(first)}${more.length > 0 ? output.paint.dim(' …') : ''}`)
  }
}

function isAllRefused({ imported, known, kept, quarantined, refused }: ImportOutcome): boolean {
  return refused.length > 0 && imported + known + kept + quarantined.length === 0
}

const STAGES: Record<'checking' | 'writing', Text> = {
  checking: { en: 'checked', zh: '检查' },
  writing: { en: 'written', zh: '写入' },
}

/** More of them are only counted. */
const SHOWN = 10

function printWarnings(output: Output, { warnings }: ImportOutcome): void {
  const mark = output.paint.yellow('!')
  for (const { text, warning } of warnings.slice(0, SHOWN)) {
    const said = output.say(warning)
    output.note(
      `${mark} ${text === undefined ? said : output.say({ en: `“${printable(text)}”: ${said}`, zh: `“${printable(text)}”：${said}` })}`,
    )
  }
  const more = warnings.length - SHOWN
  if (more > 0)
    output.note(
      `${mark} ${output.say({ en: `and ${countOf(more, 'other warning')}`, zh: `另有 ${more} 条警告` })}`,
    )
}

export function printImported(output: Output, outcome: ImportOutcome, dryRun = false): void {
  const { format, imported, known, kept, quarantined, refused } = outcome
  const waiting = quarantined.length
  printWarnings(output, outcome)
  for (const { at, problem } of refused)
    output.note(`${output.paint.yellow('!')} ${output.say(message(RECORD_PROBLEM, { at, problem }))}`)
  if (imported + known + kept + waiting + refused.length === 0) {
    output.print(
      output.say({
        en: 'Nothing to import: no memories were found in it.',
        zh: '没有可导入的内容：其中没有记忆。',
      }),
    )
    return
  }
  const besides: Text[] = [
    ...(known > 0 ? [{ en: `${known} known already`, zh: `${known} 条已存在` }] : []),
    ...(kept > 0
      ? [{ en: `${kept} kept as ${kept === 1 ? 'it was' : 'they were'}`, zh: `${kept} 条保持不变` }]
      : []),
    ...(refused.length > 0
      ? [{ en: `${refused.length} left out, see above`, zh: `${refused.length} 条未导入，见上` }]
      : []),
  ]
  const more = {
    en: besides.map(({ en }, at) => `${at === 0 ? '; ' : ', '}${en}`).join(''),
    zh: besides.map(({ zh }, at) => `${at === 0 ? '；' : '，'}${zh}`).join(''),
  }
  output.print(
    `${isAllRefused(outcome) ? output.paint.yellow('!') : output.paint.green('✓')} ${output.say({
      en: `${countOf(imported, 'memory', 'memories')} ${dryRun ? 'would be ' : ''}imported (${format})${more.en}.`,
      zh: `${dryRun ? '将' : '已'}导入 ${imported} 条记忆（${format}）${more.zh}。`,
    })}`,
  )
  if (waiting > 0)
    output.print(
      `${output.paint.yellow('!')} ${output.say({
        en: dryRun
          ? `${waiting} would wait in quarantine: it reads like instructions.`
          : `${countOf(waiting, 'waits', 'wait')} in quarantine: see \`memdir inbox\`.`,
        zh: dryRun
          ? `${waiting} 条将进入隔离区：读起来像指令。`
          : `${waiting} 条进入隔离区：用 \`memdir inbox\` 查看。`,
      })}`,
    )
}
