import { existsSync } from 'node:fs'
import type { ExaminedTrust } from '../../agent/examine-trust.ts'
import { definitionsTexts } from '../../base/messages/definitions.ts'
import { doctorTexts } from '../../base/messages/doctor.ts'
import { doctorCommandTexts } from '../../base/messages/doctor-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { isMessage, type Message, message, verbatim } from '../../base/messages/message.ts'
import { damagedCopies, readRegistry } from '../../base/projects/project-registry.ts'
import { trustNotices } from '../../base/trust/trust-notice.ts'
import type { Engine } from '../../connect/engine.ts'
import type { JobRun } from '../../learn/job.ts'
import { examine, examineSecrets } from '../../memory/doctor.ts'
import type { DoctorFinding } from '../../memory/doctor-finding.ts'
import { repair } from '../../memory/repair.ts'
import { describeWaiting } from '../../memory/waiting-counts.ts'
import { examineSymbolList } from '../../search/symbol-lists.ts'
import { textsSent } from '../../search/texts-sent.ts'
import { type Command, placeOptions } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { findingData } from '../describe-finding.ts'
import { examineClock } from '../doctor-clock.ts'
import { examineLeftovers } from '../doctor-leftovers.ts'
import { type DoctorLine, inOrder } from '../doctor-lines.ts'
import { examineSearchData } from '../doctor-search.ts'
import { examineStore } from '../doctor-store.ts'
import { examineDoubles } from '../examine-doubles.ts'
import { type FindingLine, findingLines } from '../finding-lines.ts'
import { noteBeside } from '../note-beside.ts'
import { learningData, learningNow } from '../note-learning.ts'
import { noteSending } from '../note-sending.ts'
import { type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'doctor',
  help: doctorCommandTexts.help,
  most: 0,
  options: {
    ...placeOptions,
    fix: { type: 'boolean', text: doctorCommandTexts.optionFix },
    'fail-on-hit': {
      type: 'boolean',
      text: doctorCommandTexts.optionFailOnHit,
    },
  },
  examples: ['memdir doctor', 'memdir doctor --fix', 'memdir doctor --json --fail-on-hit'],
  quietSettings: true,
  withoutProject: true,
  async run({ values, context, output }) {
    const fix = values.fix === true
    const engine = fix ? await context.writingEngine() : context.engine()
    const { agentLines, examineAgents } = await import('../doctor-agents.ts')
    const agents = await examineAgents(context, output)
    const { examineTrust } = await import('../../agent/examine-trust.ts')
    const examined = examineTrust({ env: context.env, directory: context.directory })
    const trust = trustNotices(examined)
    const registry = registryFindings(engine, fix)
    const hasDirectory = existsSync(engine.location.memory)
    const memory = hasDirectory ? await examineMemory(engine, context, output, fix) : NO_MEMORY
    const stopped = await learningNow(engine)
    // Likely doubles have a line of their own.
    const waiting = hasDirectory
      ? describeWaiting({ ...(await (await engine.inbox()).counts()), doubles: 0 })
      : undefined
    await engine.close()
    const fixed = [...registry.fixed, ...memory.fixed]
    const left = [...registry.left, ...memory.left, ...unusedDefinitions(examined)]
    // An index may have lost 100,000 pointers: each is described only where it is shown.
    if (output.json)
      output.data({
        memories: memory.memories,
        findings: left.map((finding) => findingData(finding, output)),
        fixed: fixed.map((finding) => findingData(finding, output)),
        settings: engine.settings.warnings,
        texts_go_to: textsSent(engine.settings)?.host ?? null,
        learning: learningData(stopped),
        trust,
        agents,
        memory_on: engine.switch.on,
        waiting: waiting ? output.say(waiting) : null,
      })
    const repaired = findingLines(fixed, output)
    const lines = findingLines(left, output)
    const { warnings } = engine.settings
    const { paint } = output
    const problem = (said: Message) => `${paint.yellow('!')} ${printable(output.say(said))}`
    const note = (said: Message) => `${paint.dim('·')} ${printable(output.say(said))}`
    const off = engine.switch.on ? [] : [message(doctorTexts.memoryOff, { reason: engine.switch.reason })]
    const yours = [...(stopped ? [stopped.message] : []), ...(waiting ? [waiting] : []), ...trust]
    const all: DoctorLine[] = [
      ...off.map((said) => ({ rank: 'off' as const, text: problem(said) })),
      ...openLines(lines, output),
      ...agentLines(output, agents),
      ...warnings.map((said) => ({ rank: 'problem' as const, text: problem(said) })),
      ...yours.map((said) => ({ rank: 'waiting' as const, text: note(said) })),
    ]
    printRepaired(output, repaired)
    for (const { text } of inOrder(all)) output.print(text)
    noteBeside(engine, output, 'doctor')
    if (!output.json && output.reader === 'person') noteSending(output, engine.settings, engine.home)
    const found = lines.filter(isProblem)
    // Every line with the mark of a problem is counted.
    const failing = agents.filter(({ status }) => status === 'problem').length
    const counts = {
      memories: memory.memories,
      problems: found.length + failing + warnings.length + off.length,
      fixable: found.filter(({ fixable }) => fixable).length,
      repaired: repaired.filter(({ cache }) => !cache).length,
    }
    const state = stopped ? 'stopped' : waiting || trust.length > 0 ? 'waiting' : 'well'
    if (hasDirectory) printSummary(output, counts, state)
    else output.print(output.say(NO_DIRECTORY_YET))
    return values['fail-on-hit'] && counts.problems > 0 ? 1 : 0
  },
}

const NO_DIRECTORY_YET: Text = doctorCommandTexts.noDirectoryYet

