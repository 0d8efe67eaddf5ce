import { existsSync } from 'node:fs'
import { message } from '../../base/messages/message.ts'
import { statusCommandTexts } from '../../base/messages/status-command.ts'
import { lastChanged, MEMORY_TYPES, type Memory, typeOfKind } from '../../memory/memory.ts'
import { INDEX_FILE } from '../../memory/memory-path.ts'
import { readMemoryText } from '../../memory/read-memory-file.ts'
import { type LoadedIndex, loadIndexText } from '../../memory/shown-index.ts'
import { describeWaiting } from '../../memory/waiting-counts.ts'
import { textsSent } from '../../search/texts-sent.ts'
import type { Command } from '../command.ts'
import { age, countsByType } from '../describe-memory.ts'
import { localTime } from '../local-time.ts'
import { learningData, learningNow } from '../note-learning.ts'
import { noteSending } from '../note-sending.ts'
import { noteTrust } from '../note-trust.ts'
import { formatFacts, printable } from '../output.ts'
import { noteSettingsWarnings } from '../settings-warnings.ts'

export const command: Command = {
  usage: 'status',
  help: statusCommandTexts.help,
  most: 0,
  options: {},
  examples: ['memdir status', 'memdir status --json'],
  quietSettings: true,
  async run({ context, output }) {
    const engine = context.engine()
    const { location, settings } = engine
    const exists = existsSync(location.memory)
    const memories = exists ? engine.store.list() : []
    const index = indexIn(location.memory)
    const newest = memories.toSorted((a, b) => lastChanged(b).localeCompare(lastChanged(a)))[0]
    const stopped = await learningNow(engine)
    const data = {
      on: engine.switch.on,
      reason: engine.switch.reason,
      directory: location.memory,
      decided_by: location.decidedBy,
      exists,
      project: location.identity.name,
      root: location.identity.root,
      home: engine.home,
      memories: memories.length,
      types: countTypes(memories),
      bytes: memories.reduce((sum, memory) => sum + memory.size, 0),
      index: { lines: index?.text.split('\n').length ?? 0, cut: index?.cut ?? null },
      inbox: exists ? await (await engine.inbox()).counts() : undefined,
      learning: learningData(stopped),
      warnings: settings.warnings,
      texts_go_to: textsSent(settings)?.host ?? null,
    }
    const waiting = data.inbox && describeWaiting(data.inbox)
    output.data(data)
    const inBrackets = (text: string) => output.say(message(statusCommandTexts.text, { text }))
    const state = data.on
      ? output.paint.green(output.say(statusCommandTexts.on))
      : output.paint.yellow(output.say(statusCommandTexts.off))
    const types = countsByType(data.types, NO_TYPE, output.language)
    const last =
      newest && localTime(lastChanged(newest)) + inBrackets(age(newest, new Date(), output.language))
    const facts: [string, string | undefined][] = [
      [output.say(statusCommandTexts.memory), state + inBrackets(output.say(data.reason))],
      [output.say(statusCommandTexts.project), printable(data.root)],
      [
        output.say(statusCommandTexts.directory),
        printable(data.directory) + (exists ? '' : output.say(statusCommandTexts.notMadeYet)),
      ],
      [output.say(statusCommandTexts.memories), `${data.memories}${types ? inBrackets(types) : ''}`],
      [output.say(statusCommandTexts.changed), last],
      [
        output.say(statusCommandTexts.index),
        output.say(message(statusCommandTexts.line, { lines: data.index.lines })) +
          (data.index.cut ? output.say(statusCommandTexts.cut) : ''),
      ],
    ]
    for (const [label, value] of formatFacts(facts)) output.print(`${label}  ${value}`)
    if (waiting) output.print(output.say(waiting))
    if (stopped) output.print(`${output.paint.yellow('!')} ${output.say(stopped.message)}`)
    noteSettingsWarnings(output, settings)
    noteTrust(output, settings.trust)
    if (!output.json && output.reader === 'person') noteSending(output, settings, engine.home)
  },
}

/** As it is loaded where memory is on; it is there also when it is off. */
function indexIn(directory: string): LoadedIndex | undefined {
  const text = readMemoryText(directory, INDEX_FILE)
  return text === undefined ? undefined : loadIndexText(text)
}

/** What programs read for a memory without a type. */
const NO_TYPE = 'other'

/** A kind says the type where the file does not: as in `stats` and in filters. */
function countTypes(memories: readonly Memory[]): Record<string, number> {
  const counts: Record<string, number> = {}
  const typeOf = ({ type, kind }: Memory) => type ?? (kind && typeOfKind(kind))
  for (const type of [...MEMORY_TYPES, undefined]) {
    const count = memories.filter((memory) => typeOf(memory) === type).length
    if (count > 0) counts[type ?? NO_TYPE] = count
  }
  return counts
}
