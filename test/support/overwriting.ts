// Writes as tests set a scene: whatever is there by now, the file says this from now on.
import { MemdirError } from '../../src/base/values/errors.ts'
import { contentHash } from '../../src/base/values/hash.ts'
import type { MemoryWriter } from '../../src/memory/open-writer.ts'
import type { PlannedWrite, WriteContext, WriteView, Written } from '../../src/memory/writer.ts'

export interface Overwrite {
  file: string
  /** null: the file goes. */
  content: string | Uint8Array | null
  verbatim?: boolean
  heir?: string
}

export type SceneWrite = Overwrite | PlannedWrite

export interface OverwritingWriter extends MemoryWriter {
  overwrite(writes: readonly SceneWrite[], context: WriteContext): Promise<Written>
}

export function overwriting(writer: MemoryWriter): OverwritingWriter {
  return {
    ...writer,
    overwrite: (writes, context) => writer.writePlanned((view) => plan(view, writes), context),
  }
}

function plan(view: WriteView, writes: readonly SceneWrite[]): PlannedWrite[] {
  return writes.flatMap((write): PlannedWrite[] => {
    if (!('content' in write)) return [write]
    const { file, content, verbatim, heir } = write
    const found = readIfAllowed(view, file)
    if (!found) return content === null ? [] : [{ file, verbatim, create: content }]
    const expect = contentHash(found)
    return [
      content === null
        ? { file, verbatim, remove: true, expect, heir }
        : { file, verbatim, replace: content, expect },
    ]
  })
}

/** What may not be read is refused by the write itself, too. */
function readIfAllowed(view: WriteView, file: string): Buffer | undefined {
  try {
    return view.read(file)
  } catch (error) {
    if (MemdirError.is(error)) return undefined
    throw error
  }
}
