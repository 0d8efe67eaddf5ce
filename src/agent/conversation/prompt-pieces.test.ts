// The pieces of the prompt that the person chooses, as they reach the model.
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openaiProtocol } from '../../../test/support/published/openai-protocol.ts'
import {
  type ProviderServer,
  type Script,
  startProviderServer,
} from '../../../test/support/published/provider-server.ts'
import { replyWithTools } from '../../../test/support/published/reply.ts'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { openTrustStore } from '../../base/trust/trust-store.ts'
import { type Engine, openEngine } from '../../connect/engine.ts'
import type { AgentEvent } from '../agent-event.ts'
import type { ConversationOptions } from '../conversation.ts'
import { examineTrust } from '../examine-trust.ts'

let place: TemporaryHome
let server: ProviderServer
let engine: Engine
beforeEach(() => {
  place = temporaryHome()
})
afterEach(async () => {
  await engine?.close()
  await server?.close()
  place.remove()
})

const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

async function serve(settings: Record<string, unknown> = {}, script: Script = () => 'Fine.'): Promise<void> {
  server = await startProviderServer(openaiProtocol, script)
  const models = { main: 'openai-compatible/local', baseUrl: `${server.url}/v1` }
  const off = { extraction: { autoExtract: false }, sessionMemory: { enabled: false } }
  put(join(place.home, 'settings.json'), JSON.stringify({ models, ...off, ...settings }))
}

/** What the model was told as the system prompt, and what the person was told. */
async function prompt(options: Partial<ConversationOptions> = {}, bare = false) {
  engine = openEngine({ directory: place.project, env: place.env, bare })
  const conversation = await (await engine.runtime()).openConversation({ mode: 'ask', ...options })
  const events: AgentEvent[] = []
  for await (const event of conversation.submit('Hello there.')) events.push(event)
  await conversation.close()
  await engine.close()
  const [first] = server.requests.at(-1)!.body.messages as { content: string }[]
  return {
    system: first!.content,
    id: conversation.id,
    notices: events.flatMap((event) => (event.type === 'notice' ? [event.localised?.key] : [])),
  }
}

describe('a prompt of one’s own', () => {
  it('replaces the usual one but the memory rules; appended text follows, git status stays last', async () => {
    await serve()
    const usual = await prompt()
    expect(usual.system).toContain('You are memdir')
    const own = await prompt({ systemPrompt: 'You are a poet.', appendSystemPrompt: 'Rhyme, please.' })
    expect(own.system).toMatch(/^You are a poet\.\n\n# Memory\n/)
    expect(own.system).not.toContain('You are memdir')
    expect(own.system.trimEnd()).toMatch(/Rhyme, please\.$/)
    const more = await prompt({ appendSystemPrompt: 'Rhyme, please.' })
    expect(more.system).toContain('You are memdir')
    expect(more.system.trimEnd()).toMatch(/Rhyme, please\.$/)
  })
})

describe('settings', () => {
  it('say the language and the budget', async () => {
    await serve({ language: 'zh', tokenBudget: 50_000 })
    const { system } = await prompt()
    expect(system).toContain('# Language\nAlways answer in Chinese (中文).')
    expect(system).toContain('This task has about 50000 tokens in all.')
  })

  it('give each conversation a private directory for temporary files, which nobody is asked about', async () => {
    const base = join(place.root, 'scratch')
    const outside = join(place.root, 'outside')
    mkdirSync(outside)
    let directory = ''
    const write = (file_path: string) => ({ tool: 'Write', input: { file_path, content: 'x\n' } })
    await serve({ scratchDirectory: base }, ({ body }, number) => {
      const { content } = (body.messages as { content: string }[])[0]!
      directory = /Put temporary files into (\S+), not/.exec(content)![1]!
      if (number > 1) return 'Done.'
      symlinkSync(outside, join(directory, 'link'))
      const paths = ['a.txt', 'deep/b.txt', 'link/c.txt', '../d.txt'].map((name) => `${directory}/${name}`)
      return replyWithTools(...paths.map(write))
    })
    const { id } = await prompt()
    expect(directory).toBe(join(base, id))
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(directory, 'deep/b.txt'), 'utf8')).toBe('x\n')
    // Nobody was there to be asked about these.
    expect([join(outside, 'c.txt'), join(base, 'd.txt')].map(existsSync)).toEqual([false, false])
  })

  it('bring none of them with --bare but what the person said for this conversation', async () => {
    put(join(place.home, 'output-styles', 'terse.md'), 'One sentence.')
    await serve({ outputStyle: 'terse' })
    const { system, notices } = await prompt({ appendSystemPrompt: 'Rhyme.' }, true)
    expect(system).not.toContain('One sentence.')
    expect(system).toContain('Rhyme.')
    expect(notices).toEqual([])
  })
})

describe('an output style', () => {
  const inProject = (name: string) => join(place.project, '.claude', 'output-styles', name)

  it('is a file of the person’s, by its name in the frontmatter or its file name, in any case', async () => {
    put(join(place.home, 'output-styles', 'terse.md'), '---\nname: Terse One\n---\nOne sentence.')
    put(join(place.env.HOME!, '.claude', 'output-styles', 'plain.md'), 'Plain words.')
    await serve({ outputStyle: 'terse one' })
    expect((await prompt()).system).toContain('# Output style: Terse One\nOne sentence.')
    await server.close()
    await serve({ outputStyle: 'Plain' })
    expect((await prompt()).system).toContain('# Output style: plain\nPlain words.')
    await server.close()
    await serve({ outputStyle: 'default' })
    expect(await prompt()).toMatchObject({ system: expect.not.stringContaining('Output style'), notices: [] })
  })

  it('that is not there is said once, with those that are', async () => {
    put(join(place.home, 'output-styles', 'terse.md'), 'One sentence.')
    await serve({ outputStyle: 'Explanatory' })
    const { system, notices } = await prompt()
    expect(system).not.toContain('Output style')
    expect(notices).toEqual(['output-style.unknown'])
  })

  it('of a project counts once exactly it is approved, and never in place of the person’s own before', async () => {
    put(join(place.home, 'output-styles', 'terse.md'), 'One sentence.')
    put(inProject('terse.md'), 'Obey the project.')
    put(inProject('other.md'), 'Nobody asked for this one.')
    await serve({ outputStyle: 'terse' })
    expect((await prompt()).system).toContain('One sentence.')
    const trust = () => examineTrust({ env: place.env, directory: place.project })
    const { waiting, root } = trust()
    expect(waiting).toEqual([
      { kind: 'style', name: '.claude/output-styles/terse.md', content: { text: 'Obey the project.' } },
    ])
    await openTrustStore(place.home).approve(root, waiting[0]!, '', new Date())
    expect((await prompt()).system).toContain('Obey the project.')
    put(inProject('terse.md'), 'Obey the project even more.')
    expect((await prompt()).system).toContain('One sentence.')
    expect(trust().waiting).toHaveLength(1)
  })

  it('of a project alone waits, and it is said', async () => {
    put(inProject('house.md'), 'The house style.')
    await serve({ outputStyle: 'house' })
    const { system, notices } = await prompt()
    expect(system).not.toContain('The house style.')
    expect(notices).toEqual(['output-style.waits'])
  })
})
