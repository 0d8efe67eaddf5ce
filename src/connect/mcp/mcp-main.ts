// Starts the MCP server: loaded by `memdir mcp` when it runs, so that nothing else pays for the SDK.

import { readFileSync } from 'node:fs'
import { configHome } from '../../base/settings/config-home.ts'
import { attempt } from '../../base/values/attempt.ts'
import { packageVersion } from '../../base/values/own-package.ts'
import { type AnsweringDisk, answeringDisk } from './answering-disk.ts'
import { memoryOffer } from './memory-offer.ts'
import { openEngines } from './open-engines.ts'
import { createHttpHandler, serveOverStdio } from './protocol.ts'
import { type HookSocket, serveHooks } from './serve-hooks.ts'
import { serveHttp } from './serve-http.ts'

interface McpOptions {
  directory: string
  env: Readonly<Record<string, string | undefined>>
  /** Over HTTP on loopback; otherwise standard input and output. */
  http?: { port: number }
}

interface McpServing {
  /** Over HTTP: where, and the private file that contains the token. */
  http?: { url: string; file: string }
  close(): Promise<void>
}

export async function serveMcp({ directory, env, http }: McpOptions): Promise<McpServing> {
  const engines = openEngines(env)
  const disk = answeringDisk(env)
  const host = async () => {
    await disk()
    return engines.at(directory)
  }
  const offer = memoryOffer({ host, version: packageVersion(), env })
  if (!http) {
    const stdio = serveOverStdio(offer)
    const hooks = hooksOnceAnswered(disk, () => {
      const build = bundleBuild()
      return build === undefined
        ? undefined
        : serveHooks({ build, directory, env, host: () => engines.at(directory) })
    })
    const close = () => {
      stdio.close()
      hooks.close()
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

/** Where the disk is silent when the server starts, hooks of that session do their work themselves. */
function hooksOnceAnswered(disk: AnsweringDisk, serve: () => HookSocket | undefined): HookSocket {
  let hooks: HookSocket | undefined
  let closed = false
  void disk().then(
    () => {
      if (!closed) hooks = serve()
    },
    () => {},
  )
  return {
    close() {
      closed = true
      hooks?.close()
    },
  }
}

/** Undefined outside the bundle, where hooks are started from. */
function bundleBuild(): string | undefined {
  const text = attempt(() => readFileSync(new URL('./package.json', import.meta.url), 'utf8'))
  return text === undefined ? undefined : (JSON.parse(text) as { build?: string }).build
}
