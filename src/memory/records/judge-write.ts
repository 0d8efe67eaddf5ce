// What the writer asks before a program's text becomes a file, whichever door it came by: tools, adapters, commands.

import { attempt } from '../../base/values/attempt.ts'
import { isLogFile } from '../daily-log.ts'
import { repairFrontmatter } from '../doctor/repair-frontmatter.ts'
import { AGENT_FILE_MAX_BYTES, type Memory, type MemorySource } from '../memory.ts'
import { changeMemory, parseMemory } from '../memory-file.ts'
import { INDEX_FILE } from '../memory-path.ts'
import { isPerson, originOf } from '../origin-rules.ts'
import type { JudgedWrite, WriteJudge } from '../writer.ts'
import { checkAgentSize } from './check-memory.ts'
import { judgeMemory, refusedText } from './judge-memory.ts'

/** Throws what is refused; otherwise the text, saying of its origin no more than its writer may. */
export const judgeWrite: WriteJudge = (given) => {
  if (isPerson(given.actor)) return given.after
  if (given.file === INDEX_FILE || given.file.endsWith(`/${INDEX_FILE}`)) return judgedIndex(given)
  checkGrowth(given)
  // What a later repair would make readable is judged now: by then nobody knows who wrote it.
  const write = { ...given, after: repairFrontmatter(given.after) ?? given.after }
  const memory = parsed(write.file, write.after)
  const before = write.before === undefined ? undefined : parsed(write.file, write.before)
  const judgement = judgeMemory({ actor: write.actor, memory, before })
  if (judgement.verdict !== 'accept') throw refusedText(judgement.reason)
  const source = before ? changedSource(write, before, memory) : newSource(write, memory)
  // A text without frontmatter claims nothing, and stays as it is; so does what cannot be read.
  if (memory.frontmatter !== 'ok' || isSame(source, memory.source)) return write.after
  return attempt(() => changeMemory(Buffer.from(write.after, 'utf8'), { source })) ?? write.after
}

/** Whoever makes a long memory of the person's shorter is welcome. A daily log has no end: what is added to it counts. */
function checkGrowth({ file, before = '', after }: JudgedWrite): void {
  if (Buffer.byteLength(after) <= Buffer.byteLength(before)) return
  checkAgentSize(isLogFile(file) ? after.slice(before.length) : after, AGENT_FILE_MAX_BYTES)
}

function parsed(file: string, text: string): Memory {
  return parseMemory(Buffer.from(text, 'utf8'), { file, modified: new Date(0) })
}

function judgedIndex({ actor, before, after }: JudgedWrite): string {
  const judgement = judgeMemory({ actor, memory: { content: after }, before: { content: before ?? '' } })
  if (judgement.verdict !== 'accept') throw refusedText(judgement.reason)
  return after
}

function newSource({ actor, source, proven }: JudgedWrite, memory: Memory): MemorySource {
  const claimed = memory.source?.origin
  return { ...memory.source, ...known(source), origin: originOf({ actor, claimed, proven }) }
}

/** Who changes the words of another takes them upon themselves; who does not leaves the origin as it is. */
function changedSource(
  { actor, source, proven }: JudgedWrite,
  before: Memory,
  now: Memory,
): MemorySource | undefined {
  const [had, claimed] = [before.source?.origin, now.source?.origin]
  if (!isReworded(before, now)) return proven || claimed === had ? now.source : before.source
  if (had === undefined && claimed === undefined) return now.source
  const isOwn = claimed !== had || proven
  const origin = originOf({ actor, claimed: isOwn || had !== 'user' ? claimed : 'agent', proven })
  return origin === had ? now.source : { ...now.source, ...known(source), origin }
}

function isReworded(before: Memory, now: Memory): boolean {
  const words = ({ content, name, description }: Memory) => [content.trim(), name, description].join('\n')
  return words(before) !== words(now)
}

/** The conversation that the door knows; a file may name any. */
function known(source: MemorySource | undefined): MemorySource {
  return source?.conversation === undefined ? {} : { conversation: source.conversation }
}

function isSame(one: MemorySource | undefined, other: MemorySource | undefined): boolean {
  const key = (source: MemorySource | undefined) =>
    JSON.stringify([source?.origin, source?.conversation, source?.message])
  return key(one) === key(other)
}
