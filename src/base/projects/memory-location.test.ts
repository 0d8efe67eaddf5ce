import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { openEngine } from '../../connect/engine.ts'
import { directoryProblem } from './memory-location.ts'
import { projectName, slugOf } from './slug.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())
const open = (env: Record<string, string> = {}, directory = place.project) =>
  openEngine({ directory, env: { ...place.env, ...env }, policyPath: join(place.root, 'policy.json') })
const put = (path: string, data: unknown) => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, JSON.stringify(data))
}

describe('where memory is', () => {
  it('is below the config home by default, named after the path', () => {
    const { location } = open()
    expect(location.memory).toBe(join(place.home, 'projects', projectName(place.project), 'memory'))
    expect(location.state).toBe(join(place.home, 'projects', projectName(place.project), 'state'))
    expect(location.decidedBy).toBe('default')
  })

  it('follows the setting over the default and the override over the setting', () => {
    put(join(place.home, 'settings.json'), { autoMemoryDirectory: '~/memories/mine' })
    expect(open().location).toMatchObject({
      memory: join(place.root, 'user/memories/mine'),
      decidedBy: join(place.home, 'settings.json'),
    })
    for (const name of ['MEMDIR_MEMORY_PATH_OVERRIDE', 'CLAUDE_COWORK_MEMORY_PATH_OVERRIDE']) {
      const over = join(place.root, 'over')
      expect(open({ [name]: over }).location).toMatchObject({ memory: over, decidedBy: name })
    }
  })

  it('keeps state below the config home even when the memory is elsewhere', () => {
    const over = join(place.root, 'over')
    const first = open({ MEMDIR_MEMORY_PATH_OVERRIDE: over }).location
    const second = open({ MEMDIR_MEMORY_PATH_OVERRIDE: over }, place.root).location
    expect(first.state.startsWith(place.home)).toBe(true)
    expect(second.state).toBe(first.state)
  })

  it("takes the setting from the user's, own and policy files, never from the project's unasked", () => {
    const wanted = join(place.root, 'wanted')
    put(join(place.project, '.memdir/settings.json'), { autoMemoryDirectory: wanted })
    put(join(place.project, '.claude/settings.json'), { autoMemoryDirectory: wanted })
    expect(open().location.decidedBy).toBe('default')
    put(join(place.project, '.memdir/settings.local.json'), { autoMemoryDirectory: wanted })
    expect(open().location.decidedBy).toBe('default')
    expect(open().settings.trust.waiting).toHaveLength(3)
    put(join(place.home, 'projects', projectName(place.project), 'settings.json'), {
      autoMemoryDirectory: wanted,
    })
    expect(open().location.memory).toBe(wanted)
    put(join(place.root, 'policy.json'), { autoMemoryDirectory: join(place.root, 'policy') })
    expect(open().location.memory).toBe(join(place.root, 'policy'))
    // Nothing undoes the policy, a variable neither.
    const override = { MEMDIR_MEMORY_PATH_OVERRIDE: join(place.root, 'over') }
    expect(open(override).location.memory).toBe(join(place.root, 'policy'))
  })

  it.each(['MEMDIR_REMOTE_MEMORY_DIR', 'CLAUDE_CODE_REMOTE_MEMORY_DIR'])(
    'puts memory and state below the root that %s names',
    (name) => {
      const { location } = open({ [name]: '/mnt/store' })
      expect(location.memory).toBe(join('/mnt/store/projects', projectName(place.project), 'memory'))
      expect(location.state.startsWith('/mnt/store/projects/')).toBe(true)
      expect(() => open({ [name]: 'relative/store' })).toThrow(/refused: it is relative/)
    },
  )
})

describe('directories that are refused', () => {
  it.each([
    ['relative/dir', 'it is relative'],
    ['./x', 'it is relative'],
    ['/', 'it is the root of the file system'],
    ['//', 'it is a network (UNC) path'],
    ['/.', 'it is the root of the file system'],
    ['/a/..', 'it is the root of the file system'],
    ['/etc', 'it is directly below the root of the file system'],
    ['/etc/', 'it is directly below the root of the file system'],
    ['/etc/../usr', 'it is directly below the root of the file system'],
    ['C:\\', 'it is a drive root'],
    ['c:', 'it is a drive root'],
    ['\\\\server\\share\\x', 'it is a network (UNC) path'],
    ['//server/share/x', 'it is a network (UNC) path'],
    ['/a/b\0c', 'it has a NUL byte'],
    ['/home/ann', 'it is the home directory itself'],
    ['/home/ann/', 'it is the home directory itself'],
    ['/home/ann/x/..', 'it is the home directory itself'],
  ])('%j: %s', (path, reason) => {
    expect(directoryProblem(path, '/home/ann')?.en).toBe(reason)
  })

  it.each(['/home/ann/memories', '/srv/memories/', '/home/anna'])('takes %s', (path) => {
    expect(directoryProblem(path, '/home/ann')).toBeUndefined()
  })

  it('says which source is refused and what to do', () => {
    expect(() => open({ MEMDIR_MEMORY_PATH_OVERRIDE: 'x' })).toThrow(
      'the memory directory of MEMDIR_MEMORY_PATH_OVERRIDE is refused: it is relative',
    )
    put(join(place.home, 'settings.json'), { autoMemoryDirectory: '~' })
    expect(() => open()).toThrow(/settings\.json is refused: it is the home directory itself/)
  })
})

describe('names of project directories', () => {
  it('turn everything but letters and digits into a dash', () => {
    expect(slugOf('/home/ann/my_app v2.0')).toBe('-home-ann-my-app-v2-0')
    expect(slugOf('/代码/项目')).toBe('-代码-项目')
    expect(slugOf('C:\\Users\\x')).toBe('C--Users-x')
  })

  it('differ for paths that look the same as a slug', () => {
    const paths = ['/a/b-c', '/a/b/c', '/a/b_c', '/a-b/c', `/a/${'x'.repeat(300)}`, `/a/${'x'.repeat(301)}`]
    expect(new Set(paths.map(projectName)).size).toBe(paths.length)
  })

  it('fit into a file name however long the path is', () => {
    for (const path of [`/${'长'.repeat(500)}`, `/${'x'.repeat(5000)}`, `/${'😀'.repeat(200)}`]) {
      expect(Buffer.byteLength(projectName(path))).toBeLessThan(255)
      expect(basename(projectName(path))).toBe(projectName(path))
    }
  })
})
