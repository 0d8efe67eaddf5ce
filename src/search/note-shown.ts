// What a conversation has been given, and what it opened by itself: neither is attached again.

import { join } from 'node:path'
import { isInside } from '../base/paths/is-inside.ts'
import { redactFor } from '../base/secrets/redact-for.ts'
import { attempt } from '../base/values/attempt.ts'
import { isAgentMemory } from '../memory/agent-memory-directory.ts'
import { INDEX_FILE, memoryRoots } from '../memory/memory-path.ts'
import { nameIn, storesOf } from '../memory/places.ts'
import { openUsageLog } from '../memory/usage-log.ts'
import type { ProjectContext } from './project-context.ts'
import type { RecallResult } from './recall.ts'
import { readShown, recordShown } from './shown-record.ts'

/** Never throws: what cannot be recorded is shown again, which is better than not at all. */
export async function noteShown(
  context: ProjectContext,
  conversation: string,
  {
    memories,
    weak = [],
    episodes = [],
    text,
    prompt,
    wish,
  }: Pick<RecallResult, 'memories' | 'weak' | 'episodes' | 'text' | 'prompt' | 'wish'>,
  occasion?: string,
): Promise<void> {
  const { location, clock } = context
  if (wish === 'ignore-conversation' || wish === 'use-again') {
    const ignoring = wish === 'ignore-conversation'
    attempt(() => recordShown(location.state, conversation, { ignoring }))
  }
  if (memories.length + weak.length + episodes.length === 0)
    return noteNothing(location.state, conversation, occasion, wish === 'ignore-message')
  const shown = [...memories, ...weak, ...episodes].map(({ memory }) => memory.file)
  attempt(() =>
    recordShown(location.state, conversation, {
      shown,
      now: shown,
      prompt: occasion,
      bytes: Buffer.byteLength(text),
    }),
  )
  const isHarmless = await harmlessWords(prompt)
  const uses = (all: RecallResult['memories']) =>
    all.map(({ memory, similarity, why }) => ({
      id: memory.id,
      similarity,
      terms: (why as { matchedTerms?: readonly string[] }).matchedTerms?.filter(isHarmless),
      conversation,
    }))
  // Each place counts its own: elsewhere nobody would know these ids.
  for (const { state } of storesOf(context)) {
    const there = memories.filter(({ place }) => place.state === state)
    if (there.length > 0) openUsageLog(join(state, 'usage'), clock).record(uses(there))
  }
}

/** This prompt was given nothing: what the one before it was given, or asked of memory, does not hold any more. */
function noteNothing(state: string, conversation: string, prompt: string | undefined, aside: boolean): void {
  const before = readShown(state, conversation)
  if (aside || before.aside || before.now?.length)
    attempt(() => recordShown(state, conversation, { now: [], prompt, ...(aside && { aside }) }))
}

/** What is left of the prompt without its secrets: a password alone looks like any other word. */
async function harmlessWords(prompt: string | undefined): Promise<(word: string) => boolean> {
  const clean = prompt === undefined ? '' : await redactFor(prompt, 'agent').catch(() => '')
  if (clean === prompt) return () => true
  const left = clean.toLowerCase()
  return (word) => left.includes(word.toLowerCase())
}

/** Whether the conversation was told to leave memory aside. */
export function ignoresMemory({ location }: ProjectContext, conversation: string): boolean {
  return readShown(location.state, conversation).ignoring === true
}

export function hasIndex({ location }: ProjectContext, conversation: string): boolean {
  return readShown(location.state, conversation).shown.includes(INDEX_FILE)
}

/** Never throws, as above. */
export function noteIndex({ location }: ProjectContext, conversation: string): void {
  attempt(() => recordShown(location.state, conversation, { shown: [INDEX_FILE] }))
}

/** Only what each of them has: where it is not certain which one is meant, a repetition is better than silence. */
export function inheritShown(
  { location: { state } }: ProjectContext,
  [first, ...others]: readonly string[],
  conversation: string,
): void {
  if (first === undefined) return
  const { shown, read, bytes, told = [], ignoring } = readShown(state, first)
  const rest = others.map((other) => readShown(state, other))
  const held = (file: string) => rest.every((record) => [...record.shown, ...record.read].includes(file))
  const wasTold = (file: string) => rest.every((record) => record.told?.includes(file))
  recordShown(state, conversation, {
    shown: shown.filter(held),
    read: read.filter(held),
    told: told.filter(wasTold),
    bytes: rest.length === 0 ? bytes : 0,
    ...(ignoring && rest.every((record) => record.ignoring) && { ignoring }),
  })
}

export function noteRead(context: ProjectContext, conversation: string, paths: readonly string[]): void {
  const { state } = context.location
  const read = paths.flatMap((path) => memoryAt(context, path) ?? [])
  if (read.length > 0) recordShown(state, conversation, { read })
}

/** A path as memories are named. */
function memoryAt(context: ProjectContext, path: string): string | undefined {
  for (const place of storesOf(context)) {
    const root = memoryRoots(place.directory).find((one) => isInside(one, path))
    if (root !== undefined) return nameIn(place, path.slice(root.length + 1))
  }
  return isAgentMemory(path) ? path : undefined
}
