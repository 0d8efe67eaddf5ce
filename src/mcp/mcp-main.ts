// Starts the MCP server: loaded by `memdir mcp` when it runs, so that nothing else pays for the SDK.
import { readFileSync } from 'node:fs'
import { type Engine, openEngine } from '../engine.ts'
import { memoryOffer } from './memory-offer.ts'
import { createHttpHandler, serveOverStdio } from './protocol.ts'
import { type HttpServing, serveHttp } from './serve-http.ts'

export interface McpOptions {
  directory: string
  env: Readonly<Record<string, string | undefined>>
  /** Over HTTP on loopback; otherwise standard input and output. */
  http?: { port: number }
}

/** Settings may change while the server runs; opening an engine costs a few milliseconds. */
const ENGINE_MS = 10_000

export async function serveMcp({ directory, env, http }: McpOptions): Promise<HttpServing | undefined> {
  const host = freshEngine(directory, env)
  const offer = memoryOffer({ host, version: packageVersion(), env })
  if (http) return serveHttp({ handle: createHttpHandler(offer), port: http.port, home: host().home })
  serveOverStdio(offer)
  return undefined
}

function freshEngine(directory: string, env: McpOptions['env']): () => Engine {
  let engine: Engine | undefined
  let opened = 0
  return () => {
    if (!engine || Date.now() - opened > ENGINE_MS) {
      engine = openEngine({ directory, env, probeHistory: false })
      opened = Date.now()
    }
    return engine
  }
}

/** Both from dist/bin/ and from dist/mcp/ the package is two levels up. */
function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
