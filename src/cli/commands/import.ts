import { resolve } from 'node:path'
import { importCommandTexts } from '../../base/messages/import-command.ts'
import { inboxTexts } from '../../base/messages/inbox.ts'
import type { Text } from '../../base/messages/message.ts'
import { listOf, type Message, message, verbatim } from '../../base/messages/message.ts'
import { transferTexts } from '../../base/messages/transfer.ts'
import { transferCommandsTexts } from '../../base/messages/transfer-commands.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import {
  IMPORT_FORMATS,
  type ImportFormat,
  MOST_PLAIN_FILES,
  plainFilesOf,
} from '../../memory/import-format.ts'
import type { MemoryRecords } from '../../memory/memory-context.ts'
import { confirm, readStdin, textOption, usage } from '../arguments.ts'
import { type Command, type CommandInput, placeFlag, placeOptions } from '../command.ts'
import { type Output, printable } from '../output.ts'
import { startProgress } from '../progress.ts'
import { askToTake, printTaken, printWaits } from '../take-import.ts'

type ImportOutcome = Awaited<ReturnType<MemoryRecords['import']>>

export const command: Command = {
  usage: 'import FILE|DIR',
  help: importCommandTexts.help,
  most: 1,
  options: {
    ...placeOptions,
    'dry-run': {
      type: 'boolean',
      short: 'n',
      text: importCommandTexts.optionDryRun,
    },
    format: {
      type: 'string',
      value: 'NAME',
      choices: IMPORT_FORMATS,
      text: message(importCommandTexts.optionFormat, { importFormats: listOf(IMPORT_FORMATS) }),
    },
    keep: { type: 'boolean', text: importCommandTexts.optionKeep },
    replace: {
      type: 'boolean',
      text: importCommandTexts.optionReplace,
    },
    trust: {
      type: 'boolean',
      text: importCommandTexts.optionTrust,
    },
    yes: {
      type: 'boolean',
      short: 'y',
      text: message(importCommandTexts.optionYes, { mostPlainFiles: MOST_PLAIN_FILES }),
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
    if (given === undefined)
      throw usage(message(transferCommandsTexts.importRequired), message(transferCommandsTexts.giveImport))
    if (values.keep && values.replace)
      throw usage(message(transferCommandsTexts.keepAndReplace), message(usageTexts.giveOneOfThem))
    const format = textOption(values, 'format')
    if (format !== undefined && !IMPORT_FORMATS.includes(format as ImportFormat))
      throw usage(
        message(usageTexts.unknownFormat, { format }),
        message(usageTexts.chooseOneOf, { choices: listOf(IMPORT_FORMATS) }),
      )
    const { readImport, readImportText } = await import('../../memory/read-import.ts')
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
    const bar = startProgress(output, output.say(importCommandTexts.importing))
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
    const flag = placeFlag(values)
    printImported(output, outcome, { dryRun, command: !context.personPresent, flag })
    const { batch: id } = outcome.waiting
    const taken =
      id !== undefined && context.personPresent
        ? await askToTake(output, { engine, context, id, flag })
        : undefined
    if (taken) printTaken(output, taken)
    if (dryRun) output.print(output.say(importCommandTexts.nothingChangedDryRun))
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
  output.note(output.paint.dim(output.say(message(importCommandTexts.more, { more }))))
  return confirm(
    output,
    values,
    message(importCommandTexts.filesNoFrontmatterAnything, { files: files.length }),
  )
}

function isAllRefused({ imported, known, kept, waiting, refused }: ImportOutcome): boolean {
  return refused.length > 0 && imported + known + kept + waiting.count + waiting.known === 0
}

const STAGES: Record<'checking' | 'writing', Text> = {
  checking: importCommandTexts.stagesChecking,
  writing: importCommandTexts.stagesWriting,
}

/** More of them are only counted. */
const SHOWN = 10

function printWarnings(output: Output, { warnings }: ImportOutcome): void {
  const mark = output.paint.yellow('!')
  for (const { text, warning } of warnings.slice(0, SHOWN)) {
    const said = output.say(warning)
    output.note(
      `${mark} ${text === undefined ? said : output.say(message(importCommandTexts.textSaid, { text: printable(text), said }))}`,
    )
  }
  const more = warnings.length - SHOWN
  if (more > 0) output.note(`${mark} ${output.say(message(importCommandTexts.otherWarning, { more }))}`)
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
    output.note(
      `${output.paint.yellow('!')} ${output.say(message(transferTexts.recordProblem, { at, problem }))}`,
    )
  if (imported + known + kept + removed + waiting.count + waiting.known + refused.length === 0) {
    output.print(output.say(importCommandTexts.nothingImportNoMemories))
    return
  }
  const besides: Message[] = [
    ...(known > 0 ? [message(importCommandTexts.knownAlready, { known })] : []),
    ...(kept > 0
      ? [message(kept === 1 ? importCommandTexts.keptOne : importCommandTexts.keptMany, { kept })]
      : []),
    ...(waiting.known > 0 ? [message(importCommandTexts.waitsWaitAlready, { known: waiting.known })] : []),
    ...(removed > 0 ? [message(importCommandTexts.removedRefusedBefore, { removed })] : []),
    ...(refused.length > 0 ? [message(importCommandTexts.leftOutSeeAbove, { refused: refused.length })] : []),
  ]
  const more = sequence(besides)
  // Where nothing is taken at once, how much waits is what the person wants to know first.
  if (imported > 0 || waiting.count === 0)
    output.print(
      `${isAllRefused(outcome) ? output.paint.yellow('!') : output.paint.green('✓')} ${output.say(message(dryRun ? importCommandTexts.wouldBeImported : importCommandTexts.imported, { imported, format, more }))}`,
    )
  if (waiting.count === 0 && waiting.known > 0) output.print(output.say(message(inboxTexts.seeInbox)))
  if (waiting.count > 0) printWaiting(output, outcome, imported > 0 ? verbatim('') : more, dryRun)
  if (isSaid && waiting.batch !== undefined)
    printWaits(output, { id: waiting.batch, flag, count: waiting.count })
}

function printWaiting(
  output: Output,
  { format, waiting }: ImportOutcome,
  more: Message,
  dryRun: boolean,
): void {
  const { count, doubtful } = waiting
  const marks = doubtful === 1 ? importCommandTexts.doubtfulOne : importCommandTexts.doubtfulMany
  const marked = doubtful > 0 ? message(marks, { doubtful }) : verbatim('')
  const waits = count === 1 ? importCommandTexts.waitsOne : importCommandTexts.waits
  const row = dryRun ? importCommandTexts.wouldWait : waits
  output.print(`${output.paint.yellow('!')} ${output.say(message(row, { count, format, marked, more }))}`)
}

/** What there is to say besides, one after the other in one text. */
function sequence(besides: readonly Message[]): Message {
  return besides.reduce<Message>((before, beside, at) => {
    const next = at === 0 ? importCommandTexts.firstBeside : importCommandTexts.nextBeside
    return message(importCommandTexts.both, { before, next: message(next, { beside }) })
  }, verbatim(''))
}
