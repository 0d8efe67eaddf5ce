// From which similarity on recall attaches a memory: the dial `recall.eagerness`, or the person's own point.
import type { Settings } from '../../base/settings/settings.ts'
import { ANSWER_SIMILARITY } from '../find-answers.ts'

type Eagerness = 'quiet' | 'normal' | 'eager'

/** They fit the judge that search has today; a new one brings its own. */
const ATTACHING_POINTS: Readonly<Record<Eagerness, number>> = {
  quiet: 0.7,
  normal: ANSWER_SIMILARITY,
  eager: 0.5,
}

/** `retrieval.similarityThreshold` replaces it where somebody has set it. */
export function attachingPoint(settings: Pick<Settings, 'get' | 'find'>): number {
  const { value, origin } = settings.find('retrieval.similarityThreshold')
  if (origin !== 'default' && typeof value === 'number') return value
  return ATTACHING_POINTS[settings.get('recall.eagerness') as Eagerness]
}
