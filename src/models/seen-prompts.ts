// Which prompts a client's hook has seen, as marks without text: what the log says was typed has to agree with them.
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomic } from '../base/files/atomic-write.ts'
import { readRegularText } from '../base/files/read-regular.ts'
import { attempt } from '../base/values/attempt.ts'
import { promptMark, type SeenPrompts } from './transcript/seen-by-hook.ts'

/** A line is a time and a mark: some 25,000 prompts. */
const MOST_BYTES = 1 << 20
const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\da-f]{16})$/

/** By project and client, not by conversation: a fork repeats what was typed in another one. */
export function noteSeen(state: string, agent: string, typed: string): void {
  const path = pathOf(state, agent)
  const line = `${new Date().toISOString()} ${promptMark(typed)}\n`
  try {
    appendFileSync(path, line, { mode: 0o600 })
  } catch {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    appendFileSync(path, line, { mode: 0o600 })
  }
}

export function readSeen(state: string, agent: string): SeenPrompts {
  const found = linesOf(state, agent).map((line) => LINE.exec(line))
  const times = new Map<string, number[]>()
  for (const [, time = '', mark = ''] of found.filter((match) => match !== null)) {
    const known = times.get(mark)
    if (known) known.push(Date.parse(time))
    else times.set(mark, [Date.parse(time)])
  }
  for (const all of times.values()) all.sort((one, other) => one - other)
  return { since: found.find((match) => match !== null)?.[1], times }
}

/** The first line stays: it says since when the hook is called. */
export function removeOldSeen(state: string): void {
  for (const agent of attempt(() => readdirSync(join(state, 'seen'))) ?? []) {
    const lines = linesOf(state, agent)
    if (lines.length * 42 <= MOST_BYTES) continue
    const kept = [...lines.slice(0, 1), ...lines.slice(Math.ceil(lines.length / 2))]
    writeFileAtomic(pathOf(state, agent), kept.map((line) => `${line}\n`).join(''), { durable: false })
  }
}

function linesOf(state: string, agent: string): string[] {
  const text = readRegularText(pathOf(state, agent), 4 * MOST_BYTES)
  return text?.split('\n').filter((line) => line !== '') ?? []
}

function pathOf(state: string, agent: string): string {
  return join(state, 'seen', agent)
}
