// The server's client waits for its first answers before the conversation begins: they come whatever the disk does.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useCli } from '../cli/use-cli.ts'
import { mountHangingDisk } from '../clients/hanging-disk.mjs'
import { connectMcp, type McpClient } from './mcp-client.ts'

const cli = useCli()
const canMount = process.getuid?.() === 0 && existsSync('/dev/fuse')

async function names(client: McpClient, list: 'tools' | 'prompts'): Promise<string[]> {
  const answer = await client.request(`${list}/list`)
  return answer[list].map(({ name }: { name: string }) => name)
}

it.skipIf(process.platform === 'win32')(
  'a file call that is never answered: the handshake and the lists are there',
  async () => {
    // A pipe that nobody writes to: opening it blocks, as a disk does that went away.
    mkdirSync(cli.place.home, { recursive: true })
    const settings = join(cli.place.home, 'settings.json')
    expect(spawnSync('mkfifo', [settings]).status).toBe(0)
    const client = await connectMcp(cli.place)
    expect(await names(client, 'tools')).toContain('remember')
    expect(await names(client, 'prompts')).toContain('remember')
    rmSync(settings)
    expect(await client.close()).toBe(0)
  },
)

it.runIf(canMount)('a disk that does not answer: a call is told so, and the server still ends', async () => {
  cli.add('The harbour lights are painted viridian at night', '--type', 'project')
  const disk = await mountHangingDisk(join(cli.place.home, 'projects'))
  expect(disk).toBeDefined()
  try {
    const client = await connectMcp(cli.place)
    expect(await names(client, 'tools')).toContain('remember')
    const asked = Date.now()
    const recall = await client.call('recall', { query: 'harbour lights at night' })
    expect(recall).toMatchObject({ failed: true, text: expect.stringContaining('does not answer') })
    const hook = { hook_event_name: 'UserPromptSubmit', session_id: 's1', prompt: 'harbour lights' }
    expect(await client.call('hook', hook)).toEqual({ failed: false, text: '{}' })
    await expect(client.request('resources/list')).rejects.toThrow('does not answer')
    expect(Date.now() - asked).toBeLessThan(10_000)
    expect(await client.close()).toBe(0)
  } finally {
    disk?.unmount()
  }
  const client = await connectMcp(cli.place)
  expect((await client.call('recall', { query: 'harbour lights at night' })).text).toContain('viridian')
  await client.close()
})
