// Starts the MCP server: loaded by `memdir mcp` when it runs, so that nothing else pays for the SDK.
import { readFileSync } from 'node:fs'
import { openEngines } from '../engine/open-engines.ts'
import { attempt } from '../lib/attempt.ts'
import { configHome } from '../settings/config-home.ts'
import { memoryOffer } from './memory-offer.ts'
import { createHttpHandler, serveOverStdio } from './protocol.ts'
import { serveHooks } from './serve-hooks.ts'
import { serveHttp } from './serve-http.ts'

export interface McpOptions {
  directory: string
  env: Readonly<Record<string, string | undefined>>
  /** Over HTTP on loopback; otherwise standard input and output. */
  http?: { port: number }
}

export interface McpServing {
  /** Over HTTP: where, and the private file that contains the token. */
  http?: { url: string; file: string }
  close(): Promise<void>
}

export async function serveMcp({ directory, env, http }: McpOptions): Promise<McpServing> {
  const engines = openEngines(env)
  const offer = memoryOffer({ host: () => engines.at(directory), version: packageVersion(), env })
  if (!http) {
    const stdio = serveOverStdio(offer)
    const build = bundleBuild()
    const hooks =
      build === undefined
        ? undefined
        : serveHooks({ build, directory, env, host: () => engines.at(directory) })
    const close = () => {
      stdio.close()
      hooks?.close()
      return engines.close()
    }
    return { close }
  }
  const handle = createHttpHandler(offer)
  const serving = await serveHttp({ handle, port: http.port, home: configHome(env) })
  const close = async () => {
    await serving.close()
    await engines.close()
  }
  return { http: { url: serving.url, file: serving.file }, close }
}

/** Undefined outside the bundle, where hooks are started from. */
function bundleBuild(): string | undefined {
  const text = attempt(() => readFileSync(new URL('./package.json', import.meta.url), 'utf8'))
  return text === undefined ? undefined : (JSON.parse(text) as { build?: string }).build
}

/** Both from dist/bin/ and from dist/mcp/ the package is two levels up. */
function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
