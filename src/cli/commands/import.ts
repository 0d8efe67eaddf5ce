import { resolve } from 'node:path'
import { SEE_INBOX } from '../../base/messages/inbox.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { RECORD_PROBLEM } from '../../base/messages/transfer.ts'
import { GIVE_IMPORT, IMPORT_REQUIRED, KEEP_AND_REPLACE } from '../../base/messages/transfer-commands.ts'
import { CHOOSE_ONE_OF, GIVE_ONE_OF_THEM, UNKNOWN_FORMAT } from '../../base/messages/usage.ts'
import { IMPORT_FORMATS, type ImportFormat } from '../../memory/transfer/import-format.ts'
import type { ImportOutcome } from '../../memory/transfer/import-outcome.ts'
import { MOST_PLAIN_FILES, plainFilesOf } from '../../memory/transfer/plain-files.ts'
import { confirm, readStdin, textOption, usage } from '../arguments.ts'
import { type Command, type CommandInput, everywhereOption } from '../command.ts'
import { countOf, type Text } from '../language.ts'
import { type Output, printable } from '../output.ts'
import { startProgress } from '../progress.ts'
import { askToTake, printTaken, printWaits } from '../take-import.ts'

export const command: Command = {
  usage: 'import FILE|DIR',
  help: {
    en: 'Takes memories over from an export of memdir, a directory of Markdown files, Claude Code, Codex, the MCP memory server, mem0, OpenMemory, basic-memory, claude-mem or ChatGPT, or from a file that tells agents how to work (CLAUDE.md, AGENTS.md, Cursor’s rules, Copilot’s instructions). With "-" it is read from standard input. Exports that this installation made are restored as they were. Everything else waits in the inbox until you take it, as one batch, and is never recalled before.',
    zh: '从 memdir 导出文件、Markdown 目录、Claude Code、Codex、MCP memory 服务器、mem0、OpenMemory、basic-memory、claude-mem、ChatGPT，或告诉代理如何工作的文件（CLAUDE.md、AGENTS.md、Cursor 规则、Copilot 指令）导入记忆。给 "-" 时从标准输入读取。本机自己的导出按原样恢复。其余内容作为一批在收件箱中等待，由您接受；接受之前不会被召回。',
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
      en: 'you vouch for it: taken at once, with what it says of origins; not for agents',
      zh: '由您作保：立即导入，保留其来源声明；代理不可用',
    },
    yes: {
      type: 'boolean',
      short: 'y',
      en: `do not ask about more than ${MOST_PLAIN_FILES} files without frontmatter`,
      zh: `没有 frontmatter 的文件超过 ${MOST_PLAIN_FILES} 个时不询问`,
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
    const { readImport, readImportText } = await import('../../memory/transfer/read-import.ts')
    const wanted = format as ImportFormat | undefined
    const read =
      given === '-'
        ? readImportText('-', await readStdin(), wanted)
        : readImport(resolve(context.directory, given), wanted)
    const dryRun = values['dry-run'] === true
    const plain = plainFilesOf(read)
    if (plain.length > 0 && !dryRun && !(await confirmPlain({ output, values }, plain))) return 1
    const engine = dryRun ? context.engine() : await context.writingEngine()
    const records = await engine.records()
    const conflict = values.keep ? 'keep' : values.replace ? 'replace' : 'refuse'
    const bar = startProgress(output, output.say({ en: 'importing', zh: '导入' }))
    const outcome = await records
      .import(read, context.changedBy(), {
        conflict,
        trust: values.trust === true,
        plain: plain.length > 0,
        dryRun,
        onProgress: (done, total, stage) => bar.update(done, total, output.say(STAGES[stage])),
      })
      .finally(() => bar.end())
    output.data(outcome)
    printPlanned(output, outcome)
    const flag = values.everywhere ? ' --everywhere' : ''
    printImported(output, outcome, { dryRun, command: !context.personPresent, flag })
    const { batch: id } = outcome.waiting
    const taken =
      id !== undefined && context.personPresent
        ? await askToTake(output, { engine, context, id, flag })
        : undefined
    if (taken) printTaken(output, taken)
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

/** Shown before they are read as memories: it may have been the wrong directory. */
async function confirmPlain(
  { output, values }: Pick<CommandInput, 'output' | 'values'>,
  files: readonly string[],
): Promise<boolean> {
  const shown = files.slice(0, SHOWN).map((file) => `  ${printable(file)}`)
  const more = files.length - shown.length
  for (const line of shown) output.note(line)
  output.note(output.paint.dim(output.say({ en: `  and ${more} more`, zh: `  另有 ${more} 个` })))
  return confirm(output, values, {
    en: `These ${files.length} files have no frontmatter and may be anything. Import them?`,
    zh: `这 ${files.length} 个文件没有 frontmatter，不一定是记忆。要导入吗？`,
  })
}

function isAllRefused({ imported, known, kept, waiting, refused }: ImportOutcome): boolean {
  return refused.length > 0 && imported + known + kept + waiting.count + waiting.known === 0
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

export interface PrintOptions {
  dryRun?: boolean
  /** With the command that takes what waits. */
  command?: boolean
  /** What that needs besides. */
  flag?: string
}

export function printImported(
  output: Output,
  outcome: ImportOutcome,
  { dryRun = false, command: isSaid = false, flag = '' }: PrintOptions = {},
): void {
  const { format, imported, known, kept, removed, waiting, refused } = outcome
  printWarnings(output, outcome)
  for (const { at, problem } of refused)
    output.note(`${output.paint.yellow('!')} ${output.say(message(RECORD_PROBLEM, { at, problem }))}`)
  if (imported + known + kept + removed + waiting.count + waiting.known + refused.length === 0) {
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
    ...(waiting.known > 0
      ? [{ en: `${countOf(waiting.known, 'waits', 'wait')} already`, zh: `${waiting.known} 条已在等待` }]
      : []),
    ...(removed > 0
      ? [{ en: `${removed} removed or refused before`, zh: `${removed} 条曾被删除或拒绝` }]
      : []),
    ...(refused.length > 0
      ? [{ en: `${refused.length} left out, see above`, zh: `${refused.length} 条未导入，见上` }]
      : []),
  ]
  const more = {
    en: besides.map(({ en }, at) => `${at === 0 ? '; ' : ', '}${en}`).join(''),
    zh: besides.map(({ zh }, at) => `${at === 0 ? '；' : '，'}${zh}`).join(''),
  }
  // Where nothing is taken at once, how much waits is what the person wants to know first.
  if (imported > 0 || waiting.count === 0)
    output.print(
      `${isAllRefused(outcome) ? output.paint.yellow('!') : output.paint.green('✓')} ${output.say({
        en: `${countOf(imported, 'memory', 'memories')} ${dryRun ? 'would be ' : ''}imported (${format})${more.en}.`,
        zh: `${dryRun ? '将' : '已'}导入 ${imported} 条记忆（${format}）${more.zh}。`,
      })}`,
    )
  if (waiting.count === 0 && waiting.known > 0) output.print(output.say(message(SEE_INBOX)))
  if (waiting.count > 0) printWaiting(output, outcome, imported > 0 ? { en: '', zh: '' } : more, dryRun)
  if (isSaid && waiting.batch !== undefined)
    printWaits(output, { id: waiting.batch, flag, count: waiting.count })
}

function printWaiting(output: Output, { format, waiting }: ImportOutcome, more: Text, dryRun: boolean): void {
  const { count, doubtful } = waiting
  const marked = doubtful > 0 && {
    en: `, ${doubtful} of which ${doubtful === 1 ? 'reads like an instruction' : 'read like instructions'}`,
    zh: `，其中 ${doubtful} 条读起来像指令`,
  }
  const memories = countOf(count, 'memory', 'memories')
  output.print(
    `${output.paint.yellow('!')} ${output.say({
      en: `${memories} (${format}) ${dryRun ? 'would wait' : count === 1 ? 'waits' : 'wait'} for you${marked ? marked.en : ''}${more.en}.`,
      zh: `${count} 条记忆（${format}）${dryRun ? '将等待您处理' : '等待您处理'}${marked ? marked.zh : ''}${more.zh}。`,
    })}`,
  )
}
