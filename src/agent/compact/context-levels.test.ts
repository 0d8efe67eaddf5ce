import { describe, expect, it } from 'vitest'
import type { SessionNotes } from '../../learn/session-notes.ts'
import { type Block, text } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { withoutThinking } from './bound-thinking.ts'
import { compactByNotes, cutNotes, isColdCompactionDue, tailStart } from './by-notes.ts'
import { chooseSpans, commitSpan, mustCommit, spanMessages, stage } from './collapse.ts'
import { compacted } from './compacted.ts'
import { type ContextSettings, DEFAULT_SETTINGS, type TailLimits } from './context-settings.ts'
import { NEW_STATE } from './context-state.ts'
import { gaugeOf, toNumber } from './gauge.ts'
import { planFull } from './in-full.ts'
import { keptWords } from './kept-words.ts'
import { contextEditOf, micro } from './micro.ts'
import { attachFacts, extractFacts, missingFacts } from './must-survive.ts'
import { prepare } from './prepare.ts'
import { restore, restoredText } from './restoration.ts'
import { sumBytes } from './sizes.ts'
import { snip } from './snip.ts'
import { stripMedia } from './strip-media.ts'
import { tokenState } from './token-state.ts'
import { recordWork } from './work-record.ts'

const START = Date.parse('2026-11-01T08:00:00Z')
const MINUTE = 60_000

function conversation() {
  const messages: TranscriptMessage[] = []
  let minute = 0
  const add = (role: 'user' | 'assistant', content: Block[], more: Partial<TranscriptMessage> = {}) => {
    messages.push({
      id: `m${messages.length}`,
      parent: messages.at(-1)?.id ?? null,
      role,
      time: new Date(START + minute++ * 1_000).toISOString(),
      content,
      ...more,
    })
    return built
  }
  const built = {
    messages,
    ask: (words: string) => add('user', [text(words)]),
    say: (words: string, more: Partial<TranscriptMessage> = {}) => add('assistant', [text(words)], more),
    call: (tool: string, input: object, result: string, more: Partial<TranscriptMessage> = {}) => {
      const id = `toolu_${messages.length}`
      add('assistant', [{ type: 'tool_use', id, name: tool, inputJson: JSON.stringify(input) }], more)
      return add('user', [{ type: 'tool_result', toolUseId: id, content: [text(result)] }])
    },
    add,
  }
  return built
}

function settings(more: Partial<ContextSettings> = {}): ContextSettings {
  return { ...DEFAULT_SETTINGS, ...more }
}

const input = (messages: readonly TranscriptMessage[], more: Partial<ContextSettings> = {}, now = START) => ({
  messages,
  state: NEW_STATE,
  settings: settings(more),
  now,
})

const filler = (tokens: number) => 'z'.repeat(tokens * 3)
const usage = (tokens: number, hour = 0) => ({
  usage: { input: 0, output: 0, cacheRead: tokens, cacheCreated: 10, cacheCreatedHour: hour },
})

describe('token state', () => {
  it('has the numbers of a window of 200,000', () => {
    expect(tokenState(0, settings(), 'measured')).toMatchObject({
      ...{ effective: 180_000, auto: 167_000, warning: 147_000, blocking: 197_000 },
      ...{ stage: 162_000, commit: 171_000, percentLeft: 100, level: 'fine' },
    })
    const levels = [147_000, 147_001, 167_001, 197_001].map(
      (used) => tokenState(used, settings(), 'measured').level,
    )
    expect(levels).toEqual(['fine', 'warning', 'compact', 'blocking'])
    expect(tokenState(400_000, settings(), 'measured').percentLeft).toBe(0)
  })

  it('has an absolute threshold for huge windows', () => {
    expect(tokenState(0, settings({ window: 1_000_000 }), 'measured').auto).toBe(250_000)
  })
})

