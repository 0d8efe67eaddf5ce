// The AI SDK itself, against a model on loopback: what the model is sent is compared byte for byte.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { generateText, type ModelMessage, streamText, wrapLanguageModel } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { readShown } from '../../search/shown-record.ts'
import { type Engine, openEngine } from '../engine.ts'
import { handleOf } from '../memdir-handle.ts'
import { memoryMiddleware } from './ai-sdk.ts'

let place: TemporaryHome
let engine: Engine
let server: Server
/** The bodies that the model was sent. */
let sent: string[]
let failing: boolean
beforeEach(async () => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
  await engine.store.add({ content: LIGHTS }, by)
  await engine.store.add({ content: FERRY }, by)
  sent = []
  failing = false
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (!failing) sent.push(body)
      response.writeHead(failing ? 500 : 200).end(`answer ${sent.length}`)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await engine.close()
  place.remove()
})

const by = { actor: 'user' }
const LIGHTS = 'The harbour lights are painted viridian at night'
const FERRY = 'The ferry to the island leaves from the northern pier'
const KEEPER = 'The harbour lights are painted at night by the keeper'
const ASK_LIGHTS = 'how are the harbour lights painted at night?'
const ASK_FERRY = 'from which pier leaves the ferry to the island?'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

function loopbackModel() {
  const { port } = server.address() as AddressInfo
  const ask = async (prompt: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(prompt) })
    if (!answer.ok) throw new Error('the model is away')
    return answer.text()
  }
  const finishReason = { unified: 'stop' as const, raw: undefined }
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => ({
      content: [{ type: 'text', text: await ask(prompt) }],
      ...{ finishReason, usage, warnings: [] },
    }),
    doStream: async ({ prompt }) => {
      const delta = await ask(prompt)
      return {
        stream: new ReadableStream({
          start(stream) {
            stream.enqueue({ type: 'text-start', id: '1' })
            stream.enqueue({ type: 'text-delta', id: '1', delta })
            stream.enqueue({ type: 'text-end', id: '1' })
            stream.enqueue({ type: 'finish', finishReason, usage })
            stream.close()
          },
        }),
      }
    },
  })
}

const user = (content: string): ModelMessage => ({ role: 'user', content })
const assistant = (content: string): ModelMessage => ({ role: 'assistant', content })

/** One request, as a route handler without memory of its own: engine, middleware and model are new. */
async function request(messages: ModelMessage[], conversation: string | undefined = 'c1'): Promise<string> {
  const own = openEngine({ directory: place.project, env: place.env })
  const middleware = memoryMiddleware(handleOf(own), { conversation, deadlineMs: 20_000 })
  const model = wrapLanguageModel({ model: loopbackModel(), middleware })
  const { text } = await generateText({ model, messages, maxRetries: 0 })
  // What counts as shown is noted beside it.
  await new Promise((done) => setImmediate(done))
  await own.close()
  return text
}

/** Answers each message in turn; the conversation as the host keeps it. */
async function converse(typed: readonly string[], history: ModelMessage[] = [], conversation = 'c1') {
  const messages = [...history]
  for (const text of typed) {
    messages.push(user(text))
    messages.push(assistant(await request(messages, conversation)))
  }
  return messages
}

/** Without the bracket at the end every request begins with the one before it. */
function expectPrefixes(bodies: readonly string[]): void {
  for (const [at, body] of bodies.slice(1).entries())
    expect(body.startsWith(`${bodies[at]!.slice(0, -1)},`)).toBe(true)
}

/** How often a memory is attached: its quoted line, not its file's name. */
const count = (text: string, content: string) => text.split(`> ${content}`).length - 1
const attachedFiles = () => {
  const directory = join(engine.location.state, 'attached')
  return existsSync(directory) ? readdirSync(directory).map((name) => join(directory, name)) : []
}

