import { isAbsolute, resolve } from 'node:path'
import { editCommandsTexts } from '../../base/messages/edit-commands.ts'
import { labelOf } from '../../base/messages/kinds.ts'
import { memoryCommandTexts } from '../../base/messages/memory-command.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import type { Memory } from '../../memory/memory.ts'
import { ACTION_WORDS, type ActionWord, actionNamed, MEMORY_ACTIONS } from '../../memory/memory-verbs.ts'
import { listOption, numberOption, textOption, usage } from '../arguments.ts'
import type { Command } from '../command.ts'
import { describeAdded } from '../describe-added.ts'
import { stars } from '../describe-memory.ts'
import { type Output, printable } from '../output.ts'
import { describeSaved, noteWarnings } from '../saved.ts'
import { writeTo } from '../streams.ts'

export const command: Command = {
  usage: 'memory --action ACTION',
  help: memoryCommandTexts.help,
  most: 1,
  options: {
    action: {
      type: 'string',
      short: 'a',
      value: 'ACTION',
      choices: ACTION_WORDS,
      text: listOf(MEMORY_ACTIONS),
    },
    type: { type: 'string', short: 't', value: 'TYPE', text: memoryCommandTexts.optionType },
    query: {
      type: 'string',
      short: 'q',
      value: 'TEXT',
      text: memoryCommandTexts.optionQuery,
    },
    content: { type: 'string', value: 'TEXT', text: memoryCommandTexts.optionContent },
    id: {
      type: 'string',
      value: 'ID',
      text: memoryCommandTexts.optionId,
    },
    tags: { type: 'string', value: 'A,B', text: memoryCommandTexts.optionTags },
    importance: {
      type: 'string',
      short: 'i',
      value: '1-5',
      text: memoryCommandTexts.optionImportance,
    },
    separate: {
      type: 'boolean',
      text: memoryCommandTexts.optionSeparate,
    },
    limit: {
      type: 'string',
      short: 'l',
      value: 'N',
      text: memoryCommandTexts.optionLimit,
    },
    threshold: {
      type: 'string',
      value: '0-1',
      text: memoryCommandTexts.optionThreshold,
    },
    output: { type: 'string', short: 'o', value: 'FILE', text: memoryCommandTexts.optionOutput },
    file: { type: 'string', short: 'f', value: 'FILE', text: memoryCommandTexts.optionFile },
    format: { type: 'string', value: 'NAME', text: memoryCommandTexts.optionFormat },
  },
  examples: [
    'memdir memory --action list --type feedback',
    'memdir memory --action search --query "how do we deploy"',
    'memdir memory --action add --content "Deploys happen on Tuesdays" --type project',
  ],
  async run({ positionals, values, context, output }) {
    const word = textOption(values, 'action') ?? positionals[0]
    const action = isActionWord(word) ? actionNamed(word) : word
    if (action === undefined)
      throw usage(
        message(editCommandsTexts.actionRequired),
        message(usageTexts.chooseOneOf, { choices: listOf(MEMORY_ACTIONS) }),
      )
    const place = (name: string) => {
      const path = textOption(values, name)
      return path === undefined || isAbsolute(path) ? path : resolve(context.directory, path)
    }
    const input = {
      action,
      type: textOption(values, 'type'),
      query: textOption(values, 'query'),
      content: textOption(values, 'content'),
      id: textOption(values, 'id'),
      tags: listOption(values, 'tags'),
      importance: numberOption(values, 'importance', 1, 5),
      separate: values.separate === true ? true : undefined,
      limit: numberOption(values, 'limit', 1, 1_000),
      threshold: numberOption(values, 'threshold', 0, 1),
      output: place('output'),
      file: place('file'),
      format: textOption(values, 'format'),
    }
    for (const option of NEEDED[action] ?? [])
      if (!textOption(values, option)?.trim())
        throw usage(
          message(editCommandsTexts.actionNeedsOption, { action, option }),
          message(editCommandsTexts.giveActionOption, { option }),
        )
    const writes = ['add', 'delete', 'update', 'import', 'cleanup'].includes(action)
    const engine = writes ? await context.writingEngine() : context.engine()
    try {
      const tool = await engine.memoryTool({ by: context.changedBy() })
      const result = await tool.execute(input)
      output.data(result)
      await print(output, action, result)
    } finally {
      await engine.close()
    }
  },
}

function isActionWord(word: string | undefined): word is ActionWord {
  return ACTION_WORDS.includes(word as ActionWord)
}

/** What the tool would call missing, by the name it has here. */
const NEEDED: Record<string, readonly string[]> = {
  add: ['content'],
  delete: ['id'],
  search: ['query'],
  update: ['id'],
  import: ['file'],
  explain: ['id'],
}

interface Shown {
  id: string
  content: string
  kind: string
  type?: string
  importance?: number
  similarity?: number
}

type Result = Record<string, unknown>

/** As the commands of their own print it. */
async function print(output: Output, action: string, result: Result): Promise<void> {
  if (output.json) return
  if (Array.isArray(result.warnings)) noteWarnings(output, result.warnings)
  const given = result as never
  switch (action) {
    case 'add':
      return output.print(describeAdded(output, given))
    case 'update':
      return output.print(describeSaved(output, result.memory as Memory, memoryCommandTexts.changed))
    case 'delete':
      return printDeleted(output, given)
    case 'export':
      return printExported(output, given)
    case 'import':
      return (await import('./import.ts')).printImported(output, given, { command: true })
    case 'stats':
      return (await import('./stats.ts')).printStatistics(output, given)
    case 'cleanup':
      return (await import('./cleanup.ts')).printCleanedUp(output, given)
    case 'explain':
      return (await import('./explain.ts')).printExplanation(output, given)
    default:
      return printTable(output, result.memories as Shown[])
  }
}

function printDeleted(output: Output, { deleted, change }: { deleted: Memory; change?: string }): void {
  output.print(describeSaved(output, deleted, memoryCommandTexts.removed))
  const how = `memdir undo ${change ?? ''}`.trim()
  output.print(output.paint.dim(output.say(message(memoryCommandTexts.bringBack, { how }))))
}

async function printExported(
  output: Output,
  { count, output: target, data }: { count: number; output?: string; data?: unknown },
): Promise<void> {
  const { describeExported } = await import('./export.ts')
  // The document alone, as `memdir export` gives it.
  if (target === undefined) writeTo('stdout', `${JSON.stringify(data, null, 2)}\n`)
  else output.print(describeExported(output.language, count, target))
}

/** The kind by its name; in front of it the type, where there is one. */
function kindLabel(output: Output, type: string | undefined, kind: string): string {
  const names = [...(type ? [type] : []), kind].map((word) => output.say(labelOf(word)))
  return [...new Set(names)].join(' · ')
}

function printTable(output: Output, memories: readonly Shown[]): void {
  if (memories.length === 0) {
    output.print(output.say(memoryCommandTexts.nothingFound))
    return
  }
  const scored = memories.some(({ similarity }) => similarity !== undefined)
  const header = [
    output.say(memoryCommandTexts.id),
    ...(scored ? [output.say(memoryCommandTexts.similarity)] : []),
    output.say(memoryCommandTexts.type),
    output.say(memoryCommandTexts.importance),
    output.say(memoryCommandTexts.content),
  ]
  output.table(
    header,
    memories.map(({ id, similarity, type, kind, importance, content }) => [
      id,
      ...(scored ? [similarity?.toFixed(2) ?? ''] : []),
      kindLabel(output, type, kind),
      stars(importance ?? 3),
      printable(content),
    ]),
  )
}
