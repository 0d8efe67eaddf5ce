// Daily logs: `logs/YYYY/MM/YYYY-MM-DD.md` below the memory directory, lines that are only ever appended. They are no
// memories: not listed, without a pointer; search knows their entries.

/** Below the memory directory. */
export const LOGS = 'logs'
const LOG_FILE = /^logs\/(\d{4})\/(\d\d)\/\1-\2-\d\d\.md$/
const ENTRY = /^[-*] (\d\d:\d\d(?::\d\d)?) (.+)$/

export interface LogEntry {
  /** From 1, in the order of the file. */
  number: number
  /** HH:MM or HH:MM:SS, as it was written. */
  time: string
  text: string
}

export function isLogFile(file: string): boolean {
  return LOG_FILE.test(file)
}

/** The file of a local day. */
export function logFileOf(time: Date): string {
  const [year, month, day] = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())]
  return `${LOGS}/${year}/${month}/${year}-${month}-${day}.md`
}

/** One line, however the text was written. */
export function logLine(text: string, time: Date): string {
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')
  return `- ${clock} ${text.replace(/\s+/g, ' ').trim()}\n`
}

/** Lines that are none (a heading, an empty line) are passed over. */
export function logEntries(text: string): LogEntry[] {
  const entries: LogEntry[] = []
  for (const line of text.split(/\r?\n/)) {
    const [, time, said] = ENTRY.exec(line.trimEnd()) ?? []
    if (time !== undefined && said !== undefined)
      entries.push({ number: entries.length + 1, time, text: said })
  }
  return entries
}

/** The day of the file and the time of the entry: noon where that is none, and long ago where the day is none. */
export function timeOfEntry(file: string, { time }: Pick<LogEntry, 'time'>): Date {
  const day = file.slice(-13, -3)
  const said = [time, '12:00'].map((clock) => new Date(`${day}T${clock}`))
  return said.find((one) => !Number.isNaN(one.getTime())) ?? new Date(0)
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
