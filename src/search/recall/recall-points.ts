// From which chance on recall attaches a memory with its text, and from which it is worth a line: the dial
// `recall.eagerness`, or the person's own point of attaching.
import type { Settings } from '../../base/settings/settings.ts'

export interface RecallPoints {
  /** What fits so well is attached. */
  attach: number
  /** And so well is named in a line, in a conversation that was given nothing yet. Absent: no lines. */
  line?: number
}

type Eagerness = 'quiet' | 'normal' | 'eager'

/**
 * By the fit that had not seen the author (bench/measurements/fit.md): of prompts that need nothing 1, 5 and 10 % are given
 * something in full; docs/recall.md has the curve of the lines.
 */
const POINTS: Readonly<Record<Eagerness, RecallPoints>> = {
  quiet: { attach: 0.8 },
  normal: { attach: 0.6, line: 0.06 },
  eager: { attach: 0.4, line: 0.03 },
}

/** `retrieval.similarityThreshold` replaces the point of attaching where somebody has set it; lines follow the dial. */
export function recallPoints(settings: Pick<Settings, 'get' | 'find'>): RecallPoints {
  const { attach, line } = POINTS[settings.get('recall.eagerness') as Eagerness]
  const { value, origin } = settings.find('retrieval.similarityThreshold')
  return {
    attach: origin !== 'default' && typeof value === 'number' ? value : attach,
    ...(line !== undefined && settings.get('recall.weak') && { line }),
  }
}

/** A conversation that was given much is given less easily: each counts for half of the point, up to four times it. */
export function linePoint(line: number, given: number): number {
  return line * Math.min(MOST_TIMES, 1 + given / 2)
}

const MOST_TIMES = 4
