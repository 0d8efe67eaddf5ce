import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runMemoryTool } from '../src/agent/memory-tools.ts'
import { openEngine } from '../src/connect/engine.ts'
import { openMemdir } from '../src/connect/open-memdir.ts'
import type { MemoryKind, MemoryType } from '../src/memory/memory.ts'
import { useCli } from './cli/use-cli.ts'

const cli = useCli()

/** What somebody wrote by hand says its type, its kind, a category, tags, or nothing. */
const FILES = {
  'a.md': 'type: reference\ntags: [ops]',
  'b.md': 'kind: workflow\ntags: [ops, deploy]',
  'c.md': 'type: feedback\ncategory: deploy',
  'd.md': 'kind: fact\ntype: user',
  'e.md': 'updated: 2026-03-01T00:00:00Z\ntype: project',
  'f.md': '',
} as const

interface Question {
  type?: MemoryType | MemoryKind
  tags?: string[]
}
const QUESTIONS: [Question, string[]][] = [
  [{}, ['f', 'd', 'c', 'b', 'a', 'e']],
  [{ type: 'reference' }, ['a']],
  [{ type: 'feedback' }, ['c', 'b']],
  [{ type: 'user' }, ['d']],
  [{ type: 'fact' }, ['d', 'a']],
  [{ type: 'workflow' }, ['b']],
  [{ type: 'other' }, ['f', 'c', 'e']],
  [{ tags: ['ops'] }, ['b', 'a']],
  [{ tags: ['deploy'] }, ['c', 'b']],
  [{ tags: ['ops', 'deploy'] }, ['b']],
  [{ type: 'workflow', tags: ['nothing'] }, []],
]

it('every face that lists gives one answer to one question', async () => {
  const options = { directory: cli.place.project, env: cli.place.env }
  const engine = openEngine(options)
  const memdir = openMemdir(options)
  try {
    const { memory } = engine.location
    mkdirSync(memory, { recursive: true })
    for (const [at, [file, fields]] of Object.entries(FILES).entries()) {
      const day = `2026-04-0${at + 1}T00:00:00Z`
      const updated = fields.includes('updated') ? '' : `updated: ${day}\n`
      writeFileSync(join(memory, file), `---\n${updated}${fields}\n---\n\nWhat ${file} says\n`)
    }
    const tool = await engine.memoryTool({ by: { actor: 'bot' } })
    const filesOf = ({ memories }: { memories?: unknown }) =>
      (memories as { file: string }[]).map(({ file }) => file.slice(-'a.md'.length, -'.md'.length))
    for (const [question, answer] of QUESTIONS) {
      const { type, tags } = question
      const flags = [...(type ? ['--type', type] : []), ...(tags ? ['--tags', tags.join()] : [])]
      const answers = {
        command: filesOf(cli.json(['list', ...flags]).data),
        mcp: filesOf((await runMemoryTool(engine, 'list', question, { actor: 'bot' })).data),
        tool: filesOf(await tool.execute({ action: 'list', ...question })),
        library: filesOf({ memories: await memdir.list(question) }),
      }
      expect({ question, ...answers }).toEqual({
        ...{ question, command: answer, mcp: answer, tool: answer, library: answer },
      })
    }
  } finally {
    await Promise.all([engine.close(), memdir.close()])
  }
})
