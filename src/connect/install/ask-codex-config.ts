// Codex does not start with a configuration that it cannot read, so it is asked first, in a directory of its own: what
// it says about the planned text, and where it refuses that, whether it could read the present one.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GUARD_VARIABLE } from '../../base/processes/guard.ts'
import { attempt } from '../../base/values/attempt.ts'
import { systemCode } from '../../base/values/errors.ts'
import type { AgentAnswer, SetupPlaces } from '../agent-setup.ts'
import type { FileEdit } from '../file-edit.ts'

const DEADLINE_MS = 10_000

export function askCodexConfig(places: SetupPlaces, { before, after }: FileEdit): AgentAnswer {
  const planned = askAbout(places, after ?? '')
  if (planned.status !== 'refused') return planned
  // It could not read it before either: that is not by what we add or take away.
  const isBroken = askAbout(places, before ?? '').status === 'refused'
  return isBroken ? { status: 'unasked', why: 'broken-before' } : planned
}

/** `--version` would accept anything; the list of servers reads all of the file, and starts none. */
function askAbout({ env, project }: SetupPlaces, text: string): AgentAnswer {
  const directory = mkdtempSync(join(tmpdir(), 'memdir-codex-'))
  try {
    writeFileSync(join(directory, 'config.toml'), text)
    const done = spawnSync('codex', ['mcp', 'list'], {
      cwd: project,
      env: { ...env, CODEX_HOME: directory, [GUARD_VARIABLE]: '1' },
      encoding: 'utf8',
      timeout: DEADLINE_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (systemCode(done.error) === 'ENOENT') return { status: 'unasked', why: 'not-found' }
    if (done.error || done.status === null) return { status: 'unasked', why: 'no-answer' }
    return done.status === 0 ? { status: 'accepted' } : { status: 'refused', reason: reasonIn(done.stderr) }
  } finally {
    attempt(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }))
  }
}

/** Without the warning about the temporary directory and the stack. */
function reasonIn(output: string): string {
  const [said = ''] = output.split(/\nStack backtrace:/)
  const lines = said.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '' && !line.startsWith('WARNING'))
    .join(' ')
    .slice(0, 400)
}
