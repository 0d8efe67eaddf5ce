// Extraction of a directory with its cursors, for replays.
import { join } from 'node:path'
import { createEngineContext } from '../engine/create-engine-context.ts'
import type { EngineOptions } from '../engine/engine-context.ts'
import { type OpenExtraction, openExtraction } from '../engine/open-extraction.ts'
import { type Cursors, openCursors } from '../extract/cursors.ts'

export function openExtractionAt(options: EngineOptions): { extraction: OpenExtraction; cursors: Cursors } {
  const context = createEngineContext(options)
  return {
    extraction: openExtraction(context),
    cursors: openCursors(join(context.location.state, 'cursors')),
  }
}
