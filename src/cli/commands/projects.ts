import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { findGit } from '../../base/git/git.ts'
import { message } from '../../base/messages/message.ts'
import {
  CHOOSE_PROJECTS_ACTION,
  GIVE_CURRENT_DIRECTORY,
  MOVE_NEEDS_TARGET,
  PATH_DOES_NOT_EXIST,
} from '../../base/messages/project-commands.ts'
import {
  JOINED_ALREADY,
  KEPT_APART,
  MOVED,
  PERSON_ONLY,
  PERSON_ONLY_FIX,
} from '../../base/messages/projects.ts'
import { FOR_EXAMPLE, UNKNOWN_ACTION } from '../../base/messages/usage.ts'
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
  help: {
    en: 'Lists the projects that have a memory, and which of them may be this one. link: this directory uses the memory of PROJECT. unlink: it has one of its own. move: PROJECT is now at PATH. PROJECT is a path or the beginning of a name. A clone, a copy or a moved directory never uses another’s memory by itself, because a stranger’s copy looks the same; a worktree does.',
    zh: '列出有记忆的项目，以及其中可能与此目录相同的项目。link：此目录使用 PROJECT 的记忆。unlink：使用自己的记忆。move：PROJECT 现位于 PATH。PROJECT 是路径或名称开头。克隆、副本或移动过的目录不会自行使用其他目录的记忆，因为他人的副本看起来也一样；worktree 会共用。',
  },
  most: 3,
  options: {
    bring: {
      type: 'boolean',
      en: 'link: copy the memories that this directory has of its own',
      zh: 'link：一并复制此目录自己的记忆',
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
    throw usage(message(UNKNOWN_ACTION, { action: `projects ${action}` }), message(CHOOSE_PROJECTS_ACTION))
  },
}

function list({ context, output }: CommandInput): undefined {
  const engine = context.engine()
  const projects = listProjects(engine)
  const offers = openOffers(engine.location)
  output.data({ projects, offers })
  if (projects.length === 0)
    output.print(
      output.say({
        en: 'No projects yet. Start with `memdir init`.',
        zh: '还没有项目。先运行 `memdir init`。',
      }),
    )
  else {
    const header = [
      '',
      output.say({ en: 'MEMORIES', zh: '记忆数' }),
      output.say({ en: 'PATH', zh: '路径' }),
      output.say({ en: 'REPOSITORY', zh: '仓库' }),
    ]
    const gone = output.say({ en: ' (not there any more)', zh: '（已不存在）' })
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
    output.print(output.say(message(JOINED_ALREADY)))
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
  output.print(output.say(message(KEPT_APART, { root: printable(root) })))
  return 0
}

async function move(input: CommandInput, given: string | undefined, to: string | undefined): Promise<number> {
  const { context, output } = input
  const engine = context.engine()
  const reference = requireReference(given)
  const name = resolveProject(engine, reference)
  if (!to)
    throw usage(message(MOVE_NEEDS_TARGET), message(FOR_EXAMPLE, { example: 'memdir projects move OLD NEW' }))
  const root = canonicalPath(to)
  if (!existsSync(root))
    throw new MemdirError('not_found', message(PATH_DOES_NOT_EXIST, { path: root }), {
      fix: message(GIVE_CURRENT_DIRECTORY),
    })
  onlyByPerson(input, `memdir projects move ${quotedPath(reference)} ${quotedPath(to)}`)
  const place = { root, remote: remoteOf(findGit(root)), now: isoSeconds(new Date()), exists: existsSync }
  await updateRegistry(engine.home, (registry) => moveProject(registry, name, resolve(reference), place))
  output.data({ project: name, root })
  output.print(output.say(message(MOVED, { from: printable(reference), to: printable(root) })))
  return 0
}

/** It gives agents in a directory a memory that they did not have. */
function onlyByPerson({ context }: CommandInput, command: string): void {
  const { agent } = context
  if (agent === undefined) return
  throw new MemdirError('needs_person', message(PERSON_ONLY, { agent }), {
    fix: message(PERSON_ONLY_FIX, { command }),
  })
}
