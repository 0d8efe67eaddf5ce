// Other projects that may be this one: what is said about them, and that it was said.
import type { Engine } from '../engine.ts'
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
import type { Candidate, Sign } from '../projects/find-candidates.ts'
import { markNoticed } from '../projects/link-project.ts'
import { updateRegistry } from '../projects/project-registry.ts'
import { type Output, printable } from './output.ts'

const SAME: Record<Sign, MessageTemplate> = { 'root commit': SAME_ROOT_COMMIT, remote: SAME_REMOTE }
const DIFFERENT: Record<Sign, MessageTemplate> = { 'root commit': OTHER_ROOT_COMMIT, remote: OTHER_REMOTE }

/** What is offered here; nothing where a variable or a setting decides on the memory. */
export function offersIn({ location }: Engine): Candidate[] {
  return location.decidedBy === 'default' ? location.identity.offers : []
}

export function describeOffer(offer: Candidate, root: string, output: Output): string {
  const reasons: Message[] = [
    ...offer.same.map((sign) => message(SAME[sign])),
    ...offer.different.map((sign) => message(DIFFERENT[sign])),
    ...(offer.joinedBefore ? [message(JOINED_BEFORE)] : []),
  ]
  const why = reasons.map((reason) => output.say(reason)).join(output.say({ en: ', ', zh: '，' }))
  const path = printable(offer.path)
  const same = output.say(message(MAY_BE_SAME, { root: printable(root), path, why }))
  const gap = output.language === 'zh' ? '' : ' '
  return offer.gone ? same + gap + output.say(message(PATH_GONE, { path })) : same
}

/** Says what nobody has heard of yet, once. Nothing of the others is read or written. */
export async function noteOffers(engine: Engine, output: Output): Promise<void> {
  const { root, name } = engine.location.identity
  const unsaid = offersIn(engine).filter(({ state }) => state === 'open')
  if (unsaid.length === 0) return
  for (const offer of unsaid) output.note(describeOffer(offer, root, output))
  output.note(output.say(message(NOT_USED, { choice: quoted(unsaid[0]!.path) })))
  await engine.register()
  await updateRegistry(engine.home, (registry) => markNoticed(registry, name))
}

/** As it can be typed in a shell. */
export function quoted(path: string): string {
  return /^[\w/.~-]+$/.test(path) ? path : `'${printable(path).replaceAll("'", `'\\''`)}'`
}