describe('a server that makes a middleware for every request', () => {
  it('sends requests of which each begins with the one before it, and every memory once', async () => {
    await converse([
      'hello there, you',
      ASK_LIGHTS,
      'and what else is there?',
      ASK_FERRY,
      ASK_LIGHTS,
      'thanks, that is all',
    ])
    expect(sent).toHaveLength(6)
    expectPrefixes(sent)
    expect([count(sent[0]!, LIGHTS), count(sent[1]!, LIGHTS)]).toEqual([0, 1])
    expect([count(sent[5]!, LIGHTS), count(sent[5]!, FERRY)]).toEqual([1, 1])
    expect(readShown(engine.location.state, 'c1').shown).toHaveLength(2)
  })

  it('puts back what was sent, whatever became of the memories since', async () => {
    const history = await converse([ASK_LIGHTS])
    const [memory] = engine.store.list().filter(({ content }) => content.includes('viridian'))
    await engine.store.edit(memory!, { content: 'The harbour lights are painted ochre at night' }, by)
    await converse([ASK_FERRY], history)
    expectPrefixes(sent)
    await engine.store.remove(engine.store.find(memory!.id), by)
    await request([...history, user(ASK_FERRY)])
    expect(sent[2]).toBe(sent[1])
  })

  it('attaches nothing later to a message that was looked at: a second request for it is the same', async () => {
    await request([user('when does the lighthouse open its doors?')])
    await engine.store.add({ content: 'The lighthouse opens its doors at seven' }, by)
    const call = { type: 'tool-call' as const, toolCallId: '1', toolName: 'x', input: {} }
    const output = { type: 'text' as const, value: 'y' }
    await request([
      user('when does the lighthouse open its doors?'),
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: '1', toolName: 'x', output }] },
    ])
    expectPrefixes(sent)
    expect(sent[1]).not.toContain('at seven')
  })

  it('streams the same', async () => {
    const history = await converse([ASK_LIGHTS])
    const middleware = memoryMiddleware(handleOf(engine), { conversation: 'c1', deadlineMs: 20_000 })
    const model = wrapLanguageModel({ model: loopbackModel(), middleware })
    const messages = [...history, user(ASK_FERRY)]
    await streamText({ model, messages }).consumeStream()
    await request([...messages, assistant('answer'), user('thanks a lot')])
    expectPrefixes(sent)
    expect([count(sent[2]!, LIGHTS), count(sent[2]!, FERRY)]).toEqual([1, 1])
  })

  it('keeps two conversations at once apart', async () => {
    const both = await Promise.all([
      converse([ASK_LIGHTS, ASK_FERRY, 'thanks for that'], [], 'c1'),
      converse([ASK_FERRY, 'hello again, you', ASK_LIGHTS], [], 'c2'),
    ])
    expect(both.map((one) => one.length)).toEqual([6, 6])
    for (const first of [ASK_LIGHTS, ASK_FERRY]) {
      const own = sent.filter((body) =>
        body.startsWith(`[{"role":"user","content":[{"type":"text","text":"${first}`),
      )
      expect(own).toHaveLength(3)
      expectPrefixes(own)
      expect([count(own[2]!, LIGHTS), count(own[2]!, FERRY)]).toEqual([1, 1])
    }
    expect(attachedFiles()).toHaveLength(2)
  })

  it('without a conversation keeps nothing: each request stands alone', async () => {
    for (const conversation of [undefined, '']) {
      sent = []
      const own = openEngine({ directory: place.project, env: place.env })
      const ask = (messages: ModelMessage[]) => {
        const middleware = memoryMiddleware(handleOf(own), {
          ...(conversation === '' && { conversation }),
          deadlineMs: 20_000,
        })
        return generateText({ model: wrapLanguageModel({ model: loopbackModel(), middleware }), messages })
      }
      await ask([user(ASK_LIGHTS)])
      await ask([user(ASK_LIGHTS), assistant('answer'), user(`${ASK_LIGHTS} again`)])
      await own.close()
      expect(sent.map((body) => count(body, LIGHTS))).toEqual([1, 1])
      expect(sent[1]!.startsWith(`${sent[0]!.slice(0, -1)},`)).toBe(false)
    }
    expect([attachedFiles(), existsSync(join(engine.location.state, 'shown'))]).toEqual([[], false])
  })

  it('attaches nothing after a message that asks to ignore memory, until one takes it back', async () => {
    await converse([
      'Ignore memory in this conversation.',
      ASK_LIGHTS,
      `Use your memory again. ${ASK_LIGHTS}`,
    ])
    expect(sent.map((body) => count(body, LIGHTS))).toEqual([0, 0, 1])
  })

  it('keeps nothing of a request that the model did not take, and counts it as not shown', async () => {
    failing = true
    await expect(request([user(ASK_LIGHTS)])).rejects.toThrow('away')
    expect([attachedFiles(), readShown(engine.location.state, 'c1').shown]).toEqual([[], []])
    failing = false
    await converse([ASK_LIGHTS, 'and now what?'])
    expectPrefixes(sent)
    expect(count(sent[1]!, LIGHTS)).toBe(1)
  })

  it('attaches where nothing can be kept, and nothing while memory is off', async () => {
    mkdirSync(engine.location.state, { recursive: true })
    writeFileSync(join(engine.location.state, 'attached'), 'in the way')
    const middleware = memoryMiddleware(handleOf(engine), { conversation: 'c1', deadlineMs: 20_000 })
    const model = wrapLanguageModel({ model: loopbackModel(), middleware })
    await generateText({ model, messages: [user(ASK_LIGHTS)] })
    await generateText({ model, messages: [user(ASK_LIGHTS), assistant('answer 1'), user(ASK_FERRY)] })
    expectPrefixes(sent)
    expect(count(sent[1]!, LIGHTS)).toBe(1)
    const off = { ...engine, switch: { ...engine.switch, on: false } }
    const model2 = wrapLanguageModel({
      model: loopbackModel(),
      middleware: memoryMiddleware(handleOf(off), { conversation: 'c1' }),
    })
    await generateText({ model: model2, messages: [user(ASK_LIGHTS)] })
    expect(sent[2]).toBe(JSON.stringify([{ role: 'user', content: [{ type: 'text', text: ASK_LIGHTS }] }]))
  })
})

