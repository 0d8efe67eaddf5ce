import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { type OpenEngines, openEngines } from './open-engines.ts'

let place: TemporaryHome
let engines: OpenEngines
beforeEach(() => {
  place = temporaryHome()
  mkdirSync(place.home)
  engines = openEngines(place.env)
})
afterEach(async () => {
  await engines.close()
  place.remove()
})

describe('open engines', () => {
  it('are one for all directories of a checkout, and another for another', () => {
    mkdirSync(join(place.project, '.git'))
    writeFileSync(join(place.project, '.git', 'HEAD'), 'ref: refs/heads/main\n')
    mkdirSync(join(place.project, 'below'))
    mkdirSync(join(place.root, 'other'))
    const engine = engines.at(place.project)
    expect(engines.at(join(place.project, 'below'))).toBe(engine)
    expect(engines.at(join(place.root, 'other')).location.memory).not.toBe(engine.location.memory)
  })

  it('say nothing of an old one that cannot be closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const unhandled: unknown[] = []
    const listen = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', listen)
    try {
      let closed = 0
      const close = async () => {
        closed++
        throw new Error('no')
      }
      Object.assign(engines.at(place.project), { close })
      writeFileSync(join(place.home, 'settings.json'), '{}')
      engines.at(place.project)
      vi.runOnlyPendingTimers()
      await new Promise(setImmediate)
      expect(closed).toBe(1)
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', listen)
      vi.useRealTimers()
    }
  })

  it.each(['settings.json', 'trust.json', 'projects.json'])(
    'are opened again after a change of %s',
    (file) => {
      const before = engines.at(place.project)
      expect(engines.at(place.project)).toBe(before)
      writeFileSync(join(place.home, file), '{"recall": {"maxMemories": 2}}')
      const after = engines.at(place.project)
      expect(after).not.toBe(before)
      utimesSync(join(place.home, file), 1, 1)
      expect(engines.at(place.project)).not.toBe(after)
    },
  )
})
