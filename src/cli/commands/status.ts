import { existsSync } from 'node:fs'
import { INDEX_FILE } from '../../memory/files/index-file.ts'
import { type LoadedIndex, loadIndexText } from '../../memory/files/load-index.ts'
import { readMemoryText } from '../../memory/files/read-memory-file.ts'
import { describeWaiting } from '../../memory/inbox/waiting-counts.ts'
import { lastChanged, MEMORY_TYPES, type Memory, typeOfKind } from '../../memory/memory.ts'
import { textsSent } from '../../search/texts-sent.ts'
import type { Command } from '../command.ts'
import { age, countsByType } from '../describe-memory.ts'
import { countOf } from '../language.ts'
import { localTime } from '../local-time.ts'
import { learningData, learningNow } from '../note-learning.ts'
import { noteSending } from '../note-sending.ts'
import { noteTrust } from '../note-trust.ts'
import { formatFacts, printable } from '../output.ts'
import { noteSettingsWarnings } from '../settings-warnings.ts'

export const command: Command = {
  usage: 'status',
  help: {
    en: 'Says whether memory is on, where it is and how much there is.',
    zh: '显示记忆是否打开、位置和数量。',
  },
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
    const inBrackets = (text: string) => output.say({ en: ` (${text})`, zh: `（${text}）` })
    const state = data.on
      ? output.paint.green(output.say({ en: 'on', zh: '开' }))
      : output.paint.yellow(output.say({ en: 'off', zh: '关' }))
    const types = countsByType(data.types, NO_TYPE, output.language)
    const last =
      newest && localTime(lastChanged(newest)) + inBrackets(age(newest, new Date(), output.language))
    const facts: [string, string | undefined][] = [
      [output.say({ en: 'memory', zh: '记忆' }), state + inBrackets(output.say(data.reason))],
      [output.say({ en: 'project', zh: '项目' }), printable(data.root)],
      [
        output.say({ en: 'directory', zh: '目录' }),
        printable(data.directory) + (exists ? '' : output.say({ en: ' (not made yet)', zh: '（尚未创建）' })),
      ],
      [output.say({ en: 'memories', zh: '数量' }), `${data.memories}${types ? inBrackets(types) : ''}`],
      [output.say({ en: 'changed', zh: '最近更改' }), last],
      [
        output.say({ en: 'index', zh: '索引' }),
        output.say({ en: countOf(data.index.lines, 'line'), zh: `${data.index.lines} 行` }) +
          (data.index.cut ? output.say({ en: ', cut', zh: '，已截断' }) : ''),
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