describe('micro', () => {
  const reads = (count: number, tokens: number, more: Partial<TranscriptMessage> = {}) => {
    const built = conversation().ask('look')
    for (let at = 0; at < count; at++) built.call('Read', { file_path: `/f${at}` }, filler(tokens), more)
    return built
  }

  it('leaves a warm prefix alone below 30,000 tokens, and clears all but five above', () => {
    const small = reads(12, 3_500)
    small.say('and')
    expect(micro(input(small.ask('go').messages)).receipt).toBeUndefined()
    // Two more of them may go.
    expect(micro(input(small.messages, { keptResults: 3 })).receipt?.results).toHaveLength(9)
    const large = reads(14, 4_000)
    large.say('and')
    const done = micro(input(large.ask('go').messages))
    expect(done.receipt).toMatchObject({ reason: 'batch', level: 'micro' })
    expect(done.receipt?.results).toHaveLength(9)
    expect(sumBytes(done.messages)).toBeLessThan(75_000)
  })

  it('clears anything once the cache that was really written has expired', () => {
    const built = reads(8, 200, usage(9_000)).say('and', usage(10_000))
    const { messages } = built.ask('go')
    expect(micro(input(messages, {}, START + 4 * MINUTE)).receipt).toBeUndefined()
    expect(micro(input(messages, {}, START + 6 * MINUTE)).receipt?.reason).toBe('cold')
    const hour = reads(8, 200).say('and', usage(10_000, 10)).ask('go').messages
    expect(micro(input(hour, {}, START + 6 * MINUTE)).receipt).toBeUndefined()
    expect(micro(input(hour, {}, START + 62 * MINUTE)).receipt?.reason).toBe('cold')
    const unknown = reads(8, 200).say('and').ask('go').messages
    expect(micro(input(unknown, {}, START + 59 * MINUTE)).receipt).toBeUndefined()
    expect(micro(input(unknown, {}, START + 62 * MINUTE)).receipt?.reason).toBe('cold')
  })

  it('asks the provider for the same results in every later request, and leaves the messages alone', () => {
    const built = reads(14, 4_000)
    built.say('and').ask('go')
    const done = micro(input(built.messages, { providerClears: true }))
    expect(done.messages).toEqual(built.messages)
    expect(contextEditOf(built.messages, done.state, ['Read', 'Agent'], DEFAULT_SETTINGS)).toMatchObject({
      ...{ keep: 5, clearAtLeast: 15_000, excludeTools: ['Agent'] },
    })
    built.call('Read', {}, 'x').call('Grep', {}, 'y')
    expect(contextEditOf(built.messages, done.state, [], DEFAULT_SETTINGS)?.keep).toBe(7)
    const cold = micro({
      ...input(built.messages, { providerClears: true }, START + 90 * MINUTE),
      state: done.state,
    })
    expect(cold.state.providerClearing).toBeUndefined()
    expect(contextEditOf(built.messages, cold.state, [], DEFAULT_SETTINGS)).toBeUndefined()
  })

  it('never clears what the model has not read yet', () => {
    const built = conversation().ask('look')
    const uses = Array.from({ length: 20 }, (_, at) => ({
      type: 'tool_use' as const,
      ...{ id: `t${at}`, name: 'Read', inputJson: '{}' },
    }))
    built.add('assistant', uses)
    built.add(
      'user',
      uses.map(({ id }) => ({ type: 'tool_result', toolUseId: id, content: [text(filler(5_000))] })),
    )
    expect(micro(input(built.messages)).receipt).toBeUndefined()
  })
})

