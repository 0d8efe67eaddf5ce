// Hooks of the same project are answered over a socket that only this user can open. The server that started last answers:
// its socket takes the name, in one step, from whichever had it. When it ends, one that is still there takes the name.
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'
import { systemCode } from '../../base/values/errors.ts'
import { randomId } from '../../base/values/ids.ts'
import {
  CONFIRMED,
  checkoutOf,
  type HookReply,
  isPrivateDirectory,
  isUsable,
  readLines,
  socketDirectory,
  socketPath,
} from '../hook-exchange.ts'
import { type AnsweringServer, answerRequest } from './answer-request.ts'

export interface HookSocket {
  close(): void
}

const MOST_CONNECTIONS = 16
/** A connection is for one prompt. */
const CONNECTION_MS = 5_000
/** How often a server looks whether the name is free. */
const LOOK_MS = 5_000
const TEMPORARY = '.new.sock'
/** A socket gets its name in milliseconds: one that is older was left behind. */
const LEFT_BEHIND_MS = 60_000

/** Never fails: without it hooks do the work themselves. */
export function serveHooks(server: AnsweringServer, { lookMs = LOOK_MS } = {}): HookSocket {
  const directory = socketDirectory(server.env)
  const path = socketPath(directory, checkoutOf(server.directory))
  const connections = new Set<Socket>()
  let listening: { server: Server; inode: number } | undefined
  const isOurs = () => attempt(() => lstatSync(path).ino) === listening?.inode
  const listen = () => {
    if (!makePrivate(directory)) return
    removeLeftBehind(directory)
    const next = createServer((socket) => {
      connections.add(socket)
      socket.on('close', () => connections.delete(socket))
      converse(server, socket)
    })
    publish(next, path, (inode) => {
      listening?.server.close()
      listening = { server: next, inode }
    })
  }
  if (!isUsable(join(directory, temporaryName()))) return { close() {} }
  listen()
  const look = setInterval(() => {
    if (listening === undefined || !isOurs()) whenDeserted(path, listen)
  }, lookMs).unref()
  return {
    close() {
      clearInterval(look)
      if (listening && isOurs()) attempt(() => rmSync(path, { force: true }))
      listening?.server.close()
      for (const socket of connections) socket.destroy()
    },
  }
}

function temporaryName(): string {
  return `${randomId()}${TEMPORARY}`
}

const OPEN = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** Only in a config home that is there. One of ours is closed to others; another user's and a link are not used. */
function makePrivate(directory: string): boolean {
  if (!existsSync(dirname(directory))) return false
  attempt(() => mkdirSync(directory, { mode: 0o700 }))
  attempt(() => {
    const opened = openSync(directory, OPEN)
    try {
      if (fstatSync(opened).uid === process.getuid?.()) fchmodSync(opened, 0o700)
    } finally {
      closeSync(opened)
    }
  })
  return isPrivateDirectory(directory)
}

/** Sockets of servers that were killed before their socket had its name. */
function removeLeftBehind(directory: string): void {
  const names = attempt(() => readdirSync(directory)) ?? []
  for (const name of names.filter((name) => name.endsWith(TEMPORARY)))
    attempt(() => {
      const path = join(directory, name)
      if (Date.now() - lstatSync(path).mtimeMs > LEFT_BEHIND_MS) rmSync(path)
    })
}

/** A rename replaces whatever was there, so that there is no moment without a socket and none that is half made. */
function publish(server: Server, path: string, onPublished: (inode: number) => void): void {
  const temporary = join(dirname(path), temporaryName())
  server.maxConnections = MOST_CONNECTIONS
  server.unref()
  server.on('error', () => server.close())
  server.listen(temporary, () => {
    try {
      chmodSync(temporary, 0o600)
      const { ino } = lstatSync(temporary)
      renameSync(temporary, path)
      onPublished(ino)
    } catch {
      server.close()
    }
  })
}

/** Acts where nobody listens at the name: a server that was killed leaves its socket behind. */
function whenDeserted(path: string, act: () => void): void {
  const probe = connect(path)
  probe.unref()
  probe.on('connect', () => probe.destroy())
  probe.on('error', (error) => {
    if (['ECONNREFUSED', 'ENOENT'].includes(systemCode(error) ?? '')) act()
  })
}

/** One request, one answer, and what the hook says of it. */
function converse(server: AnsweringServer, socket: Socket): void {
  let confirm: ((line: string) => void) | undefined
  let asked = false
  const end = setTimeout(() => socket.destroy(), CONNECTION_MS).unref()
  socket.on('error', () => socket.destroy())
  socket.on('close', () => clearTimeout(end))
  readLines(socket, (line) => {
    if (!asked) {
      asked = true
      void answer(line).catch(() => socket.destroy())
    } else if (confirm) confirm(line)
    else socket.destroy()
  })
  const answer = async (line: string) => {
    // A server that was held up finds requests of hooks that have gone on alone: nothing is done for those.
    await nextRead()
    const answered = isGone(socket) ? undefined : await answerRequest(server, line)
    if (!answered || isGone(socket)) return socket.destroy()
    const reply: HookReply = { build: server.build, output: answered.output }
    confirm = (said) => {
      confirm = undefined
      if (said === CONFIRMED) void answered.afterOutput()
      socket.destroy()
    }
    socket.write(`${JSON.stringify(reply)}\n`)
    if (answered.output === '') {
      confirm = undefined
      await answered.afterOutput()
      socket.end()
    }
  }
}

function isGone(socket: Socket): boolean {
  return socket.destroyed || socket.readableEnded
}

/** When everything that has come by now was read: Node reads between the first of these and the second. */
async function nextRead(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((done) => setImmediate(done))
}
