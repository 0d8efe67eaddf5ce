// A home of its own for each test of a file, and the built command to run in it.
import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../src/testing/temporary-home.ts'
import { type RunOptions, runJson, runMemdir } from './run-memdir.ts'

export function useCli() {
  let place: TemporaryHome
  beforeEach(() => {
    place = temporaryHome()
  })
  afterEach(() => place.remove())
  const below = (...parts: string[]) => join(place.root, ...parts)
  const json = (args: string[], options?: RunOptions) => runJson(place, args, options)
  return {
    get place() {
      return place
    },
    below,
    json,
    run: (args: string[], options?: RunOptions) => runMemdir(place, args, options),
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
