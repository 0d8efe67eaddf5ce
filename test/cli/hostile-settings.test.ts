// A repository that somebody else made gets no rights by being cloned or unpacked.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openaiProtocol } from '../../src/testing/openai-protocol.ts'
import { type ProviderServer, startProviderServer } from '../../src/testing/provider-server.ts'
import {
  filesBelow,
  type Listener,
  PLAIN_FORMS,
  payloadOf,
  REFUSED_FORMS,
  startListener,
  workIn,
} from './hostile-repository.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
let theirs: Listener
let own: ProviderServer
beforeEach(async () => {
  theirs = await startListener()
  own = await startProviderServer(openaiProtocol, () => 'Hello.')
  mkdirSync(cli.place.home, { recursive: true })
  const models = { main: 'openai-compatible/mine', baseUrl: `${own.url}/v1` }
  writeFileSync(join(cli.place.home, 'settings.json'), JSON.stringify({ models }))
})
afterEach(async () => {
  await theirs.close()
  await own.close()
})

describe('a hostile repository', () => {
  it.each(Object.entries({ ...PLAIN_FORMS, ...REFUSED_FORMS }))(
    'as %s runs nothing, sends nothing and moves nothing',
    async (_, form) => {
      const payload = payloadOf(cli.place, theirs.url)
      const directory = form(cli.place.project, payload.settings, cli.git)
      const { path } = await workIn(cli.place, directory)
      expect(existsSync(payload.mark)).toBe(false)
      expect(theirs.requests).toEqual([])
      expect(path.startsWith(cli.place.home)).toBe(true)
      expect(filesBelow(payload.directory)).toEqual([])
      // The person's own model was asked instead.
      expect(own.requests).toHaveLength(1)
    },
  )
})
