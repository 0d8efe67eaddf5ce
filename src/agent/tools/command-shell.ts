// The shell that a command line is given to: without the person's start files, so that it is the same on every machine.
import { existsSync } from 'node:fs'

export function commandShell(): { readonly file: string; readonly args: readonly string[] } {
  return existsSync('/bin/bash')
    ? { file: '/bin/bash', args: ['--norc', '--noprofile'] }
    : { file: '/bin/sh', args: [] }
}
