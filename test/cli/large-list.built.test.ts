// Lists of a large directory: from the snapshot, in processes of their own.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
const COUNT = 600
const TOKEN = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`
const OLD = new Date('2026-04-09T10:00:00Z')

const code = () => join(cli.place.root, 'code')
const memory = (...args: string[]) => {
  const { project: cwd, env } = cli.place
  const done = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd,
    env: { ...env, MEMDIR_CODE_CACHE: code() },
    encoding: 'utf8',
  })
  expect([done.status, done.stderr]).toEqual([0, ''])
  return done.stdout
}

beforeEach(async () => {
  const directory = memory('path').trim()
  mkdirSync(join(directory, 'topics'), { recursive: true })
  for (let n = 0; n < COUNT; n++) {
    const file = join(directory, n % 2 ? `note_${n}.md` : `topics/note_${n}.md`)
    const more = n === 7 ? 'superseded_by: n8\n' : n === 9 ? 'expires: 2026-04-10\n' : ''
    const head = `id: n${n}\nname: 第 ${n} 条\ndescription: fact ${n}\ntype: project\nimportance: ${1 + (n % 5)}\n${more}`
    const secret = n === 11 ? `The token is ${TOKEN}\n` : ''
    writeFileSync(file, `---\n${head}---\nFact ${n}.\n${secret}`)
    utimesSync(file, OLD, new Date(OLD.getTime() + 1000 * n))
  }
  await new Promise((wake) => setTimeout(wake, 80))
})

it('says the same from the files and from the snapshot, newest first, without secrets', () => {
  const json = () => memory('list', '--json')
  const table = () => memory('list', '--all')
  const first = json()
  const { memories, total } = JSON.parse(first).data as { memories: { id: string }[]; total: number }
  expect(total).toBe(COUNT)
  expect(memories.map(({ id }) => id)).toEqual(Array.from({ length: COUNT }, (_, n) => `n${COUNT - 1 - n}`))
  expect([first.includes(TOKEN), first.includes('The token is')]).toEqual([false, true])
  expect(json() === first).toBe(true)
  const shown = table()
  expect(shown.split('\n')).toHaveLength(COUNT + 2)
  expect(shown).toMatch(/^n599 +★★★★★ +project +\d.* +第 599 条 — fact 599$/m)
  expect(shown).toMatch(/^n7 .* \[superseded by n8\] 第 7 条 — fact 7$/m)
  expect(shown).toMatch(/^n9 .* \[expired\] 第 9 条 — fact 9$/m)
  expect(table() === shown).toBe(true)
})

it("leaves V8's code cache as it is", () => {
  for (let n = 0; n < 3; n++) memory('list', '--json')
  const times = () => readdirSync(code()).map((name) => [name, statSync(join(code(), name)).ino])
  const before = times()
  expect(before).not.toEqual([])
  for (const option of ['--json', '--all', '--json']) memory('list', option)
  expect(times()).toEqual(before)
})
