import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { rootsOf } from '../../base/projects/find-project.ts'
import { openProjectAccess } from '../../base/trust/project-access.ts'
import { openEngine } from '../../connect/engine.ts'
import { openContext } from '../../connect/open-context.ts'
import { AgentConversation } from './agent-conversation.ts'
import { MeteredModels } from './metered-models.ts'
import { planConversation } from './plan-conversation.ts'
import { readConversation } from './read-conversation.ts'

it('is put together from its plan without a trace; only with its start others know of it', async () => {
  const place = temporaryHome()
  const models = { main: 'openai-compatible/local', baseUrl: 'http://127.0.0.1:9/v1' }
  mkdirSync(place.home)
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ models, episodes: { enabled: true } }))
  const places = { directory: place.project, env: place.env }
  const context = openContext(places)
  const host = openEngine(places)
  const project = openProjectAccess(place.env, rootsOf(context.location.identity, place.project))
  const metered = new MeteredModels(context)
  const read = await readConversation(context, project, { mode: 'ask' })
  const plan = planConversation({ ...read, model: metered.choose() })
  const files = () => readdirSync(place.root, { recursive: true, encoding: 'utf8' }).sort()
  const before = files()

  const conversation = new AgentConversation(plan, {
    ...{ context, host, project, models: metered },
    redact: (text) => ({ text, rules: [] }),
  })
  expect(files()).toEqual(before)
  expect(conversation.tools).toEqual(expect.arrayContaining(['Read', 'Bash', 'Memory', 'Tasks', 'Agent']))

  await conversation.start()
  expect(
    files()
      .filter((file) => !before.includes(file))
      .join(),
  ).toContain('heard.json')
  await conversation.close()
  await Promise.all([host.close(), context.close()])
  place.remove()
})
