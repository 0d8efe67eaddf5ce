import { addCommandTexts } from '../../base/messages/add-command.ts'
import { nameOfLabel } from '../../base/messages/kinds.ts'
import { listOf, type Message, message } from '../../base/messages/message.ts'
import { originTexts } from '../../base/messages/origin.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import {
  isMemoryKind,
  isMemoryType,
  isOrigin,
  MEMORY_KINDS,
  MEMORY_TYPES,
  ORIGINS,
} from '../../memory/memory.ts'
import type { ChangedBy } from '../../memory/memory-store.ts'
import { originOf } from '../../memory/origin-rules.ts'
import type { NewMemory } from '../../memory/records.ts'
import {
  listOption,
  numberOption,
  parseFutureExpiry,
  readStdin,
  textOption,
  textOptions,
  usage,
} from '../arguments.ts'
import { type Command, placeOptions, type Values } from '../command.ts'
import { describeAdded } from '../describe-added.ts'
import { FIELD_OPTIONS } from '../field-options.ts'
import { noteWarnings } from '../saved.ts'
import { isTerminal } from '../streams.ts'

export const command: Command = {
  usage: 'add [TEXT…]',
  help: addCommandTexts.help,
  options: {
    ...placeOptions,
    ...FIELD_OPTIONS,
    importance: { ...FIELD_OPTIONS.importance, text: addCommandTexts.optionImportance },
    file: {
      type: 'string',
      value: 'NAME.md',
      text: addCommandTexts.optionFile,
    },
    separate: {
      type: 'boolean',
      text: addCommandTexts.optionSeparate,
    },
    origin: {
      type: 'string',
      value: 'WHO',
      choices: ORIGINS,
      text: addCommandTexts.optionOrigin,
    },
    conversation: { type: 'string', value: 'ID', text: addCommandTexts.optionConversation },
  },
  examples: [
    'memdir add "Integration tests use a real database, never mocks" --type feedback -i 4',
    'memdir add "We use pnpm, never npm" --when "adding a package" --on "run: npm install*"',
    'memdir add "发布前要先在预发环境跑一遍回归" --type project --tags 发布',
    'git log -1 --format=%B | memdir add --type project --name "Why the queue was replaced"',
  ],
  async run({ positionals, values, context, output }) {
    const piped = positionals.length === 0 || (positionals.length === 1 && positionals[0] === '-')
    if (piped && isTerminal('stdin')) throw noText()
    const content = piped ? await readStdin() : positionals.join(' ')
    if (content.trim() === '') throw noText()
    const classified = classify(values)
    const importance = numberOption(values, 'importance', 1, 5) ?? 3
    const expires = expiry(textOption(values, 'expires'))
    const by = context.changedBy(textOption(values, 'conversation'))
    const origin = chosenOrigin(values, by)
    const engine = await context.writingEngine()
    const file = textOption(values, 'file')
    const memory: NewMemory = {
      content,
      ...classified,
      name: textOption(values, 'name'),
      description: textOption(values, 'description'),
      category: textOption(values, 'category'),
      tags: listOption(values, 'tags'),
      ...momentsOption(values),
      related: findRelated(listOption(values, 'related') ?? [], (id) => engine.store.find(id).id),
      importance,
      confidence: 1,
      expires,
      source: by.conversation ? { origin, conversation: by.conversation } : { origin },
      file,
    }
    const separate = values.separate === true || file !== undefined
    try {
      const outcome = await (await engine.records()).add(memory, by, { separate })
      if ('warnings' in outcome) noteWarnings(output, outcome.warnings)
      output.data(outcome)
      output.print(describeAdded(output, outcome))
      if (!engine.switch.on && values.bare !== true) output.note(output.say(OFF))
    } finally {
      await engine.close()
    }
  },
}

const OFF = addCommandTexts.off

/** `-dash` is read as `-d ash`, so whoever wrote it believes to have given a text. */
function noText(): MemdirError {
  return usage(message(usageTexts.noText), message(usageTexts.giveText))
}

/** `--type` understands types and kinds. A reference is of kind fact; a user's own text is of kind other. */
function classify(values: Values) {
  const type = labelled(textOption(values, 'type'))
  const kind = labelled(textOption(values, 'kind')) ?? (isMemoryKind(type) ? type : undefined)
  if (kind !== undefined && !isMemoryKind(kind))
    throw usage(message(usageTexts.unknownKind, { kind }), choose(MEMORY_KINDS))
  if (type !== undefined && !isMemoryType(type) && !isMemoryKind(type))
    throw usage(message(usageTexts.unknownType, { type }), choose(MEMORY_TYPES))
  const four = isMemoryType(type) ? type : undefined
  return { type: four, kind: kind ?? (four === 'reference' ? ('fact' as const) : ('other' as const)) }
}

/** As `list` shows them, too. */
function labelled(given: string | undefined): string | undefined {
  return given === undefined ? undefined : nameOfLabel(given)
}

function choose(choices: readonly string[]): Message {
  return message(usageTexts.chooseOneOf, { choices: listOf(choices) })
}

/** What an agent writes from its shell was inferred by it, and it cannot say that the person wrote it. */
function chosenOrigin(values: Values, { actor }: ChangedBy) {
  const claimed = textOption(values, 'origin')
  if (claimed !== undefined && !isOrigin(claimed))
    throw usage(message(usageTexts.unknownOrigin, { origin: claimed }), choose(ORIGINS))
  const origin = originOf({ actor, claimed })
  if (claimed === undefined || claimed === origin) return origin
  throw new MemdirError('usage', message(originTexts.originRefused, { origin: claimed }), {
    fix: message(originTexts.originRefusedFix, { agent: actor }),
  })
}

function expiry(value: string | undefined): string | undefined {
  return value === undefined ? undefined : parseFutureExpiry(value, new Date())
}

/** As they were typed: what is wrong with them, adding says. */
function momentsOption(values: Values): Pick<NewMemory, 'when' | 'on'> {
  const [when, on] = [textOptions(values, 'when'), textOptions(values, 'on')]
  return { ...(when.length > 0 && { when }), ...(on.length > 0 && { on: on as unknown as NewMemory['on'] }) }
}

function findRelated(references: readonly string[], find: (reference: string) => string): string[] {
  return references.map(find)
}
