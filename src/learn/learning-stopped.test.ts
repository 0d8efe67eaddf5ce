// When a cap ends learning by the model: told to one caller a day, with how to go on.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { openContext } from '../connect/open-context.ts'
import { projectLedger } from '../models/open-spend.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { learningLimit, learningNews, learningStopped } from './learning-stopped.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

const now = new Date('2026-11-18T22:30:00Z')

function open(settings: object): ProjectContext {
  mkdirSync(place.home, { recursive: true })
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify(settings))
  return openContext({ directory: place.project, env: place.env, clock: { now: () => now } })
}

const MODELS = { models: { main: 'anthropic/claude-sonnet-4-6' } }

function spend(context: ProjectContext, tokens: number) {
  projectLedger(context).record({
    ...{ purpose: 'notes', project: context.location.identity.name },
    ...{ provider: 'anthropic', model: 'claude-sonnet-4-6' },
    usage: { input: tokens, output: 0, cacheRead: 0, cacheCreated: 0 },
  })
}

it('says when it goes on by itself, and the command that keeps what else is set', () => {
  const context = open({ ...MODELS, spend: { caps: { perDay: { money: 9 }, background: { money: 0.001 } } } })
  expect(learningStopped(context)).toBeUndefined()
  spend(context, 16_700)
  const { message, until } = learningStopped(context)!
  expect(until).toBe('2026-11-19T00:00:00.000Z')
  expect(message.en).toContain('($0.05 of $0.001)')
  expect(message.en).toContain('It goes on at 2026-11-19 00:00 UTC')
  expect(message.zh).toContain(`{"perDay":{"money":9},"background":{"money":0.002}}`)
})

it('is news once a day', () => {
  const context = open(MODELS)
  spend(context, 400_000)
  expect([learningNews(context)?.cap, learningNews(context)]).toEqual(['background', undefined])
  expect(learningStopped(context)?.cap).toBe('background')
})

it('stops nothing where no model learns', () => {
  const context = open({})
  spend(context, 400_000)
  expect(learningStopped(context)).toBeUndefined()
  expect(learningStopped(context, true)?.cap).toBe('background')
  expect(learningLimit(context.settings)).toBeUndefined()
})
