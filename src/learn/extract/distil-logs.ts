// What daily logs say becomes memories: each entry is read once, by a model where one is configured and by the rules that
// read conversations otherwise. What is proposed goes through the one check, and carries the entry as evidence. The entry
// itself stays where it is, and search finds it there.

import { loadRedactor } from '../../base/secrets/redact-for.ts'
import { provesQuotation } from '../../base/terms/prove-quotation.ts'
import { isoSeconds } from '../../base/values/clock.ts'
import { isLogFile, type LogEntry, logEntries, logFileOf, timeOfEntry } from '../../memory/daily-log.ts'
import { EVIDENCE_LENGTH } from '../../memory/memory-file.ts'
import { readMemoryText } from '../../memory/read-memory-file.ts'
import { listLogFiles } from '../../memory/scan-files.ts'
import type { Spend } from '../../models/spend.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { readDreamState, updateDreamState } from '../dream/dream-state.ts'
import { proposeByRules } from '../hearing/propose-by-rules.ts'
import { checkProposal, type Statement } from './check-proposal.ts'
import type { Extractor } from './extractor.ts'
import { preferModel } from './prefer-model.ts'
import type { SaidMessage } from './proposal.ts'

interface DistilledLogs {
  /** Entries that were read. */
  entries: number
  /** Memories that were made or merged into others. */
  memories: number
}

/** The first turn of a new day asks for what was logged before. */
export function areLogsDue({ settings, location, clock }: ProjectContext): boolean {
  if (!settings.get('dailyLog.enabled')) return false
  const today = logFileOf(clock.now())
  if (readDreamState(location.state).logsDay === today) return false
  return listLogFiles(location.memory).files.some((file) => file < today)
}

interface DistilOptions {
  /** Today's too. */
  all?: boolean
  signal?: AbortSignal
  /** Where a model's calls are counted; without, rules alone. */
  spend?: () => Spend
  /** A model could not be asked, and rules read the entries. */
  onFallback?(): void
}

/** A log that is cut off in the middle is read again: what is the same is merged. */
export async function distilLogs(
  context: ProjectContext,
  { all = false, signal = new AbortController().signal, ...by }: DistilOptions = {},
): Promise<DistilledLogs> {
  const { location, clock } = context
  const today = logFileOf(clock.now())
  const files = listLogFiles(location.memory).files.filter((file) => isLogFile(file) && (all || file < today))
  const distilled = { entries: 0, memories: 0 }
  const extractor = await extractorFor(context, by)
  for (const file of files) {
    const entries = logEntries(readMemoryText(location.memory, file) ?? '')
    const done = readDreamState(location.state).logs[file] ?? 0
    if (entries.length <= done) continue
    const messages = entries.map((entry) => asMessage(file, entry))
    const statements = await statementsOf(context, extractor, {
      ...{ messages: messages.slice(done), before: messages.slice(Math.max(0, done - BEFORE), done) },
      signal,
    })
    distilled.entries += entries.length - done
    distilled.memories += await addAll(context, statements, { file, messages, signal })
    await updateDreamState(location.state, (now) => ({
      ...now,
      logs: { ...now.logs, [file]: entries.length },
    }))
  }
  if (files.length > 0) await updateDreamState(location.state, (now) => ({ ...now, logsDay: today }))
  return distilled
}

/** What an entry may refer to. */
const BEFORE = 4

const RULES: Extractor = {
  name: 'rules',
  propose: async ({ messages }) => messages.flatMap((message) => proposeByRules(message)),
}

async function extractorFor(
  { settings, env }: ProjectContext,
  { spend, onFallback }: Pick<DistilOptions, 'spend' | 'onFallback'>,
): Promise<Extractor> {
  if (!spend || !settings.get('extraction.byModel')) return RULES
  const [{ backgroundModel }, { structuredExtractor }] = await Promise.all([
    import('../../models/conversation-models.ts'),
    import('./structured-extractor.ts'),
  ])
  const model = backgroundModel(settings, env)
  if (!model) return RULES
  return preferModel(structuredExtractor(spend().meter(model, 'dream'), RULES), RULES, () => onFallback?.())
}

interface NewEntries {
  readonly messages: readonly SaidMessage[]
  readonly before: readonly SaidMessage[]
  readonly signal: AbortSignal
}

/** Those that rest on the words of an entry, without secrets, in the language of the entry. */
async function statementsOf(
  { store, clock }: ProjectContext,
  extractor: Extractor,
  { messages, before, signal }: NewEntries,
): Promise<Statement[]> {
  const proposals = await extractor.propose({
    ...{ conversation: '', messages, before, now: clock.now(), signal },
    manifest: () => store.list().map(({ id, name, description, type }) => ({ id, name, description, type })),
  })
  const redact = await loadRedactor('agent')
  const context = {
    ...{ messages, said: messages, others: [], injected: [], proves: provesQuotation },
    secretsIn: (text: string) => redact(text).rules,
  }
  return proposals.flatMap((proposal) => {
    const checked = checkProposal(proposal, context)
    return checked.outcome === 'dropped' || checked.outcome === 'quarantine' ? [] : [checked.statement]
  })
}

/** An agent chose the lines to be remembered: both tiers count, and what they say is an agent's. */
async function addAll(
  { records, clock }: ProjectContext,
  statements: readonly Statement[],
  { file, messages, signal }: { file: string; messages: readonly SaidMessage[]; signal: AbortSignal },
): Promise<number> {
  const conversation = `log-${dayOf(file)}`
  const known = await records()
  let count = 0
  for (const {
    content,
    message,
    type,
    kind,
    category,
    tags,
    importance,
    expires,
    when,
    on,
    ...found
  } of statements) {
    signal.throwIfAborted()
    const entry = messages.find(({ id }) => id === message)?.text ?? found.quote
    const { status } = await known.add(
      {
        ...{ content, type, kind, category, importance, expires, when, on },
        ...(tags && { tags: [...tags] }),
        // Only a model's are more or less sure: rules do not know.
        ...(found.reason === 'model' && { confidence: found.confidence }),
        evidence: entry.slice(0, EVIDENCE_LENGTH),
        // Known since it was logged: its age and its "tomorrow" count from there.
        created: isoSeconds(new Date(Math.min(Date.parse(found.time), clock.now().getTime()))),
        source: { origin: 'agent', conversation, message },
      },
      { actor: 'memdir', conversation },
      { extracted: found.reason === 'model' },
    )
    if (status === 'added' || status === 'merged') count++
  }
  return count
}

function asMessage(file: string, entry: LogEntry): SaidMessage {
  const time = timeOfEntry(file, entry)
  return { id: `${file}#${entry.number}`, role: 'user', text: entry.text, time: time.toISOString() }
}

function dayOf(file: string): string {
  return file.slice(-13, -3)
}
