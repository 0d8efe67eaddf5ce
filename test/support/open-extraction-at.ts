// Extraction of a directory with its cursors, for replays.
import { join } from 'node:path'
import type { OpenOptions } from '../../src/connect/open-context.ts'
import { openContext } from '../../src/connect/open-context.ts'
import { type Cursors, openCursors } from '../../src/learn/extract/cursors.ts'
import { type OpenExtraction, openExtraction } from '../../src/learn/extract/open-extraction.ts'

export function openExtractionAt(options: OpenOptions): { extraction: OpenExtraction; cursors: Cursors } {
  const context = openContext(options)
  return {
    extraction: openExtraction(context),
    cursors: openCursors(join(context.location.state, 'cursors')),
  }
}
