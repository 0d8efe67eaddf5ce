// The entries of daily logs as search follows them: each is a document of its own, found by itself and never as a whole
// file. A log is a directory here, whose entries are the files: its time changes with every line.
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { changeStamp } from '../../base/files/change-stamp.ts'
import { attempt } from '../../base/values/attempt.ts'
import { LOGS, type LogEntry, logEntries, timeOfEntry } from '../../memory/daily-log.ts'
import type { Memory } from '../../memory/memory.ts'
import { parseMemory } from '../../memory/memory-file.ts'
import { readMemoryText } from '../../memory/read-memory-file.ts'
import { listLogFiles } from '../../memory/scan-files.ts'
import type { MemoryFiles } from './memory-files.ts'

/** `directory`: the memory directory. An entry is called `logs/2026/04/2026-04-09.md#3`. */
export function logFiles(directory: string): MemoryFiles {
  const entriesOf = (log: string) => logEntries(readMemoryText(directory, log) ?? '')
  const read = (file: string) => {
    const [log = '', number] = file.split('#')
    const entry = entriesOf(log).find((one) => String(one.number) === number)
    return entry && memoryOf(file, log, entry)
  }
  return {
    tree() {
      const { files, directories } = listLogFiles(directory)
      const named = files.flatMap((log) => entriesOf(log).map(({ number }) => `${log}#${number}`))
      return { files: named, directories: [...directories, ...files] }
    },
    state(file) {
      const [log = ''] = file.split('#')
      const stat = attempt(() => lstatSync(join(directory, log)))
      return stat?.isFile() ? { size: stat.size, stamp: changeStamp(stat) } : undefined
    },
    read,
    readSome: (files) => files.flatMap((file) => read(file) ?? []),
    directoryTime: (path) => attempt(() => lstatSync(join(directory, path || LOGS)).mtimeMs),
  }
}

function memoryOf(file: string, log: string, { time, text }: LogEntry): Memory {
  const modified = timeOfEntry(log, { time })
  // Behind an empty line: an entry is no frontmatter, however it begins.
  const memory = parseMemory(Buffer.from(`\n${text}\n`, 'utf8'), { file, modified })
  // An entry has no title: its moment is what people know it by.
  return { ...memory, name: `${log.slice(-13, -3)} ${time.slice(0, 5)}` }
}
