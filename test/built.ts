// Where the built program is. A test that runs it gets it from here, and is named `*.built.test.ts`.
import { fileURLToPath } from 'node:url'

/** A file of `dist/`. */
export const builtFile = (path: string): string => fileURLToPath(new URL(`../dist/${path}`, import.meta.url))

export const COMMAND = builtFile('bin/memdir.js')
export const HOOK = builtFile('bin/hook.js')
