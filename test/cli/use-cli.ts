// A home of its own for each test of a file, and the built command to run in it.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { projectName } from '../../src/base/projects/slug.ts'
import { keepModels, takeModels } from '../shared-models.ts'
import { type TemporaryHome, temporaryHome } from '../support/published/temporary-home.ts'
import { type RunMemdirOptions, runJson, runMemdir } from './run-memdir.ts'

export interface UseCliOptions {
  /** Made once for the file; every test begins with a copy of it. */
  prepare?(): void
  /** The tests embed with the real models. */
  models?: boolean
}

export function useCli({ prepare, models }: UseCliOptions = {}) {
  let place: TemporaryHome
  let prepared: string | undefined
  // Not cpSync, which cuts the nanoseconds off: search data would be out of date.
  const copy = (from: string, to: string) => void execFileSync('cp', ['-a', from, to])
  const modelsDirectory = () => join(place.home, 'models')
  const begin = () => {
    if (prepared) return copy(prepared, place.root)
    place = temporaryHome()
    if (!prepare) return
    prepare()
    prepared = `${place.root}-prepared`
    copy(place.root, prepared)
  }
  beforeEach(() => {
    begin()
    if (models) takeModels(modelsDirectory())
  })
  afterEach(() => {
    keepModels(modelsDirectory())
    place.remove()
  })
  afterAll(() => {
    if (prepared) rmSync(prepared, { recursive: true, force: true })
  })
  const below = (...parts: string[]) => join(place.root, ...parts)
  const json = (args: string[], options?: RunMemdirOptions) => runJson(place, args, options)
  return {
    get place() {
      return place
    },
    below,
    /** Where `memdir path` says that the memories of the project are, unless a test moves them. */
    get memory() {
      return join(place.home, 'projects', projectName(place.project), 'memory')
    },
    json,
    /** For a test that embeds where the others do not. */
    takeModels: () => takeModels(modelsDirectory()),
    run: (args: string[], options?: RunMemdirOptions) => runMemdir(place, args, options),
    add: (text: string, ...more: string[]) => json(['add', text, ...more]).data.memory,
    git: (cwd: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
        cwd,
        stdio: 'pipe',
      }),
    /** An editor that is a shell script; "$1" is the file. */
    editor(script: string): Record<string, string> {
      writeFileSync(below('editor.sh'), `#!/bin/sh\n${script}\n`)
      chmodSync(below('editor.sh'), 0o755)
      return { EDITOR: below('editor.sh') }
    },
  }
}