describe('snip', () => {
  it('drops the oldest turns, keeps the words of the person, and says what it freed', () => {
    const built = conversation()
    for (let at = 0; at < 6; at++) built.ask(`question ${at}`).say(filler(1_000))
    const done = snip(input(built.ask('now').messages), 4_500, 'asked')
    expect(done.receipt?.messages).toEqual(['m0', 'm1', 'm2', 'm3'])
    expect(done.messages.slice(1, 4).map(({ id }) => id)).toEqual(['m0', 'm2', 'm4'])
    const gauge = gaugeOf(built.messages, NEW_STATE, settings())
    const freed = gauge.tokens(sumBytes(built.messages) - sumBytes(done.messages))
    expect(done.receipt?.freed).toBe(toNumber(freed))
    expect(done.state.snips[0]?.ids).toEqual(['m0', 'm1', 'm2', 'm3'])
  })

  it('never drops the last answer or what follows', () => {
    const built = conversation().ask('a').say(filler(500)).ask('b')
    expect(snip(input(built.messages), 3_000_000, 'asked').messages.map(({ id }) => id)).toEqual([
      'm0',
      'm1',
      'm2',
    ])
  })

  it('demands a gain: the words of the person come back, and breaking the prefix has a price', () => {
    const built = conversation()
    for (let at = 0; at < 6; at++) built.ask(filler(3_300)).say('z'.repeat(600))
    const given = input(built.ask('now').messages, { window: 20_000 })
    for (const done of [snip(given, 20_000, 'asked'), prepare({ ...given, canSummarise: false })])
      expect(done.state.snips).toEqual([])
    expect(prepare({ ...given, canSummarise: false })).toMatchObject({ receipts: [], next: 'blocked' })
    // What is dropped now is worth it to the person who asks for it, and not by itself.
    const small = conversation().ask('a').say(filler(1_000)).ask('b').say(filler(60_000)).ask('c')
    expect(snip(input(small.messages), 3_000, 'asked').receipt?.freed).toBeGreaterThan(1_000)
    expect(snip(input(small.messages), 3_000, 'unsummarised').receipt).toBeUndefined()
  })

  it('acts by itself only where nothing can summarise', () => {
    const built = conversation()
    for (let at = 0; at < 9; at++) built.ask(`q${at}`).say(filler(20_000), usage(20_000 * (at + 1)))
    const given = input(built.ask('now').messages)
    expect(prepare({ ...given, canSummarise: true }).next).toBe('compact')
    const alone = prepare({ ...given, canSummarise: false })
    expect(alone.next).toBeUndefined()
    expect(alone.receipts).toMatchObject([{ level: 'snip', reason: 'unsummarised' }])
    const open = { ...NEW_STATE, failures: 3 }
    expect(prepare({ ...given, state: open, canSummarise: true }).receipts).toMatchObject([{ level: 'snip' }])
    const reactive = { ...given, settings: settings({ mode: 'reactive' }), canSummarise: true }
    expect(prepare(reactive).next).toBeUndefined()
  })
})

describe('collapse', () => {
  const long = (tokens: number) => {
    const built = conversation()
    for (let at = 0; at < 20; at++) built.ask(`q${at}`).say(filler(tokens), usage((at + 1) * tokens))
    return built.ask('now').messages
  }

  it('stages whole exchanges at 90 %, oldest first, joined up to 30,000, never the last three', () => {
    const messages = long(8_200)
    const staged = stage(input(messages))
    expect(staged.messages).toEqual(messages)
    const spans = staged.state.staged
    expect(spans[0]).toMatchObject({ first: 'm0', last: 'm5' })
    const gauge = gaugeOf(messages, NEW_STATE, settings())
    const sizes = spans.map((span) => toNumber(gauge.tokens(sumBytes(spanMessages(messages, span)))))
    expect(sizes.every((tokens) => tokens >= 2_000 && tokens <= 30_000)).toBe(true)
    expect(chooseSpans(messages, NEW_STATE, gauge, 1e9).at(-1)?.last).toBe('m35')
    expect(mustCommit({ ...input(messages), state: staged.state })).toBe(false)
    const fuller = long(8_700)
    expect(mustCommit({ ...input(fuller), state: stage(input(fuller)).state })).toBe(true)
    expect(stage(input(long(7_900))).state.staged).toEqual([])
  })

  it('commits append-only: the view has the summary, the history is unchanged', () => {
    const messages = long(8_700)
    const state = stage(input(messages)).state
    const span = state.staged[0]
    if (!span) throw new Error('nothing staged')
    const done = commitSpan({ ...input(messages), state }, span, 'In short.', 'threshold')
    expect(done.state.commits).toHaveLength(1)
    expect(done.messages[0]?.meta).toBe('summary')
    expect(done.messages.slice(1, 4).map(({ id }) => id)).toEqual(['m0', 'm2', 'm4'])
    expect(done.receipt?.messages).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5'])
    const longer = commitSpan({ ...input(messages), state }, span, filler(40_000), 'threshold')
    expect(longer.state.commits).toEqual([])
  })
})

