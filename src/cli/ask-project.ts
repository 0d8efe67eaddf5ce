// Asks a person at a terminal, once, whether this directory is a project that is known by another path.
import { join } from 'node:path'
import { message } from '../base/messages/message.ts'
import { projectsTexts } from '../base/messages/projects.ts'
import { usageTexts } from '../base/messages/usage.ts'
import { quotedPath } from '../base/projects/describe-offer.ts'
import type { ProjectCandidate } from '../base/projects/find-project-candidates.ts'
import { joinProject, keepApart } from '../base/projects/link-project.ts'
import { openOffers } from '../base/projects/offers.ts'
import { ownName } from '../base/projects/project-entry.ts'
import { remoteOf } from '../base/projects/project-identity.ts'
import { readRegistry, updateRegistry } from '../base/projects/project-registry.ts'
import { isoSeconds } from '../base/values/clock.ts'
import { bringMemories, type MemoryPlace } from '../memory/copy-memories.ts'
import { listMemoryFiles } from '../memory/scan-files.ts'
import { askLine, isYes } from './ask-line.ts'
import type { CommandContext } from './command-context.ts'
import { type Output, printable } from './output.ts'
import { offerLine } from './project-offers.ts'

export async function askProject(context: CommandContext, output: Output): Promise<void> {
  const { location } = context.engine()
  const { root } = location.identity
  const offers = openOffers(location)
  if (offers.length === 0) return
  const chosen = await choose(offers, root, output)
  // The end of the input is no answer: the next command asks again.
  if (chosen === undefined) return
  if (chosen === 'none') {
    await declineOffers(context)
    output.note(output.say(message(projectsTexts.keptApart, { root: printable(root) })))
  } else await joinAndBring(context, output, chosen, undefined)
}

async function choose(
  offers: readonly ProjectCandidate[],
  root: string,
  output: Output,
): Promise<ProjectCandidate | 'none' | undefined> {
  const [only, ...others] = offers
  const several = others.length > 0
  for (const [at, offer] of offers.entries())
    output.note(`${several ? `${at + 1}. ` : ''}${offerLine(offer, root, output)}`)
  output.note(output.say(message(projectsTexts.joinWarning)))
  if (only && !several) {
    const question = output.say(message(projectsTexts.joinQuestion, { path: printable(only.path) }))
    const answer = await askLine(output, `${question} [y/N] `, message(usageTexts.stopped))
    return answer === undefined ? undefined : isYes(answer) ? only : 'none'
  }
  const question = `${output.say(message(projectsTexts.choiceQuestion, { count: offers.length }))} `
  const answer = await askLine(output, question, message(usageTexts.stopped))
  return answer === undefined ? undefined : (offers[Number(answer) - 1] ?? 'none')
}

export async function declineOffers(context: CommandContext): Promise<string> {
  const { home, location } = context.engine()
  const { root, offers } = location.identity
  let name = ''
  await updateRegistry(home, (registry) => {
    const others = offers.map((offer) => offer.name)
    name = keepApart(registry, { root, now: isoSeconds(new Date()) }, others)
  })
  context.reopen()
  return name
}

interface Joining {
  brought: number
  left: number
}

/** Joins, and copies what this directory had of its own: `bring`, or as the person says; else says where it is. */
export async function joinAndBring(
  context: CommandContext,
  output: Output,
  target: Pick<ProjectCandidate, 'name' | 'path'>,
  bring: boolean | undefined,
): Promise<Joining> {
  const { home, location } = context.engine()
  const { root, git } = location.identity
  await updateRegistry(home, (registry) =>
    joinProject(registry, target.name, { root, remote: remoteOf(git), now: isoSeconds(new Date()) }),
  )
  context.reopen()
  output.print(
    output.say(message(projectsTexts.joined, { root: printable(root), path: printable(target.path) })),
  )
  return bringAlong(context, output, target, location, bring)
}

async function bringAlong(
  context: CommandContext,
  output: Output,
  target: Pick<ProjectCandidate, 'path'>,
  own: MemoryPlace,
  bring: boolean | undefined,
): Promise<Joining> {
  const directory = own.memory
  // Where a variable or a setting decides, both are the same directory.
  const count = directory === context.engine().location.memory ? 0 : listMemoryFiles(directory).length
  if (count === 0) return { brought: 0, left: 0 }
  if (!(bring ?? (await wantsToBring(context, output, count)))) {
    output.note(
      output.say(message(projectsTexts.leftBehind, { count, directory, choice: quotedPath(target.path) })),
    )
    return { brought: 0, left: count }
  }
  const brought = await bringMemories(own, context.engine(), context.changedBy().actor)
  output.note(output.say(message(projectsTexts.brought, { count: brought, directory })))
  return { brought, left: 0 }
}

/** For a path that is joined already: what it had before. */
export async function bringLater(
  context: CommandContext,
  output: Output,
  target: Pick<ProjectCandidate, 'path'>,
): Promise<Joining> {
  const { home, location } = context.engine()
  const { projects } = readRegistry(home)
  const name = ownName(projects, location.identity.root)
  const directory = join(location.projects, name)
  const memory = projects[name]?.memory ?? join(directory, 'memory')
  return bringAlong(context, output, target, { memory, state: join(directory, 'state') }, true)
}

async function wantsToBring(context: CommandContext, output: Output, count: number): Promise<boolean> {
  if (!context.personPresent) return false
  const question = `${output.say(message(projectsTexts.bringQuestion, { count }))} [Y/n] `
  const answer = await askLine(output, question, message(projectsTexts.stoppedJoined))
  return answer !== undefined && (answer === '' || isYes(answer))
}