describe('a host that changes the conversation', () => {
  it('cuts off the beginning, or puts a summary there: what is left stays, what went may come again', async () => {
    const history = await converse(['hello there, you', ASK_LIGHTS, ASK_FERRY])
    for (const beginning of [[], [user('A summary of what was said before')]]) {
      sent = []
      const cut = [...beginning, ...history.slice(4)]
      await converse(['so where was I?', ASK_LIGHTS, 'thanks, that is all'], cut)
      expectPrefixes(sent)
      expect(sent.map((body) => count(body, FERRY))).toEqual([1, 1, 1])
      expect(sent.map((body) => count(body, LIGHTS))).toEqual([0, 1, 1])
    }
  })

  it('has an earlier message edited: it is asked anew, and the first version still has its own', async () => {
    const first = await converse([ASK_LIGHTS, ASK_FERRY])
    const before = sent[1]!
    sent = []
    await converse([`${ASK_LIGHTS} And by whom?`, 'thanks, that is all'])
    expectPrefixes(sent)
    expect([count(sent[1]!, LIGHTS), count(sent[1]!, FERRY)]).toEqual([1, 0])
    await request(first.slice(0, 3))
    expect(sent[2]).toBe(before)
  })

  it('sends the same words again and again: each message keeps its own', async () => {
    await converse([ASK_LIGHTS, 'go on please', 'go on please', ASK_FERRY, 'go on please', ASK_LIGHTS])
    expectPrefixes(sent)
    expect([count(sent[5]!, LIGHTS), count(sent[5]!, FERRY)]).toEqual([1, 1])
  })
})

describe('what is kept', () => {
  it('goes with a purge, and what was beside it may come again', async () => {
    await engine.store.add({ content: KEEPER }, by)
    const history = await converse([ASK_LIGHTS])
    expect([count(sent[0]!, LIGHTS), count(sent[0]!, KEEPER)]).toEqual([1, 1])
    const memory = engine.store.list().find(({ content }) => content.includes('viridian'))!
    await engine.purge(memory, by)
    for (const path of attachedFiles()) expect(readFileSync(path, 'utf8')).not.toContain('viridian')
    await converse([ASK_LIGHTS], history)
    expect([count(sent[1]!, LIGHTS), count(sent[1]!, KEEPER)]).toEqual([0, 1])
    // Not with holes in it: the whole text is gone, and the other memory has come with the second message.
    const [first] = JSON.parse(sent[1]!) as { content: unknown[] }[]
    expect(first!.content).toHaveLength(1)
  })

  it('goes with the purge of a memory that holds everywhere', async () => {
    const everywhere = openEngine({ directory: place.project, env: place.env, at: 'everywhere' })
    const { memory } = await everywhere.store.add({ content: 'The tide bell rings twice in fog' }, by)
    await request([user('how often rings the tide bell in fog?')])
    expect(sent[0]).toContain('rings twice')
    await everywhere.purge(memory, by)
    await everywhere.close()
    for (const path of attachedFiles()) expect(readFileSync(path, 'utf8')).not.toContain('rings twice')
  })

  it('has no secret, and no word of what was typed', async () => {
    const key = `ghp_${'Ab3dE6gH9jK2mN5pQ8sT1vW4xY7zB0cD3fG6'}`
    mkdirSync(engine.location.memory, { recursive: true })
    writeFileSync(
      join(engine.location.memory, 'beacon.md'),
      `---\nname: Beacon\ndescription: the token of the beacon\n---\nThe beacon of the breakwater uses the token ${key}\n`,
    )
    await request([user(`which token uses the beacon of the breakwater? not ${key.slice(4)}`)])
    expect(sent[0]).toContain('beacon of the breakwater uses')
    expect(sent[0]!.split(key).length - 1).toBe(0)
    for (const path of attachedFiles()) {
      const text = readFileSync(path, 'utf8')
      expect(text).toContain('beacon of the breakwater uses')
      expect(text).not.toMatch(new RegExp(`${key}|${key.slice(4)}|which token`))
    }
    expect(attachedFiles()).toHaveLength(1)
  })
})

it('lets the prompt through when recall fails or is late', async () => {
  const prompt = [{ role: 'user', content: [{ type: 'text', text: ASK_LIGHTS }] }]
  const broken = { ...engine, recall: () => Promise.reject(new Error('no')) }
  const never = { ...engine, recall: () => new Promise<never>(() => {}) }
  for (const host of [broken, never]) {
    const middleware = memoryMiddleware(handleOf(host), { deadlineMs: 50 })
    expect((await middleware.transformParams({ params: { prompt } })).prompt).toEqual(prompt)
  }
})
