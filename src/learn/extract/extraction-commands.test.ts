// Extraction against small models of it, by random commands: overlap, trailing run and drain of the queue; throttle,
// failures and a lost cursor of the pipeline; turns of the spool that come again. What a model says is what happens.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { type ExtractionOutcome, runExtraction } from '../run-extraction.ts'
import { spoolTurn } from '../spool.ts'
import { drainSpool, readSpool, TURN_ATTEMPTS } from '../worker/drain-spool.ts'
import { openCandidates } from './candidates.ts'
import { openCursors } from './cursors.ts'
import { createExtractionQueue, type ExtractionQueue } from './extraction-queue.ts'
import type { Extractor } from './extractor.ts'
import { openFactOccurrences } from './fact-occurrences.ts'
import { MOST_TRIES, type Occasion } from './plan-extraction.ts'
import type { SaidMessage } from './proposal.ts'

/** What a generated command does: to the model, to the real thing, and what has to be so afterwards. */
function command<M extends object, R>(
  name: string,
  run: (model: M, real: R) => Promise<void>,
  check: (model: Readonly<M>) => boolean = () => true,
): fc.AsyncCommand<M, R> {
  return { check, run, toString: () => name }
}

const settle = () => new Promise((done) => setImmediate(done))

interface QueueModel {
  running?: number
  stashed?: number
  next: number
  /** Each that began, and whether it was a trailing one. */
  began: [number, boolean][]
}

class RealQueue {
  readonly began: [number, boolean][] = []
  end: (() => void) | undefined
  fail: ((error: Error) => void) | undefined
  readonly queue: ExtractionQueue<number> = createExtractionQueue((request, { trailing }) => {
    this.began.push([request, trailing])
    return new Promise<void>((end, fail) => {
      this.end = end
      this.fail = fail
    })
  })
}

const ended = async (model: QueueModel, real: RealQueue, how: (real: RealQueue) => void) => {
  how(real)
  await settle()
  model.running = model.stashed
  model.stashed = undefined
  if (model.running !== undefined) model.began.push([model.running, true])
  expect(real.began).toEqual(model.began)
  expect(real.queue.isRunning).toBe(model.running !== undefined)
}

const QUEUE = [
  fc.constant(
    command<QueueModel, RealQueue>('request', async (model, { queue, began }) => {
      const request = model.next++
      queue.request(request)
      await settle()
      if (model.running === undefined) {
        model.running = request
        model.began.push([request, false])
      } else model.stashed = request
      expect(began).toEqual(model.began)
    }),
  ),
  fc.constant(
    command<QueueModel, RealQueue>(
      'end',
      (model, real) => ended(model, real, ({ end }) => end?.()),
      ({ running }) => running !== undefined,
    ),
  ),
  fc.constant(
    command<QueueModel, RealQueue>(
      'fail',
      (model, real) => ended(model, real, ({ fail }) => fail?.(new Error('no disk'))),
      ({ running }) => running !== undefined,
    ),
  ),
  fc.constant(
    command<QueueModel, RealQueue>('drain', async (model, real) => {
      const drained = real.queue.drain(60_000)
      while (model.running !== undefined) await ended(model, real, ({ end }) => end?.())
      expect(await drained).toBe(true)
    }),
  ),
]

test('overlap: one run at a time, of those that come meanwhile the newest in one trailing run, and a drain waits for both', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(QUEUE, { maxCommands: 40 }), async (commands) => {
      await fc.asyncModelRun(
        () => ({ model: { next: 0, began: [] } as QueueModel, real: new RealQueue() }),
        commands,
      )
    }),
    { numRuns: 100 },
  )
})

interface PipelineModel {
  said: { text: string; isAsked: boolean }[]
  /** So many of them were processed. */
  processed: number
  turns: number
  failures: number
  everyTurns: number
  stored: Set<string>
}

/** Proposes what begins with "remember". */
const REMEMBERS: Extractor = {
  name: 'rules',
  propose: async ({ messages }) =>
    messages.flatMap(({ id, text }) =>
      text.startsWith('remember ')
        ? [{ content: text, quote: text, message: id, tier: 'write' as const, reason: 'remember' as const }]
        : [],
    ),
}

class Pipeline {
  readonly state = temporaryDirectory()
  readonly cursors = openCursors(join(this.state, 'cursors'))
  readonly candidates = openCandidates({ directory: join(this.state, 'candidates') })
  readonly occurrences = openFactOccurrences(join(this.state, 'candidates'))
  readonly said: SaidMessage[] = []
  readonly stored: string[] = []
  readonly everyTurns: number
  failing = false

  constructor(everyTurns: number) {
    this.everyTurns = everyTurns
  }

  say(text: string): void {
    const time = new Date(Date.UTC(2026, 3, 9, 10, 0, this.said.length)).toISOString()
    this.said.push({ id: `m${this.said.length}`, role: 'user', text, time })
  }

  run(occasion: Occasion): Promise<ExtractionOutcome> {
    const { cursors, candidates, occurrences, everyTurns, said } = this
    return runExtraction(
      {
        ...{ cursors, candidates, occurrences, extractor: REMEMBERS, rules: REMEMBERS },
        gates: { enabled: true, memoryOn: true, remote: false },
        settings: { everyTurns, messageInterval: 10, onSessionEnd: true, promotion: true },
        clock: { now: () => new Date('2026-04-10T10:00:00Z') },
        writtenBy: () => undefined,
        injected: () => [],
        manifest: () => [],
        proves: () => false,
        loadSecretScan: async () => () => [],
        store: async ({ content }) => {
          if (this.failing) throw new Error('the disk is full')
          if (this.stored.includes(content)) return { status: 'known' }
          this.stored.push(content)
          return { status: 'saved', id: content, file: `${content}.md`, name: content }
        },
      },
      {
        ...{ conversation: 'c1', occasion, said: [...said], others: [], written: [] },
        signal: new AbortController().signal,
      },
    )
  }
}

