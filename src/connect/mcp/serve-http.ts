// The MCP server over HTTP, for clients that cannot start a program: one endpoint, whose address and token are in a
// private file.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type StateKind, writeState } from '../../base/files/state-file.ts'
import { attempt } from '../../base/values/attempt.ts'
import { type HttpRoute, startHttpServer } from '../http/http-server.ts'

interface HttpOptions {
  handle: HttpRoute['handle']
  /** 0: any free port. */
  port: number
  /** The config home. */
  home: string
}

interface McpHttp {
  url: string
  /** Holds address and token, 0600. */
  file: string
  close(): Promise<void>
}

const PATH = '/mcp'
/** For people and their clients; memdir does not read it. */
const ADDRESS: Pick<StateKind<{ url: string; token: string; pid: number }>, 'indent'> = { indent: true }

export async function serveHttp({ handle, port, home }: HttpOptions): Promise<McpHttp> {
  const methods = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']
  const server = await startHttpServer({ port, routes: [{ path: PATH, methods, handle }] })
  const url = `${server.origin}${PATH}`
  const file = join(home, 'mcp-http.json')
  writeState(file, ADDRESS, { url, token: server.token, pid: process.pid })
  const close = async () => {
    attempt(() => rmSync(file, { force: true }))
    await server.close()
  }
  return { url, file, close }
}
