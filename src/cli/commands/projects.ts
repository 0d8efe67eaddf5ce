import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { findGit } from '../../base/git/git.ts'
import { message } from '../../base/messages/message.ts'
import { projectCommandsTexts } from '../../base/messages/project-commands.ts'
import { projectsTexts } from '../../base/messages/projects.ts'
import { projectsCommandTexts } from '../../base/messages/projects-command.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { howToAnswer, quotedPath } from '../../base/projects/describe-offer.ts'
import { moveProject } from '../../base/projects/link-project.ts'
import { openOffers } from '../../base/projects/offers.ts'
import { remoteOf } from '../../base/projects/project-identity.ts'
import { updateRegistry } from '../../base/projects/project-registry.ts'
import { isoSeconds } from '../../base/values/clock.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { usage } from '../arguments.ts'
import { bringLater, declineOffers, joinAndBring } from '../ask-project.ts'
import type { Command, CommandInput } from '../command.ts'
import {
  canonicalPath,
  listProjects,
  plainName,
  requireReference,
  resolveProject,
} from '../known-projects.ts'
import { printable } from '../output.ts'
import { offerLine } from '../project-offers.ts'

export const command: Command = {
  usage: 'projects [link PROJECT | unlink | move PROJECT PATH]',
  help: projectsCommandTexts.help,
  most: 3,
  options: {
    bring: {
      type: 'boolean',
      text: projectsCommandTexts.optionBring,
    },
  },
  arguments: [['link', 'unlink', 'move'], 'projects'],
  examples: [
    'memdir projects',
    'memdir projects link ~/code/shop',
    'memdir projects link ~/code/shop --bring',
    'memdir projects move ~/old/shop ~/code/shop',
  ],
  withoutProject: true,
  async run(input) {
    const [action, ...rest] = input.positionals
    if (action === undefined) return list(input)
    if (action === 'link') return link(input, rest[0])
    if (action === 'unlink') return unlink(input)
    if (action === 'move') return move(input, rest[0], rest[1])
    throw usage(
      message(usageTexts.unknownAction, { action: `projects ${action}` }),
      message(projectCommandsTexts.chooseProjectsAction),
    )
  },
}

function list({ context, output }: CommandInput): undefined {
  const engine = context.engine()
  const projects = listProjects(engine)
  const offers = openOffers(engine.location)
  output.data({ projects, offers })
  if (projects.length === 0) output.print(output.say(projectsCommandTexts.noProjectsYetStart))
  else {
    const header = [
      '',
      output.say(projectsCommandTexts.memories),
      output.say(projectsCommandTexts.path),
      output.say(projectsCommandTexts.repository),
    ]
    const gone = output.say(projectsCommandTexts.notThereAnyMore)
    output.table(
      header,
      projects.map((project) => [
        project.current ? '*' : '',
        String(project.memories),
        (project.paths.join(', ') || plainName(project.name)) + (project.missing ? gone : ''),
        project.remotes.join(', '),
      ]),
    )
  }
  for (const offer of offers) output.print(offerLine(offer, engine.location.identity.root, output))
  if (offers.length > 0) output.print(output.say(howToAnswer(offers)))
}

async function link(input: CommandInput, given: string | undefined): Promise<number> {
  const { context, output, values } = input
  const engine = context.engine()
  const { root, name } = engine.location.identity
  const reference = requireReference(given)
  const target = resolveProject(engine, reference)
  const path = listProjects(engine).find((project) => project.name === target)?.paths[0] ?? plainName(target)
  const bring = values.bring === true ? true : undefined
  if (target === name) {
    output.print(output.say(message(projectsTexts.joinedAlready)))
    const { brought } = bring ? await bringLater(context, output, { path }) : { brought: 0 }
    output.data({ project: target, root, brought, left_behind: 0 })
    return 0
  }
  onlyByPerson(input, `memdir projects link ${quotedPath(reference)}`)
  const { brought, left } = await joinAndBring(context, output, { name: target, path }, bring)
  output.data({ project: target, root, brought, left_behind: left })
  return 0
}

/** Also the answer "no" to everything that is offered here. */
async function unlink({ context, output }: CommandInput): Promise<number> {
  const { root } = context.engine().location.identity
  const project = await declineOffers(context)
  output.data({ project, root })
  output.print(output.say(message(projectsTexts.keptApart, { root: printable(root) })))
  return 0
}

async function move(input: CommandInput, given: string | undefined, to: string | undefined): Promise<number> {
  const { context, output } = input
  const engine = context.engine()
  const reference = requireReference(given)
  const name = resolveProject(engine, reference)
  if (!to)
    throw usage(
      message(projectCommandsTexts.moveNeedsTarget),
      message(usageTexts.forExample, { example: 'memdir projects move OLD NEW' }),
    )
  const root = canonicalPath(to)
  if (!existsSync(root))
    throw new MemdirError('not_found', message(projectCommandsTexts.pathDoesNotExist, { path: root }), {
      fix: message(projectCommandsTexts.giveCurrentDirectory),
    })
  onlyByPerson(input, `memdir projects move ${quotedPath(reference)} ${quotedPath(to)}`)
  const place = { root, remote: remoteOf(findGit(root)), now: isoSeconds(new Date()), exists: existsSync }
  await updateRegistry(engine.home, (registry) => moveProject(registry, name, resolve(reference), place))
  output.data({ project: name, root })
  output.print(output.say(message(projectsTexts.moved, { from: printable(reference), to: printable(root) })))
  return 0
}

/** It gives agents in a directory a memory that they did not have. */
function onlyByPerson({ context }: CommandInput, command: string): void {
  const { agent } = context
  if (agent === undefined) return
  throw new MemdirError('needs_person', message(projectsTexts.personOnly, { agent }), {
    fix: message(projectsTexts.personOnlyFix, { command }),
  })
}
