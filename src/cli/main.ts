#!/usr/bin/env node
// The entry. Scripts ask for the version often, and nothing else is loaded for it.
import { isVersionOption, printVersion } from './version.ts'

const argv = process.argv.slice(2)
void run().then((code) => {
  process.exitCode = code
})

async function run(): Promise<number> {
  if (argv.length === 1 && isVersionOption(argv[0])) return printVersion()
  const { runCommand } = await import('./run-command.ts')
  return runCommand(argv)
}
