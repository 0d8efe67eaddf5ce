// The pipeline against a model of it: messages are said, turns end, runs fail, cursors are lost, logs are compacted,
// turns come twice. What was asked to be remembered is stored once, whatever happened in between.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { verbatim } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import { openCandidates } from './extract/candidates.ts'
import type { Statement } from './extract/check-proposal.ts'
import { openCursors } from './extract/cursors.ts'
import type { Extractor } from './extract/extractor.ts'
import { openFactOccurrences } from './extract/fact-occurrences.ts'
import type { Occasion } from './extract/plan-extraction.ts'
import type { Proposal, SaidMessage } from './extract/proposal.ts'
import { type ExtractionDependencies, runExtraction } from './run-extraction.ts'

/** Proposes what begins with "remember" and, to wait, what begins with "maybe". */
const scripted: Extractor = {
  name: 'rules',
  propose: async ({ messages }) =>
    messages.flatMap(({ id, role, text }): Proposal[] => {
      if (role !== 'user' || !/^(?:remember|maybe) /.test(text)) return []
      const content = text.replace(/^\w+ /, '')
      const asked = text.startsWith('remember')
      return [
        {
          ...{ content, quote: text, message: id },
          tier: asked ? 'write' : 'candidate',
          reason: asked ? 'remember' : 'preference',
        },
      ]
    }),
}

class World {
  failure: ExtractionDependencies['modelFailure']
  readonly cursors = openCursors(temporaryDirectory())
  readonly candidates = openCandidates({ directory: temporaryDirectory() })
  readonly occurrences = openFactOccurrences(temporaryDirectory())
  said: SaidMessage[] = []
  readonly stored: string[] = []
  readonly proposed: string[][] = []
  /** What the agent wrote, and when. */
  written: { time: string; text: string }[] = []
  everyTurns = 1
  /** The store fails after so many more. */
  failAfter = Number.POSITIVE_INFINITY
  extractor: Extractor = scripted
  minute = 0

  get now(): Date {
    return new Date(Date.parse('2026-04-09T10:00:00Z') + this.minute * 60_000)
  }

  say(role: 'user' | 'assistant', text: string): void {
    this.minute++
    this.said.push({ id: `m${this.said.length}-${this.minute}`, role, text, time: this.now.toISOString() })
  }

  deps(): ExtractionDependencies {
    const propose: Extractor['propose'] = async (input) => {
      this.proposed.push(input.messages.map(({ text }) => text))
      return this.extractor.propose(input)
    }
    return {
      cursors: this.cursors,
      candidates: this.candidates,
      occurrences: this.occurrences,
      extractor: { name: 'rules', propose },
      rules: { name: 'rules', propose },
      modelFailure: () => this.failure?.(),
      gates: { enabled: true, memoryOn: true, remote: false },
      settings: { everyTurns: this.everyTurns, messageInterval: 10, onSessionEnd: true, promotion: true },
      clock: { now: () => this.now },
      writtenBy: (_, since) => {
        const texts = this.written.filter(({ time }) => since === undefined || time > since)
        return texts.length === 0 ? undefined : texts.map(({ text }) => text)
      },
      injected: () => [],
      manifest: () => [],
      proves: () => false,
      loadSecretScan: async () => () => [],
      store: async ({ content }: Statement) => {
        if (this.failAfter-- <= 0) throw new Error('the disk is full')
        if (this.stored.includes(content)) return { status: 'known' }
        this.stored.push(content)
        return { status: 'saved', id: content, file: `${content}.md`, name: content }
      },
    }
  }

  run(occasion: Occasion = 'turn', signal = new AbortController().signal) {
    this.minute++
    const { said } = this
    const request = { conversation: 'c1', occasion, said, others: [], written: [], signal }
    return runExtraction(this.deps(), request)
  }
}

