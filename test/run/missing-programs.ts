// Before the tests: which of them are skipped because a program is missing here, and how to get it.
import { spawnSync } from 'node:child_process'

const PROGRAMS = [
  { name: 'tmux', args: ['-V'], tests: 'screens of memdir chat (test/cli/chat-screen.built.test.ts)' },
  { name: 'script', args: ['--version'], tests: 'questions at a terminal (package bsdutils)' },
  { name: 'zsh', args: ['--version'], tests: 'completion in zsh' },
  { name: 'fish', args: ['--version'], tests: 'completion in fish' },
]

/** It is set up once for each group of tests, and said once. */
const state = globalThis as { memdirSaidMissing?: true }

export function setup(): void {
  if (process.platform === 'win32' || state.memdirSaidMissing) return
  state.memdirSaidMissing = true
  const missing = PROGRAMS.filter(({ name, args }) => spawnSync(name, args).status !== 0)
  for (const { name, tests } of missing)
    process.stderr.write(
      `skipped, because ${name} is not installed (Debian: apt-get install ${name}): ${tests}\n`,
    )
}
