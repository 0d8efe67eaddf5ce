import { conversationTexts } from '../../base/messages/conversation.ts'
import { inboxTexts } from '../../base/messages/inbox.ts'
import { inboxCommandTexts } from '../../base/messages/inbox-command.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { INBOX_GROUPS, type InboxAnswer, type InboxGroup, type InboxItem } from '../../memory/inbox.ts'
import { keepWaiting } from '../../memory/waiting-counts.ts'
import { confirm, textOption, usage } from '../arguments.ts'
import { type Command, type CommandInput, placeFlag, placeNamed, placeOptions } from '../command.ts'
import { localTime } from '../local-time.ts'
import { type Output, printable, printableText } from '../output.ts'
import { noteWarnings } from '../saved.ts'
import { printRefused, showInbox, titleOf } from '../show-inbox.ts'
import { printTaken, printWhole } from '../take-import.ts'

export const command: Command = {
  usage: 'inbox [show|accept|edit|refuse ID… [TEXT]]',
  help: inboxCommandTexts.help,
  options: {
    ...placeOptions,
    all: {
      type: 'boolean',
      text: inboxCommandTexts.optionAll,
    },
    group: {
      type: 'string',
      value: 'GROUP',
      choices: INBOX_GROUPS,
      text: inboxCommandTexts.optionGroup,
    },
    only: {
      type: 'string',
      value: 'NUMBERS',
      text: inboxCommandTexts.optionOnly,
    },
    yes: { type: 'boolean', short: 'y', text: inboxCommandTexts.optionYes },
  },
  arguments: [['show', 'accept', 'edit', 'refuse'], 'inbox'],
  examples: [
    'memdir inbox',
    'memdir inbox show k3v9',
    'memdir inbox accept k3v9 x7q2',
    'memdir inbox accept m4t8 --only 1,3-5',
    'memdir inbox edit k3v9 "Use pnpm, not npm"',
    'memdir inbox refuse --all --group candidates --yes',
  ],
  async run(input) {
    const [action, ...references] = input.positionals
    const engine = input.context.engine()
    // What an import or an answer that was cut off has still to put here or to take away.
    await engine.recover().catch(noteUnrecovered(input))
    try {
      if (action === undefined || action === 'list') return await list(input)
      if (action === 'edit') return await edit(input, references)
      if (action !== 'show' && action !== 'accept' && action !== 'refuse')
        throw usage(
          message(usageTexts.unknownAction, { action: `inbox ${action}` }),
          message(inboxTexts.chooseAction),
        )
      const ids = input.values.all ? await allIds(input, action) : references
      if (ids.length === 0 && !input.values.all)
        throw usage(message(inboxTexts.idRequired), message(inboxTexts.seeInbox))
      if (action === 'show') return await show(input, ids)
      return await (action === 'accept' ? accept(input, ids) : refuse(input, ids))
    } finally {
      await engine.close()
    }
  },
}

/** What is here is shown all the same; each change tries it again, and fails where it fails. */
function noteUnrecovered({ output }: CommandInput) {
  return (error: Error) => {
    const problem = MemdirError.is(error) ? error.messages.message : error.message
    output.note(
      `${output.paint.yellow('!')} ${output.say(message(conversationTexts.unrecovered, { problem }))}`,
    )
  }
}

async function groupsOf({
  context,
  values,
}: CommandInput): Promise<Record<InboxGroup, readonly InboxItem[]>> {
  const only = textOption(values, 'group')
  if (only !== undefined && !INBOX_GROUPS.some((group) => group === only))
    throw usage(
      message(usageTexts.invalidChoice, { name: 'group', value: only }),
      message(usageTexts.chooseOneOf, { choices: listOf(INBOX_GROUPS) }),
    )
  const all = await (await context.engine().inbox()).list()
  if (only === undefined) return all
  return Object.fromEntries(
    INBOX_GROUPS.map((group) => [group, group === only ? all[group] : []]),
  ) as typeof all
}

/** Accepting hides, merges or lets in what is in the other groups: these have to be named. */
async function allIds(input: CommandInput, action: string): Promise<string[]> {
  const groups = await groupsOf(input)
  const isSafe = (group: string) => group === 'candidates' || input.values.group !== undefined
  const wanted = Object.entries(groups).filter(([group]) => action !== 'accept' || isSafe(group))
  return wanted.flatMap(([, items]) => items.map(({ id }) => id))
}