interface ExaminedMemory extends Findings {
  memories: number
}

const NO_MEMORY: ExaminedMemory = { memories: 0, fixed: [], left: [] }

async function examineMemory(
  engine: Engine,
  context: CommandContext,
  output: Output,
  fix: boolean,
): Promise<ExaminedMemory> {
  const { memory: directory, state } = engine.location
  const examined = examine(directory, state)
  const { actor } = context.changedBy()
  const { fixed } = fix
    ? await repair({ directory, state, writer: engine.store.writer, actor }, examined)
    : { fixed: [] }
  // What is open is looked up after the repair: nothing is listed as repaired and as open.
  const now = fixed.length > 0 ? examine(directory, state) : examined
  const search = await examineSearchData(engine)
  const left = [
    ...now.findings,
    ...(await examineStore(engine)),
    ...(await examineSecrets(directory, now.memories)),
    ...search.left,
    ...examineClock(engine, fix),
    ...examineDoubles((await engine.records()).likelyDoubles()),
    ...symbolListFindings(engine),
    ...failedWork((await engine.background()).runs(), output),
  ]
  return { memories: examined.memories.length, fixed: [...fixed, ...search.fixed], left }
}

interface Findings {
  fixed: DoctorFinding[]
  left: DoctorFinding[]
}

/** projects.json as it was when the engine was opened, and what was kept of earlier damage. */
function registryFindings({ home, location }: Engine, fix: boolean): Findings {
  const damage: DoctorFinding = { code: 'damaged_registry', file: 'projects.json', facts: {}, fixable: true }
  const found = location.registryDamaged ? [damage] : []
  const stillThere = readRegistry(home).damaged
  const kept = damagedCopies(home).map(
    (file): DoctorFinding => ({ code: 'kept_damaged', file, facts: {}, fixable: false, note: true }),
  )
  const leftovers = examineLeftovers({ home, location }, fix)
  return {
    fixed: [...(stillThere ? [] : found), ...leftovers.fixed],
    left: [...(stillThere ? found : []), ...kept, ...leftovers.left],
  }
}

/** A note: it harms no memory, and a README may lie there on purpose. */
function unusedDefinitions({ problems }: Pick<ExaminedTrust, 'problems'>): DoctorFinding[] {
  return problems.map(({ path, problem }) => ({
    code: 'unused_definition',
    file: path,
    facts: { explanation: message(definitionsTexts.notDefined, { problem }) },
    fixable: false,
    note: true,
  }))
}

function isProblem({ note }: FindingLine): boolean {
  return !note
}

/** Outside git there can be none, which is no finding. */
function symbolListFindings({ location, settings }: Engine): DoctorFinding[] {
  const { status, problem } = examineSymbolList(location.state, location.identity.git)
  // None yet: the next turn makes it, where there is a worker.
  const passes = status === 'none' && settings.get('background.enabled')
  if (!problem || status === 'no-git' || passes) return []
  const facts = { explanation: problem }
  return [{ code: 'symbol_list', file: 'state/cache/symbols', facts, fixable: false, note: true }]
}

/** What the background could not do, nobody saw. A store was asked just now: what was wrong with it then, or with another, is no news. */
function failedWork(runs: readonly JobRun[], output: Output): DoctorFinding[] {
  const last = new Map(runs.map((run) => [run.job, run]))
  return [...last.values()]
    .filter(({ status, error }) => status === 'failed' && !isOfStore(error))
    .map(({ job, error }) => ({
      code: 'failed_work',
      file: `state/jobs (${job})`,
      facts: { problem: error?.[output.language] ?? '' },
      fixable: false,
    }))
}

function isOfStore(error: Message | undefined): boolean {
  if (!error) return false
  const { problem } = error.values
  return error.key.startsWith('stores.') || (isMessage(problem) && isOfStore(problem))
}

function openLines(left: readonly FindingLine[], { paint }: Output): DoctorLine[] {
  return left
    .filter(({ passes }) => !passes)
    .map(({ text, note }) => ({
      rank: note ? 'note' : 'problem',
      text: `${note ? paint.dim('·') : paint.yellow('!')} ${text}`,
    }))
}

function printRepaired(output: Output, fixed: readonly FindingLine[]): void {
  const { paint } = output
  const repaired = output.say(doctorCommandTexts.repaired)
  for (const { text, cache } of fixed)
    output.print(cache ? `${paint.dim('·')} ${text}` : `${paint.green('✓')} ${repaired}${text}`)
}

/** Where there is no problem: what has ended, or what waits, is said before that all is well. */
const WELL = {
  stopped: doctorCommandTexts.noProblemLearningStopped,
  waiting: doctorCommandTexts.noProblemSomethingWaits,
  well: doctorCommandTexts.allWell,
} as const

type Counts = Record<'memories' | 'problems' | 'fixable' | 'repaired', number>

function printSummary(
  output: Output,
  { memories, problems, fixable, repaired }: Counts,
  state: keyof typeof WELL,
): void {
  const done = message(doctorCommandTexts.done, { repaired })
  const offered = message(doctorCommandTexts.offered, { fixable })
  const total = message(doctorCommandTexts.total, { memories })
  if (problems === 0) {
    const more = repaired > 0 ? message(doctorCommandTexts.done2, { done }) : verbatim('')
    output.print(
      output.say(message(doctorCommandTexts.totalWellMore, { total, well: message(WELL[state]), more })),
    )
    return
  }
  const parts: Text[] = [
    message(doctorCommandTexts.problem, { total, problems }),
    ...(repaired > 0 ? [done] : []),
    ...(fixable > 0 ? [offered] : []),
  ]
  output.print(parts.map((part) => output.say(part)).join(output.say(doctorCommandTexts.separator)))
}
