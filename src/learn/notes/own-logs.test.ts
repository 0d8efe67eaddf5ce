// Notes of a directory of logs that two projects share: those of the other one are nobody's here.
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { claudeSlug } from '../../base/agents/claude-memory.ts'
import { backgroundJobs } from '../../connect/background-jobs.ts'
import { openContext } from '../../connect/open-context.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { openBackground } from '../background.ts'
import { notesOfConversations } from '../notes-of-conversations.ts'
import { notesPath, writeNotes } from './notes-file.ts'
import { DEFAULT_TEMPLATE } from './notes-template.ts'

let place: TemporaryHome
let context: ProjectContext
beforeEach(() => {
  place = temporaryHome()
  context = openContext({ directory: place.project, env: place.env })
  mkdirSync(context.location.memory, { recursive: true })
})
afterEach(async () => {
  await context.close()
  place.remove()
})

const pathOf = (id: string) => notesPath(context.location.sessions, id) ?? ''

/** Notes as an earlier version made them, of a log of Claude Code that was held in `cwd`. */
function noted(id: string, cwd: string, directory = claudeSlug(context.location.identity.root)): string {
  const log = join(place.env.HOME ?? '', '.claude', 'projects', directory, `${id}.jsonl`)
  mkdirSync(dirname(log), { recursive: true })
  const content = {
    type: 'user',
    uuid: 'u',
    sessionId: id,
    cwd,
    message: { role: 'user', content: 'Hello.' },
  }
  writeFileSync(log, `${JSON.stringify(content)}\n`)
  writeNotes(pathOf(id), DEFAULT_TEMPLATE)
  const source = {
    v: 1,
    client: 'claude-code',
    path: realpathSync(log),
    bytes: 1,
    time: '2026-11-01T08:00:00Z',
  }
  writeFileSync(join(dirname(pathOf(id)), 'source.json'), JSON.stringify(source))
  return log
}

it('of another project’s log are not shown, handed to nobody, and go with the next clean-up', async () => {
  const root = context.location.identity.root
  noted('ours', root)
  noted('below', join(root, 'src'))
  noted('theirs', `${root}-two`)
  noted('worktree', `${root}-elsewhere`, claudeSlug(`${root}-elsewhere`))
  rmSync(noted('gone', `${root}-two`))
  const kept = ['below', 'gone', 'ours', 'worktree']
  const notes = notesOfConversations(context)
  expect((await notes.list()).map(({ id }) => id).sort()).toEqual(kept)
  for (const asked of [notes.show('theirs'), notes.handoff('theirs')])
    await expect(asked).rejects.toMatchObject({ code: 'not_found' })
  const run = await openBackground(context, backgroundJobs).run('clean-up', { reason: 'test' })
  expect(run).toMatchObject({ status: 'done', did: { 'foreign notes': 1 } })
  expect([...kept, 'theirs'].filter((id) => existsSync(pathOf(id)))).toEqual(kept)
})
