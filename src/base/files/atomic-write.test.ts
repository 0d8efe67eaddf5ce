import { spawnSync } from 'node:child_process'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { identityOf, ownIdentity, type ProcessIdentity } from '../processes/process-identity.ts'
import { abandonedBelow } from './abandoned-files.ts'
import { temporaryName, writeFileAtomic } from './atomic-write.ts'

const nameOf = ({ pid, start, world }: ProcessIdentity) =>
  `.memdir-tmp-${[pid, start, ...world.split('/'), 'abc'].join('_')}`

function endedProcess(): ProcessIdentity {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  return { ...ownIdentity(), pid }
}

function placeWith(...names: string[]): string {
  const directory = temporaryDirectory()
  for (const name of names) writeFileSync(join(directory, name), 'half')
  return directory
}

test('the next write into a directory removes what a killed process left there', () => {
  const directory = placeWith(nameOf(endedProcess()), '.memdir-tmp-abc', '.other')
  writeFileAtomic(join(directory, 'a'), 'whole')
  expect(readdirSync(directory).sort()).toEqual(['.other', 'a'])
})

test('what a living process still writes stays', () => {
  const living = [temporaryName(), nameOf(identityOf(process.ppid))]
  const directory = placeWith(...living)
  writeFileAtomic(join(directory, 'a'), 'whole')
  expect(readdirSync(directory).sort()).toEqual([...living, 'a'].sort())
})

test('what another machine left goes when nobody can still be writing it', () => {
  const foreign = (pid: number) => nameOf({ pid, start: '1', world: 'elsewhere/0a1b2c3d/4026531836' })
  const directory = placeWith(foreign(1), foreign(2))
  const days = Date.now() / 1000 - 2 * 86_400
  utimesSync(join(directory, foreign(1)), days, days)
  writeFileAtomic(join(directory, 'a'), 'whole')
  expect(readdirSync(directory)).toEqual([foreign(2), 'a'])
})

test('a directory is looked through once, and as a whole when asked', () => {
  const directory = placeWith()
  writeFileAtomic(join(directory, 'sub/a'), '1')
  const left = join(directory, 'sub', nameOf(endedProcess()))
  writeFileSync(left, 'half')
  writeFileAtomic(join(directory, 'sub/a'), '2')
  expect(abandonedBelow(directory)).toEqual([left])
})
