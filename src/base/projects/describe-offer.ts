// What a person reads about other projects that may be this one.

import { type Message, type MessageTemplate, message } from '../messages/message.ts'
import {
  JOINED_BEFORE,
  MAY_BE_SAME,
  NOT_USED,
  OTHER_REMOTE,
  OTHER_ROOT_COMMIT,
  PATH_GONE,
  SAME_REMOTE,
  SAME_ROOT_COMMIT,
} from '../messages/projects.ts'
import { printableLine } from '../text/invisible.ts'
import type { ProjectCandidate, Sign } from './find-project-candidates.ts'

const SAME: Record<Sign, MessageTemplate> = { 'root commit': SAME_ROOT_COMMIT, remote: SAME_REMOTE }
const DIFFERENT: Record<Sign, MessageTemplate> = { 'root commit': OTHER_ROOT_COMMIT, remote: OTHER_REMOTE }

/** One or two sentences, without what to do. */
export function describeOffer(offer: ProjectCandidate, root: string): Message[] {
  const reasons = [
    ...offer.same.map((sign) => message(SAME[sign])),
    ...offer.different.map((sign) => message(DIFFERENT[sign])),
    ...(offer.joinedBefore ? [message(JOINED_BEFORE)] : []),
  ]
  const path = printableLine(offer.path)
  const same = message(MAY_BE_SAME, { root: printableLine(root), path, why: joined(reasons) })
  return offer.gone ? [same, message(PATH_GONE, { path })] : [same]
}

/** How the person answers. */
export function howToAnswer(offers: readonly ProjectCandidate[]): Message {
  const choice = offers.slice(0, 1).map(({ path }) => quotedPath(path))
  return message(NOT_USED, { choice: choice.join() })
}

function joined(parts: readonly Message[]): Message {
  const [en, zh] = [parts.map((part) => part.en).join(', '), parts.map((part) => part.zh).join('，')]
  return { key: 'list', values: {}, en, zh }
}

/** As it can be typed in a shell. */
export function quotedPath(path: string): string {
  return /^[\w/.~-]+$/.test(path) ? path : `'${printableLine(path).replaceAll("'", `'\\''`)}'`
}
