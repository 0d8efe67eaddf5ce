// A model on 127.0.0.1 for commands that need one. It answers every request with the same words.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openaiProtocol, startProviderServer } from '../../../dist/testing/published/index.js'

export async function startProvider(script = () => 'It closes at nine.') {
  const server = await startProviderServer(openaiProtocol, script)
  return {
    requests: server.requests,
    url: `${server.url}/v1`,
    configure({ home }, more = {}) {
      const models = { main: 'openai-compatible/local', baseUrl: `${server.url}/v1` }
      writeFileSync(join(home, 'settings.json'), `${JSON.stringify({ models, ...more }, null, 2)}\n`)
    },
    close: () => server.close(),
  }
}