describe('a run', () => {
  it('stores what was asked for, keeps what may be worth keeping, and does neither twice', async () => {
    const world = new World()
    world.say('user', 'remember tabs are used')
    world.say('assistant', 'OK.')
    world.say('user', 'maybe short answers')
    expect(await world.run()).toMatchObject({
      status: 'done',
      saved: [{ file: 'tabs are used.md' }],
      candidates: 1,
      messages: 3,
    })
    expect(await world.run()).toMatchObject({ status: 'skipped', reason: 'nothing-new' })
    expect(world.candidates.list().map(({ proposal }) => proposal.content)).toEqual(['short answers'])
  })

  it('of a span in which the agent wrote something leaves only what was asked for and nobody wrote', async () => {
    const world = new World()
    world.say('user', 'remember the staging port is 5433')
    world.say('user', 'remember that releases go out on Tuesdays')
    world.say('user', 'maybe short answers')
    world.written.push({ time: world.now.toISOString(), text: 'Port of staging\nThe staging port: 5433' })
    expect(await world.run()).toMatchObject({
      saved: [{ name: 'that releases go out on Tuesdays' }],
      candidates: 0,
    })
    expect(world.stored).toEqual(['that releases go out on Tuesdays'])
    world.say('user', 'maybe long answers')
    expect(await world.run()).toMatchObject({ candidates: 1 })
  })

  it('that fails leaves the messages for the next, three times; then they are passed over and it is said', async () => {
    const world = new World()
    world.say('user', 'remember tabs are used')
    world.extractor = { name: 'rules', propose: () => Promise.reject(new Error('no')) }
    for (let i = 0; i < 3; i++) await expect(world.run()).rejects.toThrow('no')
    expect(await world.run()).toMatchObject({ status: 'skipped', reason: 'given-up', messages: 1 })
    world.extractor = scripted
    world.say('user', 'remember spaces are used')
    await world.run()
    expect(world.stored).toEqual(['spaces are used'])
  })

  it('that was aborted, or whose provider is down, does not count as tried', async () => {
    const world = new World()
    world.say('user', 'remember tabs are used')
    const down = new MemdirError('unavailable', verbatim('down'))
    world.extractor = { name: 'rules', propose: () => Promise.reject(down) }
    for (let i = 0; i < 5; i++) await expect(world.run()).rejects.toThrow('down')
    const ended = AbortSignal.abort()
    world.extractor = { name: 'rules', propose: () => Promise.reject(new Error('aborted')) }
    for (let i = 0; i < 5; i++) await expect(world.run('turn', ended)).rejects.toThrow('aborted')
    world.extractor = scripted
    await world.run()
    expect(world.stored).toEqual(['tabs are used'])
  })

  it('promotes a candidate that the person has said in three conversations on two days', async () => {
    const world = new World()
    const ask = async (conversation: string, time: string) => {
      const said = [{ id: `${conversation}-1`, role: 'user' as const, text: 'maybe short answers', time }]
      const signal = new AbortController().signal
      const request = { conversation, occasion: 'turn' as const, said, others: [], written: [], signal }
      return runExtraction(world.deps(), request)
    }
    expect(await ask('a', '2026-04-01T10:00:00Z')).toMatchObject({ candidates: 1, saved: [] })
    expect(await ask('b', '2026-04-01T11:00:00Z')).toMatchObject({ candidates: 1, saved: [] })
    expect(await ask('c', '2026-04-02T10:00:00Z')).toMatchObject({
      promoted: 1,
      saved: [{ name: 'short answers' }],
    })
    expect([world.candidates.list(), world.stored]).toEqual([[], ['short answers']])
    // What became a memory is not asked about again.
    expect(await ask('d', '2026-04-03T10:00:00Z')).toMatchObject({ candidates: 0 })
  })

  it('makes a memory of a command that the person names in three conversations on two days', async () => {
    const world = new World()
    const ask = async (conversation: string, time: string) => {
      const text = 'the build fails, please run mise run build:all and fix it'
      const said = [{ id: `${conversation}-1`, role: 'user' as const, text, time }]
      const signal = new AbortController().signal
      const request = { conversation, occasion: 'turn' as const, said, others: [], written: [], signal }
      return runExtraction(world.deps(), request)
    }
    await ask('a', '2026-04-01T10:00:00Z')
    await ask('a', '2026-04-01T12:00:00Z')
    await ask('b', '2026-04-01T11:00:00Z')
    expect(world.stored).toEqual([])
    await ask('c', '2026-04-02T10:00:00Z')
    expect(world.stored).toEqual([expect.stringContaining('mise run build:all')])
    for (const conversation of ['d', 'e', 'f'])
      await ask(conversation, `2026-05-0${conversation === 'd' ? 1 : 2}T10:00:00Z`)
    expect(world.stored).toHaveLength(1)
    expect(world.candidates.list()).toEqual([])
  })

  it('keeps such a command the next time, where the check dropped it or the store filtered it', async () => {
    const world = new World()
    let isFiltered = false
    const ask = async (conversation: string, time: string, token = '') => {
      const text = `the build fails${token}, please run mise run build:all and fix it`
      const said = [{ id: `${conversation}-1`, role: 'user' as const, text, time }]
      const signal = new AbortController().signal
      const request = { conversation, occasion: 'turn' as const, said, others: [], written: [], signal }
      const deps = world.deps()
      return runExtraction(
        {
          ...deps,
          loadSecretScan: async () => (quote) => (quote.includes('hunter2') ? ['password'] : []),
          store: async (one, where) => (isFiltered ? { status: 'filtered' } : deps.store(one, where)),
        },
        request,
      )
    }
    await ask('a', '2026-04-01T10:00:00Z')
    await ask('b', '2026-04-01T11:00:00Z')
    // Not even this much is learnt from a message with a secret in it.
    expect(await ask('c', '2026-04-02T10:00:00Z', ' with hunter2')).toMatchObject({ secrets: ['password'] })
    isFiltered = true
    await ask('d', '2026-04-03T10:00:00Z')
    expect(world.stored).toEqual([])
    isFiltered = false
    await ask('e', '2026-04-04T10:00:00Z')
    expect(world.stored).toEqual([expect.stringContaining('mise run build:all')])
  })
})

