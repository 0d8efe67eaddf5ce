// A repository that somebody else made gets no rights by being cloned or unpacked.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openaiProtocol } from '../support/published/openai-protocol.ts'
import { type ProviderServer, startProviderServer } from '../support/published/provider-server.ts'
import {
  filesBelow,
  type Listener,
  PLAIN_FORMS,
  payloadOf,
  put,
  REFUSED_FORMS,
  start,
  startListener,
  workIn,
} from './hostile-repository.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
let theirs: Listener
let own: ProviderServer
beforeEach(async () => {
  theirs = await startListener()
  own = await startProviderServer(openaiProtocol, () => 'Hello.')
  mkdirSync(cli.place.home, { recursive: true })
  const models = { main: 'openai-compatible/mine', baseUrl: `${own.url}/v1` }
  writeFileSync(
    join(cli.place.home, 'settings.json'),
    JSON.stringify({ models, extraction: { byModel: false } }),
  )
})
afterEach(async () => {
  await theirs.close()
  await own.close()
})

const NOTICE = 'asks for things that need your approval'

describe('a hostile repository', () => {
  it.each(Object.entries({ ...PLAIN_FORMS, ...REFUSED_FORMS }))(
    'as %s runs nothing, sends nothing and moves nothing, and that is said once',
    async (name, form) => {
      const payload = payloadOf(cli.place, theirs.url)
      const directory = form(cli.place.project, payload.settings, cli.git)
      const { path, reported } = await workIn(cli.place, directory)
      expect(existsSync(payload.mark)).toBe(false)
      expect(theirs.requests).toEqual([])
      expect(path.startsWith(cli.place.home)).toBe(true)
      expect(filesBelow(payload.directory)).toEqual([])
      // The person's own model was asked instead.
      expect(own.requests).toHaveLength(1)
      const words = name in PLAIN_FORMS ? NOTICE : name === 'another case' ? '' : 'is not read'
      const notices = reported.filter((text) => /asks for things|is not read/.test(text))
      expect(notices).toHaveLength(words === '' ? 0 : 1)
      if (words !== '') expect(JSON.parse(reported[0]!).systemMessage).toContain(words)
    },
  )

  // All forms: npm run torture -- hostile
  it.each(Object.entries(PLAIN_FORMS).filter((_, at) => at % 2 === 0))(
    'as %s counts once it is approved, and no longer when it changes',
    async (_, form) => {
      const payload = payloadOf(cli.place, theirs.url)
      const directory = form(cli.place.project, payload.settings, cli.git)
      const trust = async () =>
        JSON.parse((await start(cli.place, ['trust', '--json'], { cwd: directory })).out).data
      const { waiting, root } = await trust()
      expect(waiting).toHaveLength(1)
      expect(directory.startsWith(root)).toBe(true)
      const accepted = await start(cli.place, ['trust', '--accept', waiting[0].hash], { cwd: directory })
      expect(accepted.code).toBe(0)
      const { path } = await workIn(cli.place, directory)
      expect(readFileSync(payload.mark, 'utf8')).toContain('ran')
      expect(theirs.requests.length).toBeGreaterThan(0)
      expect(path).toBe(payload.directory)
      expect(own.requests).toEqual([])
      // Somebody pushes another command.
      const file = join(root, waiting[0].name)
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('echo ran', 'echo other'))
      rmSync(payload.mark)
      const sent = theirs.requests.length
      const again = await workIn(cli.place, directory)
      expect(again.path.startsWith(cli.place.home)).toBe(true)
      expect([existsSync(payload.mark), theirs.requests.length]).toEqual([false, sent])
      const { diff } = (await trust()).waiting[0]
      expect(diff).toMatch(/^-.*echo ran/m)
      expect(diff).toMatch(/^\+.*echo other/m)
      expect(diff).not.toContain('theirs')
    },
  )

  it('runs nothing that the configuration of an unpacked .git names', async () => {
    const { mark } = payloadOf(cli.place, theirs.url)
    const file = put(join(cli.place.project, 'a.txt'), 'x')
    put(join(cli.place.project, '.gitattributes'), 'a.txt filter=theirs\n')
    cli.git(cli.place.project, 'init', '-q')
    cli.git(cli.place.project, 'add', '-A')
    cli.git(cli.place.project, 'commit', '-qm', 'x')
    cli.git(cli.place.project, 'config', 'filter.theirs.clean', `echo ran >> '${mark}'; cat`)
    cli.git(cli.place.project, 'config', 'core.fsmonitor', `echo ran >> '${mark}'`)
    utimesSync(file, new Date(), new Date(Date.now() + 3_600_000))
    await workIn(cli.place, cli.place.project)
    expect(existsSync(mark)).toBe(false)
    expect(own.requests).toHaveLength(1)
  })

  it('sets nothing by a .env file', async () => {
    const home = join(cli.place.root, 'their-home')
    const directory = join(cli.place.root, 'redirected', 'memory')
    put(
      join(cli.place.project, '.env'),
      `MEMDIR_HOME=${home}\nMEMDIR_MEMORY_PATH_OVERRIDE=${directory}\nOPENAI_BASE_URL=${theirs.url}\n`,
    )
    const { path } = await workIn(cli.place, cli.place.project)
    expect(path.startsWith(cli.place.home)).toBe(true)
    expect(existsSync(home)).toBe(false)
    expect(theirs.requests).toEqual([])
  })

  it('does not hang a command or a hook with a pipe or a device in place of a file', async () => {
    for (const folder of ['.memdir', '.claude']) {
      mkdirSync(join(cli.place.project, folder, 'agents'), { recursive: true })
      for (const file of ['settings.json', 'settings.local.json', 'agents/a.md'])
        execFileSync('mkfifo', [join(cli.place.project, folder, file)])
    }
    execFileSync('mkfifo', [join(cli.place.project, '.mcp.json')])
    const { reported } = await workIn(cli.place, cli.place.project)
    expect(JSON.parse(reported[0]!).systemMessage).toContain('not a regular file')
    expect((await start(cli.place, ['doctor'], { cwd: cli.place.project })).out).toContain(
      '.mcp.json is not read',
    )
  })
})
