// What a table shows of a memory: a list of thousands needs neither their texts nor their other fields.
import { lastChanged, type Memory, type MemoryType, supersededBy } from '../memory.ts'

/** Times are milliseconds since 1970. */
export interface MemoryLine {
  id: string
  name: string
  /** Empty where the file has none. */
  description: string
  type: MemoryType | undefined
  importance: number | undefined
  /** `lastChanged` */
  changed: number
  expires: number | undefined
  /** The id of the memory that took its place. */
  supersededBy: string | undefined
  /** Bytes. */
  size: number
}

export function lineOf(memory: Memory): MemoryLine {
  const { id, name, description = '', type, importance, size } = memory
  const expires = memory.expires === undefined ? Number.NaN : Date.parse(memory.expires)
  return {
    id,
    name,
    description,
    type,
    importance,
    changed: Date.parse(lastChanged(memory)),
    expires: Number.isNaN(expires) ? undefined : expires,
    supersededBy: supersededBy(memory),
    size,
  }
}