describe('compaction', () => {
  const notes = (id: string, words = '# State\nGoing on.'): SessionNotes => ({
    ...{ text: words, isTemplate: false, lastSummarizedMessageId: id },
  })
  const work = () => {
    const built = conversation().ask('Always use tabs. The ticket is DEV-4711.')
    for (let at = 0; at < 30; at++) built.call('Read', { file_path: `/src/f${at}.ts` }, filler(4_000))
    built.say('We decided to use port 8431.', usage(125_000))
    return built.ask('now the rest')
  }

  it('by notes: notes and a tail of whole calls', () => {
    const { messages } = work()
    const done = compactByNotes(input(messages), messages, notes('m60'), { reason: 'threshold' })
    if (done.status !== 'compacted') throw new Error(done.why)
    expect(done.messages[0]?.meta).toBe('summary')
    const first = JSON.stringify(done.messages[0])
    expect(first).toContain('Going on.')
    expect(first).toContain('/src/f3.ts')
    expect(first).toContain('not a task')
    expect(done.messages[1]).toBe(messages[0])
    expect(done.receipt.after).toBeLessThan(0.45 * 200_000)
    const { tail } = DEFAULT_SETTINGS
    const tailFrom = (more: Partial<TailLimits> = {}) =>
      tailStart(messages, messages.length, { ...tail, ...more }, gaugeOf(messages, NEW_STATE, settings()))
    expect(tailFrom()).toBeLessThan(messages.length - 4)
    expect(tailFrom({ texts: 1, least: 30_000 })).toBeLessThan(tailFrom({ texts: 1 }))
    expect(tailFrom({ most: 9_000 })).toBeGreaterThan(tailFrom())
    expect(tailFrom({ texts: 1 })).toBeGreaterThan(tailFrom())
    expect(tailFrom({ least: 0, texts: 1 })).toBe(messages.length - 1)
  })

  it('by notes is not possible without notes, with the template, a lost cursor or no room', () => {
    const { messages } = work()
    const why = (given: SessionNotes | undefined, more: Partial<ContextSettings> = {}) => {
      const done = compactByNotes(input(messages, more), messages, given, { reason: 'threshold' })
      return done.status === 'impossible' ? done.why : 'possible'
    }
    expect(why(undefined)).toBe('missing')
    expect(why({ ...notes('m3'), isTemplate: true })).toBe('template')
    expect(why(notes('gone'))).toBe('cursor')
    expect(why(notes('m0'))).toBe('useless')
    expect(why(notes('m30'), { window: 60_000 })).toBe('too_large')
  })

  it('cuts notes by section and in all', () => {
    const sections = Array.from({ length: 10 }, (_, at) => `# S${at}\n${filler(3_000)}\n`).join('')
    expect(cutNotes(sections).length).toBeLessThan(12_100 * 3)
    expect(cutNotes(`# A\n${filler(3_000)}\n# B\nshort`)).toContain('# B\nshort')
  })

  it('is due while the cache is cold, over 80,000 tokens, with fresh notes', () => {
    const { messages } = work()
    const cold = input(messages, {}, START + 10 * MINUTE)
    expect(isColdCompactionDue(cold, messages, notes('m60'))).toBe(true)
    expect(isColdCompactionDue(input(messages), messages, notes('m60'))).toBe(false)
    expect(isColdCompactionDue(cold, messages, undefined)).toBe(false)
    expect(isColdCompactionDue(cold, messages, notes('m2'))).toBe(false)
    const off = { ...cold, settings: settings({ cold: false }) }
    expect(isColdCompactionDue(off, messages, notes('m60'))).toBe(false)
  })

  it('demands a tenth, and keeps what rules found and the summary lost', () => {
    const { messages } = work()
    const full = { level: 'full', reason: 'threshold', dropped: messages, tail: [] } as const
    const done = compacted(input(messages), messages, { ...full, summary: 'Port 8431 it is.' })
    if (done.status !== 'compacted') throw new Error('useless')
    const words = JSON.stringify(done.messages)
    for (const fact of ['We decided to use port 8431', 'DEV-4711', 'Always use tabs'])
      expect(words).toContain(fact)
    expect(done.state.facts.map(({ kind }) => kind)).toContain('instruction')
    const useless = compacted(input(messages), messages, { ...full, summary: filler(120_000) })
    expect(useless.status).toBe('useless')
  })

  it('gives the summariser only what fits, and keeps the rest behind the summary', () => {
    const built = conversation()
    for (let at = 0; at < 10; at++) built.ask(`q${at}`).say(filler(10_000))
    const whole = planFull(built.messages, 600_000)
    expect(whole).toMatchObject({ upTo: 20, windowed: false })
    expect(planFull(built.messages, 90_000)).toMatchObject({ upTo: 20, windowed: true })
    const peeled = planFull(built.messages, 30_000)
    expect(peeled.upTo).toBe(8)
    expect(sumBytes(peeled.read)).toBeLessThanOrEqual(30_000)
    const tiny = planFull(built.messages, 1_500)
    expect(sumBytes(tiny.read)).toBeLessThanOrEqual(1_500)
  })
})