async function list(input: CommandInput): Promise<number> {
  const { output } = input
  const groups = await groupsOf(input)
  const counts = await (await input.context.engine().inbox()).counts()
  output.data({
    ...Object.fromEntries(Object.entries(groups).map(([name, items]) => [name, items.map(plain(output))])),
    counts,
  })
  // The person has seen it now.
  if (!input.context.agent && placeNamed(input.values) === 'project')
    keepWaiting(input.context.engine().location.state, counts, true)
  const flag = placeFlag(input.values)
  showInbox(output, { groups, counts, flag })
  return 0
}

function plain({ language }: Output) {
  return ({ reason, details, ...item }: InboxItem) => ({
    ...item,
    reason: reason[language],
    ...(details && { details: details.map((one) => one[language]) }),
  })
}

async function show({ context, output }: CommandInput, ids: readonly string[]): Promise<number> {
  const inbox = await context.engine().inbox()
  const items: InboxItem[] = []
  for (const id of ids) items.push((await inbox.find(id)).item)
  output.data({ items: items.map(plain(output)) })
  for (const {
    id,
    text,
    from,
    reason,
    quote,
    conversation,
    time,
    details = [],
    memories = [],
    entries,
  } of items) {
    output.print(
      `${output.paint.bold(id)}  ${output.paint.dim([localTime(time), conversation].filter(Boolean).join('  '))}`,
    )
    output.print(output.say(reason))
    for (const detail of details) output.print(`${output.paint.yellow('!')} ${printable(output.say(detail))}`)
    output.print(printableText(titleOf({ text, from })))
    if (quote !== undefined && quote !== text) output.print(output.paint.dim(`“${printable(quote)}”`))
    for (const { file } of memories) output.print(output.paint.dim(`  ${printable(file)}`))
    printWhole(output, entries ?? [])
  }
  return 0
}

/** `1,3-5` */
function partsOption(values: CommandInput['values']): number[] | undefined {
  const value = textOption(values, 'only')
  if (value === undefined) return undefined
  return value.split(/[,，、\s]+/).flatMap((piece) => {
    const [, from = '', to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(piece) ?? []
    const count = Number(to) - Number(from) + 1
    if (from === '' || count < 1)
      throw usage(message(inboxTexts.invalidParts, { value }), message(inboxTexts.giveParts))
    return Array.from({ length: count }, (_, at) => Number(from) + at)
  })
}

async function accept({ context, output, values }: CommandInput, ids: readonly string[]): Promise<number> {
  const question = message(inboxCommandTexts.question, { ids: ids.length })
  // What is named was looked at; all of them may be what nobody has seen.
  if (values.all && ids.length > 0 && !(await confirm(output, values, question))) return 1
  const engine = await context.writingEngine()
  try {
    const accepted = await (await engine.inbox()).accept(ids, context.changedBy(), partsOption(values))
    output.data({ accepted })
    for (const answer of accepted) printAccepted(output, answer)
    return 0
  } finally {
    await engine.close()
  }
}

async function edit({ context, output }: CommandInput, [id, ...words]: readonly string[]): Promise<number> {
  const text = words.join(' ').trim()
  if (id === undefined || text === '')
    throw usage(message(inboxTexts.textRequired), message(inboxTexts.seeInbox))
  const engine = await context.writingEngine()
  try {
    const accepted = await (await engine.inbox()).edit(id, text, context.changedBy())
    output.data({ accepted: [accepted] })
    printAccepted(output, accepted)
    return 0
  } finally {
    await engine.close()
  }
}

function printAccepted(output: Output, answer: InboxAnswer): void {
  const { id, memory, taken, warnings = [] } = answer
  if (taken) {
    printTaken(output, answer)
    return
  }
  noteWarnings(output, warnings)
  const what = memory ? `${printable(memory.name)}\n  ${output.paint.dim(printable(memory.file))}` : id
  output.print(`${output.paint.green('✓')} ${output.say(inboxCommandTexts.accepted)}${what}`)
}

async function refuse({ context, output, values }: CommandInput, ids: readonly string[]): Promise<number> {
  const question = message(inboxCommandTexts.question2, { ids: ids.length })
  if (values.all && ids.length > 0 && !(await confirm(output, values, question))) return 1
  const answered = await (await context.engine().inbox()).refuse(
    ids,
    context.changedBy(),
    partsOption(values),
  )
  output.data(answered)
  printRefused(output, answered)
  return 0
}
