// The episodic layer through the built command and the hook: switched on by the person alone, found, shown, explained.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectName } from '../../src/base/projects/slug.ts'
import { claudeLog } from '../support/claude-log.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
const SAID =
  'We moved the invoice exporter over to the Rotterdam cluster because the old one kept dropping files.'
const ASK = 'Which cluster does the invoice exporter run on?'

async function talk(): Promise<void> {
  const log = claudeLog(cli.place, 'c1', '2026-04-06T09:00:00Z')
  log.user(SAID)
  await log.end(join(cli.place.home, 'projects', projectName(cli.place.project), 'state'))
  for (const job of ['turns', 'episodes']) cli.run(['jobs', 'run', '--job', job])
}

describe('what the person said in earlier conversations', () => {
  it('is kept and found once they want that', async () => {
    cli.run(['config', 'set', 'episodes.enabled', 'true'])
    await talk()
    const found = cli.run(['search', 'invoice', 'exporter', 'cluster', '--episodes'])
    expect(found.out).toContain('said on 2026-04-06 in an earlier conversation, not a memory')
    const zh = cli.run(['search', 'invoice', 'exporter', 'cluster', '--episodes', '--lang', 'zh'])
    expect(zh.out).toContain('2026-04-06 在以往对话中说过，不是记忆')
    expect(cli.json(['search', 'invoice', 'exporter', 'cluster']).data.hits).toEqual([])
    const recalled = cli.run(['recall', '--prompt', ASK, '--explain'])
    expect(recalled.out).toContain('Not a memory: the user said this on 2026-04-06')
    expect(recalled.err).toContain('said on 2026-04-06, not a memory: We moved')
    expect(cli.json(['recall', '--prompt', ASK]).data).toMatchObject({
      memories: [],
      episodes: [{ said: SAID }],
    })
  })

  it('is not kept because a file of the project says so', async () => {
    mkdirSync(join(cli.place.project, '.memdir'), { recursive: true })
    writeFileSync(
      join(cli.place.project, '.memdir', 'settings.json'),
      JSON.stringify({ episodes: { enabled: true } }),
    )
    await talk()
    const { code, err } = cli.run(['search', 'invoice', '--episodes'])
    expect(code).not.toBe(0)
    expect(err).toContain('`memdir config set episodes.enabled true` keeps it from now on')
    expect(cli.run(['recall', '--prompt', ASK]).out).toBe('')
  })

  it('is found by meaning once the worker has embedded it, and takes no place of a memory', async () => {
    cli.takeModels()
    const memories = [
      'The billing service is owned by Mina.',
      'Deployments to the cluster need an approval from Ola.',
      'Invoices are numbered by year.',
      'The old exporter was switched off in March.',
      'Tests run on every commit.',
      'The cluster in Rotterdam has no backups.',
    ]
    for (const text of memories) cli.add(text)
    cli.run(['jobs', 'run', '--job', 'embedding'])
    const prompts = [
      ...memories.map((text) => `What about this: ${text}`),
      ASK,
      'Who owns billing?',
      '谁负责账单？',
    ]
    const recalled = () =>
      prompts.map((prompt) =>
        (
          cli.json(['recall', '--prompt', prompt]).data as { memories: { memory: { file: string } }[] }
        ).memories.map(({ memory }) => memory.file),
      )
    const without = recalled()
    expect(without.flat().length).toBeGreaterThan(6)
    cli.run(['config', 'set', 'episodes.enabled', 'true'])
    await talk()
    expect(recalled()).toEqual(without)
    const byMeaning = () =>
      (
        cli.json(['search', 'bills get lost when written out', '--episodes', '--threshold', '0.3']).data as {
          hits: { memory: { content: string } }[]
        }
      ).hits.filter(({ memory }) => memory.content.includes('Rotterdam cluster'))
    expect(byMeaning()).toEqual([])
    cli.run(['jobs', 'run', '--job', 'entries'])
    expect(byMeaning()).toHaveLength(1)
    expect(recalled()).toEqual(without)
  })
})