describe('must-survive', () => {
  it('finds each kind in English and Chinese, and what a text lacks of them', () => {
    const { messages } = conversation()
      .ask('Never push to main. 部署前必须先备份。 See https://ci.example.com/run/77 and DEV-12.')
      .say('We decided on sqlite because of size. TODO: rename the flag. The cache approach did not work.')
      .call('Bash', { command: 'cd /srv && npm run deploy -- --env prod' }, 'ok')
      .call('Bash', { command: 'git status' }, 'clean')
      .call('Edit', { file_path: '/srv/app/config.ts' }, 'done')
    const facts = extractFacts(messages)
    const of = (kind: string) => facts.filter((fact) => fact.kind === kind).map(({ text }) => text)
    expect(of('instruction')).toEqual(['Never push to main.', '部署前必须先备份。'])
    expect(of('decision')).toEqual(['We decided on sqlite because of size.'])
    expect(of('todo')).toEqual(['TODO: rename the flag.'])
    expect(of('failure')).toEqual(['The cache approach did not work.'])
    expect(of('command')).toEqual(['npm run deploy -- --env prod'])
    expect(of('path')).toEqual(['/srv/app/config.ts'])
    expect(facts.filter(({ kind }) => kind === 'identifier').map(({ key }) => key)).toEqual([
      ...['https://ci.example.com/run/77', 'DEV-12'],
    ])
    const missing = missingFacts(facts, 'never push to MAIN.  DEV-12')
    expect(missing.map(({ kind }) => kind)).not.toContain('instructions')
    expect(missing.some(({ key }) => key === 'DEV-12')).toBe(false)
    expect(attachFacts(missing, 20).leftOut).toBeGreaterThan(0)
  })

  it('knows commands and files as other agents write them', () => {
    const { messages } = conversation()
      .ask('go')
      .call('exec_command', { cmd: 'npm run one -- --a' }, 'ok')
      .call('shell', { command: ['bash', '-lc', 'npm run two -- --b'] }, 'ok')
      .call('shell', { command: ['npm', 'run', 'three'] }, 'ok')
      .call('edit', { filePath: '/srv/app/four.ts' }, 'done')
    const facts = extractFacts(messages).map(({ text }) => text)
    for (const kept of ['npm run one -- --a', 'npm run two -- --b', 'npm run three', '/srv/app/four.ts'])
      expect(facts).toContain(kept)
    expect(recordWork(messages).files).toMatchObject([{ path: '/srv/app/four.ts', changed: true }])
  })
})

describe('the words of the person', () => {
  it('are kept newest first; one that does not fit keeps its end, the latest is whole at any size', () => {
    const { messages } = conversation()
      .ask(`${filler(15_000)} old end`)
      .say('ok')
      .ask(filler(10_000))
      .say('ok')
      .ask('short')
    const kept = keptWords(messages)
    expect(kept.map(({ id }) => id)).toEqual(['m0+end', 'm2', 'm4'])
    expect(JSON.stringify(kept[0])).toMatch(/was cut to save space.*old end/)
    expect(sumBytes(kept)).toBeLessThan(60_300)
    const giant = conversation().ask('early').say('ok').ask(filler(50_000)).messages
    expect(keptWords(giant, { latestStays: true })).toEqual([giant[2]])
    expect(keptWords(giant).map(({ id }) => id)).toEqual(['m2+end'])
    const mixed = conversation()
    const result: Block = { type: 'tool_result', toolUseId: 't', content: [text('x')] }
    mixed.add('user', [result, text('and mine')])
    expect(keptWords(mixed.messages).map(({ content }) => content)).toEqual([[text('and mine')]])
    const chinese = conversation().ask('好'.repeat(30_000)).messages
    expect(JSON.stringify(keptWords(chinese))).not.toContain('\uFFFD')
  })
})