describe('a message with a secret in it', () => {
  const secret = 'always use tabs, and the password is hunter2'
  const run = async (world: World, more: Partial<ExtractionDependencies> = {}) =>
    runExtraction(
      {
        ...world.deps(),
        loadSecretScan: async () => (text) => (text.includes('hunter2') ? ['password'] : []),
        ...more,
      },
      {
        ...{ conversation: 'c', occasion: 'turn', said: world.said, others: [], written: [] },
        signal: new AbortController().signal,
      },
    )

  it('is not shown to an extractor, neither now nor as what came before', async () => {
    const world = new World()
    world.say('user', secret)
    expect(await run(world)).toMatchObject({ secrets: ['password'], saved: [], candidates: 0, messages: 1 })
    expect(world.proposed).toEqual([])
    world.say('user', 'remember that')
    let before: readonly SaidMessage[] = []
    const propose: Extractor['propose'] = async (input) => {
      before = input.before
      return []
    }
    // Told once: the second run is about the second message.
    expect(await run(world, { extractor: { name: 'rules', propose } })).toMatchObject({ secrets: [] })
    expect(before).toEqual([])
  })

  it('is known where it was cut out, and leaves the others to be learnt from', async () => {
    const world = new World()
    world.say('user', 'use pnpm')
    world.said.push({
      ...{ id: 'own', role: 'user', text: 'the password is [redacted: password]' },
      ...{ time: world.now.toISOString(), secrets: ['password'] },
    })
    expect(await run(world)).toMatchObject({ secrets: ['password'] })
    expect(world.proposed).toEqual([['use pnpm']])
  })

  it('is left to the rules where a fork has read it', async () => {
    const world = new World()
    world.say('user', 'use pnpm')
    world.say('user', secret)
    const propose: Extractor['propose'] = () => Promise.reject(new Error('was asked'))
    expect(await run(world, { extractor: { name: 'fork', propose } })).toMatchObject({ extractor: 'rules' })
  })
})

