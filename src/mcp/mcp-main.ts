// Starts the MCP server: loaded by `memdir mcp` when it runs, so that nothing else pays for the SDK.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Engine, openEngine } from '../engine/engine.ts'
import { projectSettings } from '../engine/project-settings.ts'
import { attempt } from '../lib/attempt.ts'
import { configHome } from '../settings/config-home.ts'
import { memoryOffer } from './memory-offer.ts'
import { createHttpHandler, serveOverStdio } from './protocol.ts'
import { serveHttp } from './serve-http.ts'

export interface McpOptions {
  directory: string
  env: Readonly<Record<string, string | undefined>>
  /** Over HTTP on loopback; otherwise standard input and output. */
  http?: { port: number }
}

export interface McpServing {
  /** Over HTTP: where, and the private file that holds the token. */
  http?: { url: string; file: string }
  close(): Promise<void>
}

export async function serveMcp({ directory, env, http }: McpOptions): Promise<McpServing> {
  const engine = followingEngine(directory, env)
  const offer = memoryOffer({ host: engine.now, version: packageVersion(), env })
  if (!http) {
    serveOverStdio(offer)
    return { close: engine.close }
  }
  const handle = createHttpHandler(offer)
  const serving = await serveHttp({ handle, port: http.port, home: configHome(env) })
  const close = async () => {
    await serving.close()
    await engine.close()
  }
  return { http: { url: serving.url, file: serving.file }, close }
}

/** How long calls that began with the old engine may go on with it. */
const GRACE_MS = 10_000

/** One engine as long as settings and projects stay as they are: opened search data makes the next call fast. */
function followingEngine(directory: string, env: McpOptions['env']) {
  const home = configHome(env)
  const always = ['projects.json', 'trust.json'].map((file) => join(home, file))
  let engine: Engine | undefined
  const stamp = () => {
    const { paths } = engine?.settings ?? projectSettings({ env, directory })
    return [...always, ...paths].map((file) => attempt(() => statSync(file).mtimeMs) ?? 0).join()
  }
  let seen = ''
  const current = (): Engine => {
    const stamped = stamp()
    if (engine && stamped === seen) return engine
    const old = engine
    if (old) setTimeout(() => void old.close(), GRACE_MS).unref()
    engine = openEngine({ directory, env, probeHistory: false })
    seen = stamped
    return engine
  }
  return {
    now(): Engine {
      const engine = current()
      // After the answer; again with each call, since the first memory makes the directory.
      setImmediate(() => void engine.followFiles().catch(() => {}))
      return engine
    },
    close: async () => {
      await engine?.close()
    },
  }
}

/** Both from dist/bin/ and from dist/mcp/ the package is two levels up. */
function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
