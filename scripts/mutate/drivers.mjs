// Hands jobs to a few drivers, one after the other each, and replaces a driver that does not answer in time.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

/** A driver starts, or a mutant's time limit is looked at, within this. */
const GRACE_MS = 20_000

/** `take()`: the next job, or undefined; `done(job, result)`: result is `{ hung: true }` where the driver was killed. */
export async function runDrivers({ count, env, take, done }) {
  const ended = []
  const drivers = new Map()
  const server = createServer(async (request, response) => {
    const { process: id, ...result } = JSON.parse(await textOf(request))
    const driver = drivers.get(Number(id))
    if (!driver) return response.end('null')
    driver.asked = true
    if (driver.job) done(driver.job, result)
    driver.job = take(driver.id)
    driver.answerBy = driver.job ? Date.now() + driver.job.hardLimit : Infinity
    response.end(JSON.stringify(driver.job ?? null))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const start = (id) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('driver.mjs', import.meta.url))], {
      detached: true,
      stdio: ['ignore', 'ignore', process.env.MUTATE_DEBUG ? 'inherit' : 'ignore'],
      env: {
        ...process.env,
        ...env,
        MUTATE_URL: `http://127.0.0.1:${server.address().port}`,
        MUTATE_DRIVER: id,
      },
    })
    const driver = { id, child, job: undefined, answerBy: Date.now() + GRACE_MS * 3 }
    drivers.set(id, driver)
    ended[id] = new Promise((resolve) => child.once('exit', resolve)).then(() => {
      if (!driver.asked) throw new Error('a driver did not start: MUTATE_DEBUG=1 shows why')
      if (!driver.job) return undefined
      done(driver.job, { hung: true })
      return start(id)
    })
    return ended[id]
  }
  const watch = setInterval(() => {
    for (const { child, answerBy } of drivers.values()) if (Date.now() > answerBy) killGroup(child)
  }, 500)
  const stop = () => {
    for (const { child } of drivers.values()) killGroup(child)
  }
  process.once('exit', stop)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  await Promise.all(Array.from({ length: count }, (_, id) => start(id)))
  clearInterval(watch)
  server.close()
  server.closeAllConnections()
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

async function textOf(request) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
