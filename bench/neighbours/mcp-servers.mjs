// Neighbours that are MCP servers on standard input and output: asked as an agent asks them. Their stores are single
// files, written here as they write them themselves.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { median, processorMs, runMeasured } from '../measure.mjs'

export const MCP_SERVERS = {
  'server-memory': {
    script: '@modelcontextprotocol/server-memory/dist/index.js',
    env: (place) => ({ MEMORY_FILE_PATH: join(place, 'memory.jsonl') }),
    fill(place, memories) {
      const lines = memories.map(({ text }, at) => JSON.stringify({ type: 'entity', ...entity(text, at) }))
      writeFileSync(join(place, 'memory.jsonl'), lines.join('\n'))
    },
    ask: ({ text: query }) => ({ name: 'search_nodes', arguments: { query } }),
    add: ({ text }, at) => ({
      name: 'create_entities',
      arguments: { entities: [entity(text, `more-${at}`)] },
    }),
    hits: (answer) => JSON.parse(answer).entities.length,
  },
  agentmemory: {
    script: '@agentmemory/agentmemory/dist/standalone.mjs',
    env: (place) => ({ STANDALONE_PERSIST_PATH: join(place, 'standalone.json') }),
    fill(place, memories) {
      const entries = memories.map(({ text }, at) => [`mem_${at}`, agentMemory(text, `mem_${at}`)])
      const store = { 'mem:memories': Object.fromEntries(entries) }
      writeFileSync(join(place, 'standalone.json'), JSON.stringify(store))
    },
    ask: ({ text: query }) => ({ name: 'memory_smart_search', arguments: { query, limit: 5 } }),
    add: ({ text }) => ({ name: 'memory_save', arguments: { content: text } }),
    hits: (answer) => JSON.parse(answer).results.length,
  },
}

function entity(text, at) {
  return { name: `memory-${at}`, entityType: 'memory', observations: [text] }
}

function agentMemory(content, id) {
  const now = '2026-01-01T00:00:00.000Z'
  const lists = { concepts: [], files: [], sessionIds: [] }
  const rest = { createdAt: now, updatedAt: now, strength: 7, version: 1, isLatest: true }
  return { id, type: 'fact', title: content.slice(0, 80), content, ...lists, ...rest }
}

const HELLO = [
  {
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '0' },
    },
  },
  { method: 'notifications/initialized' },
]
const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`

/** A server that is started, asked one question, and ends with its input. */
export function askCold(server, { modules, place, env, question }) {
  const input = [...HELLO, { id: 1, method: 'tools/call', params: server.ask(question) }].map(line).join('')
  const done = runMeasured([join(modules, server.script)], { env: { ...env, ...server.env(place) }, input })
  if (!done.out.includes('"id":1')) throw new Error(`${server.script} did not answer`)
  return done
}

/** The same figures that subject.mjs prints. */
export async function measureWarm(server, { modules, place, env, questions, more }) {
  const child = spawn(process.execPath, [join(modules, server.script)], {
    env: { ...env, ...server.env(place) },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let id = 0
  const call = async (params) => {
    child.stdin.write(line({ id: ++id, method: 'tools/call', params }))
    const { result, error } = JSON.parse((await lines.next()).value)
    if (error || result.isError) throw new Error(JSON.stringify(error ?? result))
    return result.content[0].text
  }
  for (const message of HELLO) child.stdin.write(line(message))
  await lines.next()
  const timed = async (params) => {
    const started = performance.now()
    const answer = await call(params)
    return { ms: performance.now() - started, answer }
  }
  const first = questions.length / 6
  for (const question of questions.slice(0, first)) await call(server.ask(question))
  const before = processorMs(child.pid)
  const asked = []
  for (const question of questions.slice(first)) asked.push(await timed(server.ask(question)))
  const cpu = (processorMs(child.pid) - before) / asked.length
  const written = []
  const beforeWrites = processorMs(child.pid)
  for (const [at, memory] of more.entries()) written.push(await timed(server.add(memory, at)))
  const writeCpu = (processorMs(child.pid) - beforeWrites) / written.length
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024
  child.stdin.end()
  await new Promise((done) => child.on('exit', done))
  const middle = (list) => median(list.map(({ ms }) => ms))
  const answered = asked.filter(({ answer }) => server.hits(answer) > 0).length
  return { ms: middle(asked), cpu, writeMs: middle(written), writeCpu, peak, answered }
}
