// Proves, where strace is installed, that the injector sees every call that changes the disk.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMDIR, run } from '../lib/processes.mjs'

/** System calls, by the name under which the shim counts them. Writes and opens need a look at what they are for. */
const NAMES = {
  rename: 'rename|renameat|renameat2',
  link: 'link|linkat',
  unlink: 'unlink|unlinkat',
  mkdir: 'mkdir|mkdirat',
  symlink: 'symlink|symlinkat',
  rmdir: 'rmdir',
  ftruncate: 'ftruncate',
  fsync: 'fsync',
  fdatasync: 'fdatasync',
  pwrite: 'pwrite64|pwritev|pwritev2',
  chmod: 'chmod|fchmodat',
  fchmod: 'fchmod',
}
/** A change of the disk by any of these would not be seen at all. */
const UNSEEN = 'io_uring_enter|fallocate|truncate|sync_file_range'

export async function missedCalls(directory, injector, { options, env }) {
  if (!injector.seesNative || spawnSync('strace', ['-V']).status !== 0) return []
  const file = join(directory, 'strace')
  const names = [...Object.values(NAMES), UNSEEN].join('|').split('|')
  const plan = injector.plan({ id: 'strace' })
  const trace = ['-f', '-o', file, '-e', `trace=${names.join(',')}`]
  const command = [process.execPath, MEMDIR, 'add', 'A sentence about herons', '--name', 'Herons']
  const done = await run([...trace, ...command], { ...options, file: 'strace', env: { ...env, ...plan.env } })
  if (done.code !== 0) return []
  const traced = readFileSync(file, 'utf8')
  const { calls } = plan.happened()
  const count = (pattern) => [...traced.matchAll(new RegExp(`^\\d+ +(?:${pattern})\\(`, 'gm'))].length
  const missed = Object.entries(NAMES).flatMap(([name, pattern]) => {
    const seen = calls.filter((call) => call.replace(/64? .*| .*/, '') === name).length
    return count(pattern) === seen ? [] : [`the injector saw ${seen} of ${count(pattern)} calls of ${name}`]
  })
  return count(UNSEEN) === 0 ? missed : [...missed, `calls that the injector does not see: ${UNSEEN}`]
}