describe('restoration', () => {
  const { messages } = conversation()
    .call('Read', { file_path: '/a' }, 'old a')
    .call('Edit', { file_path: '/b' }, 'ok')
    .call('Skill', { skill: 'deploy', arguments: 'prod' }, 'text')
    .call(
      'TodoWrite',
      {
        todos: [
          { content: 'x', status: 'completed' },
          { content: 'y', status: 'pending' },
        ],
      },
      'ok',
    )
    .call('ExitPlanMode', { plan: '1. do it' }, 'ok')
    .call('Agent', { name: 'scout', prompt: 'look', run_in_background: true }, 'runs in the background')

  it('knows files, skills, plan, tasks and agents, across compactions', () => {
    const work = recordWork(
      messages,
      recordWork(conversation().call('Read', { file_path: '/old' }, 'x').messages),
    )
    expect(work.files.map(({ path, changed }) => [path, changed])).toEqual([
      ['/b', true],
      ['/a', false],
      ['/old', false],
    ])
    expect(work.skills).toEqual([{ name: 'deploy', arguments: 'prod' }])
    expect(work.plan).toBe('1. do it')
    expect(work.tasks).toHaveLength(2)
    expect(work.agents).toMatchObject([{ name: 'scout' }])
  })

  it('gives back within the limits', async () => {
    const built = conversation()
    for (let at = 0; at < 9; at++) built.call('Read', { file_path: `/f${at}` }, 'x')
    for (let at = 0; at < 9; at++) built.call('Skill', { skill: `s${at}` }, 'x')
    const work = recordWork(built.messages)
    const restored = await restore(work, { file: () => filler(9_000), skill: () => filler(9_000) })
    expect(restored.files.map(({ path }) => path)).toEqual(['/f8', '/f7', '/f6', '/f5', '/f4'])
    expect(restored.files[0]).toMatchObject({ cut: true })
    expect(restored.files[0]?.text.length).toBe(15_000)
    expect(restored.skills).toHaveLength(5)
    const words = restoredText(recordWork(messages), { files: [], skills: [], plan: '1. do it' })
    expect(words).toContain('> [pending] y')
    expect(words).toContain('1 done')
    expect(words).toContain('scout')
  })
})

describe('thinking and media', () => {
  it('strips what was thought before an edit, and keeps what came after it', () => {
    const thought = { type: 'thinking' as const, text: 'hm', signature: 's' }
    const built = conversation().ask('look')
    built.add('assistant', [thought, text('early')])
    for (let at = 0; at < 14; at++) built.call('Read', {}, filler(4_000))
    built.add('assistant', [thought, text('late')]).ask('go')
    const bind = { bindsThinking: true }
    const done = prepare({ ...input(built.messages, bind), canSummarise: true })
    const has = (id: string) => done.messages.find((m) => m.id === id)?.content.includes(thought)
    expect(has('m1')).toBe(true)
    const late = built.messages.at(-2)?.id ?? ''
    expect(has(late)).toBe(false)
    built.add('assistant', [thought, text('new')]).ask('on')
    const next = prepare({ ...input(built.messages, bind), state: done.state, canSummarise: true })
    expect(next.messages.at(-2)?.content).toContain(thought)
    expect(next.messages.slice(0, done.messages.length)).toEqual(done.messages)
    const bare: TranscriptMessage = { ...(built.messages[0] as TranscriptMessage), role: 'assistant' }
    expect(withoutThinking({ ...bare, content: [thought] }).content).toEqual([])
  })

  it('takes out media that are too large, else all of them', () => {
    const media = (size: number): Block => ({ type: 'media', mediaType: 'image/png', data: 'A'.repeat(size) })
    const built = conversation()
    built.add('user', [text('see'), media(100)]).say('ok')
    built.add('user', [text('and'), media(8_000_000)])
    const first = stripMedia(input(built.messages))
    expect(first.state.withoutMedia).toEqual(['m2'])
    const second = stripMedia({ ...input(built.messages), state: first.state })
    expect(second.state.withoutMedia).toEqual(['m2', 'm0'])
    expect(second.receipt).toMatchObject({ level: 'media', messages: ['m0'] })
  })
})
