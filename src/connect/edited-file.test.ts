import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { SetupPlaces } from './agent-setup.ts'
import { setupPlaces } from './agent-setup.ts'
import { AGENT_SETUPS, filesElsewhere, planInstall, planRemove } from './agent-setups.ts'
import { realTarget } from './edited-file.ts'
import { applyEdits } from './file-edit.ts'
import { planOut } from './plan-file.ts'

let place: TemporaryHome
let places: SetupPlaces
let outside: string
beforeEach(() => {
  place = temporaryHome()
  places = setupPlaces(place.env, place.project)
  outside = join(place.root, 'outside')
  mkdirSync(outside)
})
afterEach(() => place.remove())

const SETUPS = AGENT_SETUPS.flatMap((setup) => [setup, ...(setup.other ? [setup.other] : [])])
const setupOf = (name: string) => SETUPS.find((setup) => setup.name === name)!
const inProject = (path: string) => path.startsWith(`${place.project}/`)

function refusalOf(work: () => unknown): MemdirError | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (MemdirError.is(error)) return error
    throw error
  }
}

/** Everything outside, by name, kind and content. */
function everythingOutside(): string[] {
  return readdirSync(outside, { recursive: true })
    .map(String)
    .sort()
    .map((name) => {
      const path = join(outside, name)
      return `${name} ${lstatSync(path).isFile() ? readFileSync(path, 'utf8') : ''}`
    })
}

/** How a repository can lead a file of its own elsewhere. */
const TRAPS: Record<string, (file: string) => void> = {
  'the file is a link': (file) => symlinkSync(join(outside, 'startup'), file),
  'the file is a link to nothing': (file) => symlinkSync(join(outside, 'new'), file),
  'the file is a relative link': (file) =>
    symlinkSync(relative(dirname(file), join(outside, 'startup')), file),
  'the file has another name': (file) => linkSync(join(outside, 'startup'), file),
  'a directory above is a link': (file) => {
    const top = join(place.project, relative(place.project, file).split('/')[0]!)
    rmSync(top, { recursive: true })
    symlinkSync(outside, top)
  },
  'the directory above is a link': (file) => {
    const target = join(outside, relative(place.project, dirname(file)).split('/').slice(1).join('/'))
    mkdirSync(target, { recursive: true })
    rmSync(dirname(file), { recursive: true })
    symlinkSync(target, dirname(file))
  },
  'the file is a directory': (file) => mkdirSync(file),
}

const PROJECT_FILES = SETUPS.flatMap(({ name, files }) =>
  files({ ...setupPlaces({}, '/p'), project: '/p' }).flatMap(({ path, project }) => {
    // A file below the project is the project's, and no other is.
    expect(project).toBe(path.startsWith('/p/') ? '/p' : undefined)
    return project === undefined ? [] : [{ name, file: relative('/p', path) }]
  }),
)

it('are seven, of four agents', () => {
  expect(PROJECT_FILES.map(({ file }) => file).sort()).toEqual([
    '.cursor/mcp.json',
    '.cursor/rules/memdir.mdc',
    '.devin/mcp_config.json',
    '.github/copilot-instructions.md',
    '.kiro/settings/mcp.json',
    '.kiro/steering/memdir.md',
    '.vscode/mcp.json',
  ])
})

describe.each(PROJECT_FILES)('$name: $file of a repository that leads it elsewhere', ({ name, file }) => {
  it.each(Object.keys(TRAPS))('is refused, with what to do: %s', (trap) => {
    const path = join(place.project, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(join(outside, 'startup'), 'export PATH\n')
    TRAPS[trap]!(path)
    const before = everythingOutside()
    for (const plan of [planInstall, planRemove]) {
      const refusal = refusalOf(() => applyEdits(plan(setupOf(name), places)))
      expect(refusal?.code).toBe('refused_path')
      expect(refusal?.message).toContain(join(place.project, file.split('/')[0]!))
      expect(refusal?.fix).toContain('ls -ld')
    }
    expect(everythingOutside()).toEqual(before)
  })

  it.each(['the file is a link to nothing', 'a directory above is a link'])(
    'is not written where it was put in place after the plan: %s',
    (trap) => {
      const path = join(place.project, file)
      const edits = planInstall(setupOf(name), places).filter((edit) => edit.path === path)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(join(outside, 'startup'), 'export PATH\n')
      TRAPS[trap]!(path)
      const before = everythingOutside()
      expect(refusalOf(() => applyEdits(edits))?.code).toBe('refused_path')
      expect(everythingOutside()).toEqual(before)
    },
  )

  it('is not removed elsewhere, nor are directories', () => {
    applyEdits(planInstall(setupOf(name), places))
    const path = join(place.project, file)
    const edits = planRemove(setupOf(name), places)
    const elsewhere = filesElsewhere({ ...places, project: '/nowhere' })
    expect(elsewhere.map((one) => one.path)).toContain(path)
    const top = join(place.project, file.split('/')[0]!)
    renameSync(top, join(outside, 'moved'))
    symlinkSync(join(outside, 'moved'), top)
    const before = everythingOutside()
    expect(refusalOf(() => applyEdits(edits))?.code).toBe('refused_path')
    const wanted = elsewhere.find((one) => one.path === path)!
    expect(refusalOf(() => planOut(wanted, places.home))?.code).toBe('refused_path')
    expect(everythingOutside()).toEqual(before)
  })

  it('goes in and out again where it is plain, with the directories that were made', () => {
    applyEdits(planInstall(setupOf(name), places))
    expect(existsSync(join(place.project, file))).toBe(true)
    expect(lstatSync(dirname(join(place.project, file))).mode & 0o700).toBe(0o700)
    applyEdits(planRemove(setupOf(name), places))
    expect(readdirSync(place.project)).toEqual([])
  })
})

it('a link of the person’s own is followed, and the target is known', () => {
  const target = join(outside, 'settings.json')
  writeFileSync(target, '{"model": "x"}\n')
  const path = join(places.userHome, '.gemini', 'settings.json')
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
  const [edit] = planInstall(setupOf('gemini'), places)
  expect(inProject(edit!.path)).toBe(false)
  expect(realTarget(edit!.path)).toBe(target)
  expect(realTarget(join(outside, 'not', 'there'))).toBe(join(outside, 'not', 'there'))
  applyEdits([edit!])
  expect(readFileSync(target, 'utf8')).toContain('memdir')
  expect(lstatSync(path).isSymbolicLink()).toBe(true)
})
