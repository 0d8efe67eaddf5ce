// What a person reads about other projects that may be this one.

import { type Message, type MessageTemplate, message } from '../messages/message.ts'
import { projectsTexts } from '../messages/projects.ts'
import { printableLine } from '../text/invisible.ts'
import type { ProjectCandidate, Sign } from './find-project-candidates.ts'

const SAME: Record<Sign, MessageTemplate> = {
  'root commit': projectsTexts.sameRootCommit,
  remote: projectsTexts.sameRemote,
}
const DIFFERENT: Record<Sign, MessageTemplate> = {
  'root commit': projectsTexts.otherRootCommit,
  remote: projectsTexts.otherRemote,
}

/** One or two sentences, without what to do. */
export function describeOffer(offer: ProjectCandidate, root: string): Message[] {
  const reasons = [
    ...offer.same.map((sign) => message(SAME[sign])),
    ...offer.different.map((sign) => message(DIFFERENT[sign])),
    ...(offer.joinedBefore ? [message(projectsTexts.joinedBefore)] : []),
  ]
  const path = printableLine(offer.path)
  const same = message(projectsTexts.mayBeSame, { root: printableLine(root), path, why: joined(reasons) })
  return offer.gone ? [same, message(projectsTexts.pathGone, { path })] : [same]
}

/** How the person answers. */
export function howToAnswer(offers: readonly ProjectCandidate[]): Message {
  const choice = offers.slice(0, 1).map(({ path }) => quotedPath(path))
  return message(projectsTexts.notUsed, { choice: choice.join() })
}

function joined(parts: readonly Message[]): Message {
  const [en, zh] = [parts.map((part) => part.en).join(', '), parts.map((part) => part.zh).join('，')]
  return { key: 'list', values: {}, en, zh }
}

/** As it can be typed in a shell. */
export function quotedPath(path: string): string {
  return /^[\w/.~-]+$/.test(path) ? path : `'${printableLine(path).replaceAll("'", `'\\''`)}'`
}