type Step = (world: World) => void | Promise<void>

/** What may happen to a conversation. Texts are numbered: each is said once. */
const steps: Record<string, (n: number) => Step> = {
  ask: (n) => (world) => world.say('user', `remember fact number ${n}`),
  chat: (n) => (world) => world.say('user', `how is number ${n}?`),
  answer: (n) => (world) => world.say('assistant', `remember answer ${n}`),
  turn: () => (world) => void0(world.run('turn')),
  again: () => async (world) => {
    await void0(world.run('turn'))
    await void0(world.run('turn'))
  },
  compaction: () => (world) => void0(world.run('compaction')),
  'write again': () => (world) => {
    // A compaction of an agent that logs once more what it keeps.
    world.said.push(...world.said.slice(-3))
  },
  'cut the log': () => async (world) => {
    // One that rewrites its log with what its model sees: everything else was processed before.
    world.failAfter = Number.POSITIVE_INFINITY
    await world.run('end')
    world.said = world.said.slice(-2)
  },
  'lose the cursor': () => (world) => world.cursors.write('c1', { turns: 0, failures: 0 }),
  'fail once': (n) => (world) => {
    world.failAfter = n % 2
  },
  mend: () => (world) => {
    world.failAfter = Number.POSITIVE_INFINITY
  },
}
const void0 = (running: Promise<unknown>) =>
  running.then(
    () => undefined,
    () => undefined,
  )

test('whatever happens, what was asked for is stored once, and nothing else is', async () => {
  const names = Object.keys(steps)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 3 }),
      async (script, everyTurns) => {
        const world = new World()
        world.everyTurns = everyTurns
        const asked = new Set<string>()
        let failures = 0
        for (const [n, name] of script.entries()) {
          if (name === 'fail once' && ++failures > 2) continue
          await steps[name]?.(n)(world)
          if (name === 'ask') asked.add(`fact number ${n}`)
          // Three failures in a row give messages up: that is shown elsewhere.
          const { failures: tried, ...cursor } = world.cursors.read('c1')
          if (tried >= 2) world.failAfter = Number.POSITIVE_INFINITY
          if (tried > 2) world.cursors.write('c1', { ...cursor, failures: 2 })
        }
        world.failAfter = Number.POSITIVE_INFINITY
        await world.run('end')
        expect([...world.stored].sort()).toEqual([...asked].sort())
        expect(await world.run('end')).toMatchObject({ status: 'skipped' })
      },
    ),
    { numRuns: 150 },
  )
})

test('a throttle of n runs at every nth turn with something new, and the end takes the rest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12 }), async (n, turns) => {
      const world = new World()
      world.everyTurns = n
      for (let i = 0; i < turns; i++) {
        world.say('user', `remember ${i}`)
        await world.run('turn')
        expect(world.proposed).toHaveLength(Math.floor((i + 1) / n))
      }
      await world.run('end')
      expect(world.stored).toEqual(Array.from({ length: turns }, (_, i) => String(i)))
    }),
    { numRuns: 30 },
  )
})

test('where a model failed, what rules found is stored, and the messages come again: three times', async () => {
  const world = new World()
  world.say('user', 'remember the port is 5433')
  world.failure = () => verbatim('down')
  const request = () => ({
    ...{ conversation: 'c', occasion: 'turn' as const, said: world.said, others: [], written: [] },
    signal: new AbortController().signal,
  })
  const run = () => runExtraction(world.deps(), request())
  expect(await run()).toMatchObject({ extractor: 'rules', failure: { isLast: false } })
  expect(world.cursors.read('c')).toMatchObject({ failures: 1 })
  expect(await run()).toMatchObject({ failure: { isLast: false } })
  expect(await run()).toMatchObject({ failure: { isLast: true, problem: { en: 'down' } } })
  expect(world.proposed).toEqual(Array(3).fill(['remember the port is 5433']))
  expect(await run()).toMatchObject({ status: 'skipped', reason: 'nothing-new' })
})
