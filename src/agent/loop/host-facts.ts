// The computer as an agent has to know it: its system, and the shell in which its commands run.
import { release, type } from 'node:os'
import { commandShell } from '../tools/command-shell.ts'

export interface HostFacts {
  readonly platform: string
  readonly osVersion: string
  readonly shell: string
}

export function hostFacts(): HostFacts {
  return { platform: process.platform, osVersion: `${type()} ${release()}`, shell: commandShell().file }
}