/** What a run at this occasion does, by the model. */
function expected(model: PipelineModel, occasion: Occasion, failing: boolean): string {
  const fresh = model.said.slice(model.processed)
  if (fresh.length === 0) return 'nothing-new'
  if (occasion === 'turn' && model.turns + 1 < model.everyTurns) {
    model.turns++
    return 'throttled'
  }
  const advance = () => Object.assign(model, { processed: model.said.length, turns: 0, failures: 0 })
  if (model.failures >= MOST_TRIES) {
    advance()
    return 'given-up'
  }
  const asked = fresh.filter(({ isAsked }) => isAsked)
  if (failing && asked.length > 0) {
    model.failures++
    return 'failed'
  }
  for (const { text } of asked) model.stored.add(text)
  advance()
  return 'done'
}

const happened = (running: Promise<ExtractionOutcome>) =>
  running.then(
    (outcome) => (outcome.status === 'done' ? 'done' : outcome.reason),
    () => 'failed',
  )

const runs = (name: string, occasion: Occasion, failing: boolean) =>
  command<PipelineModel, Pipeline>(name, async (model, real) => {
    real.failing = failing
    expect(await happened(real.run(occasion))).toBe(expected(model, occasion, failing))
    expect([...real.stored].sort()).toEqual([...model.stored].sort())
  })

const says = (name: string, textOf: (n: number) => string, isAsked: boolean) =>
  command<PipelineModel, Pipeline>(name, async (model, real) => {
    const text = textOf(model.said.length)
    model.said.push({ text, isAsked })
    real.say(text)
  })

const PIPELINE = [
  fc.constant(says('ask', (n) => `remember fact ${n}`, true)),
  fc.constant(says('chat', (n) => `how is ${n}?`, false)),
  fc.constant(runs('turn', 'turn', false)),
  fc.constant(runs('turn that fails', 'turn', true)),
  fc.constant(
    command<PipelineModel, Pipeline>('fail until it is given up', async (model, real) => {
      for (let tried = 0; tried <= MOST_TRIES; tried++) await runs('', 'end', true).run(model, real)
    }),
  ),
  fc.constant(runs('trailing', 'trailing', false)),
  fc.constant(runs('compaction', 'compaction', false)),
  fc.constant(runs('end', 'end', false)),
  fc.constant(
    command<PipelineModel, Pipeline>('lose the cursor', async (model, real) => {
      rmSync(join(real.state, 'cursors'), { recursive: true, force: true })
      Object.assign(model, { processed: 0, turns: 0, failures: 0 })
    }),
  ),
]

test('throttle, failures and a lost cursor: each run does what the model says, and stores each once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands(PIPELINE, { maxCommands: 40 }),
      fc.integer({ min: 1, max: 4 }),
      async (commands, everyTurns) => {
        const model = { said: [], processed: 0, turns: 0, failures: 0, everyTurns, stored: new Set<string>() }
        await fc.asyncModelRun(() => ({ model, real: new Pipeline(everyTurns) }), commands)
      },
    ),
    { numRuns: 100 },
  )
})

interface SpoolModel {
  /** By turn: how often it was tried. */
  waiting: Map<string, number>
  handled: Set<string>
  aside: number
  next: number
}

class RealSpool {
  readonly state = temporaryDirectory()
  readonly handled: string[] = []
  drain(isFailing: (turn: string) => boolean) {
    return drainSpool(this.state, ({ conversation = '' }) => {
      if (isFailing(conversation)) throw new Error('no disk')
      this.handled.push(conversation)
    })
  }
}

const drains = (name: string, isFailing: (turn: string) => boolean) =>
  command<SpoolModel, RealSpool>(name, async (model, real) => {
    await real.drain(isFailing)
    for (const [turn, tries] of [...model.waiting]) {
      if (!isFailing(turn)) model.handled.add(turn)
      else if (tries + 1 < TURN_ATTEMPTS) {
        model.waiting.set(turn, tries + 1)
        continue
      } else model.aside++
      model.waiting.delete(turn)
    }
    expect([...new Set(real.handled)].sort()).toEqual([...model.handled].sort())
    const report = readSpool(real.state)
    expect([report.waiting, report.failed.length]).toEqual([model.waiting.size, model.aside])
  })

const SPOOL = [
  fc.constant(
    command<SpoolModel, RealSpool>('a turn ends', async (model, real) => {
      const conversation = `c${model.next++}`
      await spoolTurn(real.state, { agent: 'test', event: 'turn-end', conversation, raw: '{}' })
      model.waiting.set(conversation, 0)
    }),
  ),
  fc.constant(drains('drain', () => false)),
  fc.constant(drains('drain, all fail', () => true)),
  fc.constant(drains('drain, some fail', (turn) => turn.endsWith('1'))),
]

test('the spool: a turn waits until it was handled, and after three failures is kept aside, never lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(SPOOL, { maxCommands: 25 }), async (commands) => {
      const model: SpoolModel = { waiting: new Map(), handled: new Set(), aside: 0, next: 0 }
      await fc.asyncModelRun(() => ({ model, real: new RealSpool() }), commands)
    }),
    { numRuns: 60 },
  )
})
