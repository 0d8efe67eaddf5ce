// What every importer gives: memories that are not ours yet, with where they came from.

import type { Message } from '../../../base/messages/message.ts'
import { MemdirError } from '../../../base/values/errors.ts'
import type { UsageTotals } from '../../records/usage.ts'
import type { NewMemory } from '../../records.ts'

export interface ImportedMemory extends NewMemory {
  content: string
  /** The whole file, where memdir wrote it: it is taken over as it is. `file` is its place then. */
  text?: string
  usage?: UsageTotals
}

/** A file that was read. */
export interface SourceFile {
  text: string
  /** When it was changed last, ISO; undefined where it came by another way. */
  modified?: string | undefined
}

type Times = Pick<ImportedMemory, 'created' | 'updated'>

/** An import is as old as what it was made of: it says so itself, or the file does that it was in. */
export function aged<M extends Times>(memory: M, modified: string | undefined): M {
  const updated = memory.updated ?? memory.created ?? modified
  return updated === undefined ? memory : { ...memory, created: memory.created ?? updated, updated }
}

/** An entry with a value that has no meaning. The others are imported without it. */
export interface RefusedEntry {
  /** Which one of the document, from 1. */
  at: number
  problem: Message
}

/** Reads each entry by itself: one that cannot be taken does not keep out the rest. */
export function readEach<E, R>(
  entries: readonly E[],
  read: (entry: E) => R,
): { taken: R[]; refused: RefusedEntry[] } {
  const refused: RefusedEntry[] = []
  const taken = entries.flatMap((entry, at) => {
    try {
      return [read(entry)]
    } catch (error) {
      if (!MemdirError.is(error)) throw error
      refused.push({ at: at + 1, problem: error.messages.message })
      return []
    }
  })
  return { taken, refused }
}

export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** An ISO time, or undefined where it is none; numbers are seconds or milliseconds since 1970. */
export function isoTime(value: unknown): string | undefined {
  const time =
    typeof value === 'number' ? (value < 1e11 ? value * 1000 : value) : Date.parse(nonEmptyText(value) ?? '')
  if (!Number.isFinite(time) || Math.abs(time) > 8e15) return undefined
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}

/** The same where it is a time; what else was given is kept, to be refused by the check of fields. */
export function givenTime(value: unknown): unknown {
  return value === undefined || value === null ? undefined : (isoTime(value) ?? value)
}

export function nonEmptyTexts(value: unknown): string[] {
  const list = typeof value === 'string' ? parseList(value) : value
  return Array.isArray(list) ? list.flatMap((item) => nonEmptyText(item) ?? []) : []
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
