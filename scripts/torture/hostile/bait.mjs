// What shows from outside that a repository had its way: files that its commands make, an address that it names, a
// directory that it points to, a file outside that it wants read.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

export async function layBait(root) {
  const outside = join(root, 'outside')
  const marks = join(root, 'marks')
  for (const directory of [outside, marks]) mkdirSync(directory, { recursive: true })
  const secretFile = join(outside, 'secret.md')
  const secret = 'SECRET-OF-THE-PERSON-4711'
  writeFileSync(secretFile, `---\nname: secret\ndescription: ${secret}\n---\n${secret}\n`)
  const requests = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => response.writeHead(500).end('{}'))
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    outside,
    secretFile,
    secret,
    redirected: join(outside, 'redirected', 'memory'),
    url: `http://127.0.0.1:${server.address().port}`,
    words: 'HOSTILE-GUIDELINE-0815',
    agentWords: 'You are the helper HOSTILE-AGENT-2342.',
    command: (name) => `touch '${join(marks, name)}'`,
    /** What was taken. The bait is as new afterwards. */
    take() {
      const ran = readdirSync(marks)
      const sent = requests.splice(0)
      const made = readdirSync(outside, { recursive: true }).filter((name) => name !== 'secret.md')
      for (const name of ran) rmSync(join(marks, name))
      for (const name of made) rmSync(join(outside, name), { recursive: true, force: true })
      return { ran, sent, made }
    },
    close: () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  }
}
