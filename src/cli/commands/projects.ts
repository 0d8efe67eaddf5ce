import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Engine } from '../../engine.ts'
import { attempt } from '../../lib/attempt.ts'
import { isoSeconds } from '../../lib/clock.ts'
import { MemdirError } from '../../lib/errors.ts'
import { findGit } from '../../lib/git.ts'
import { listMemoryFiles } from '../../memory/scan-files.ts'
import { type ProjectEntry, readRegistry, updateRegistry } from '../../projects/project-registry.ts'
import { projectName } from '../../projects/slug.ts'
import { usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { countOf } from '../language.ts'

export const command: Command = {
  usage: 'projects [link PROJECT | unlink | move PROJECT PATH]',
  help: {
    en: 'Lists the projects that have a memory. link: this directory uses the memory of PROJECT. unlink: it gets one of its own. move: PROJECT is now at PATH. PROJECT is a path or the beginning of a name.',
    zh: '列出有记忆的项目。link：此目录使用 PROJECT 的记忆。unlink：使用自己的记忆。move：PROJECT 现位于 PATH。PROJECT 是路径或名称开头。',
  },
  most: 3,
  options: {},
  examples: [
    'memdir projects',
    'memdir projects link ~/code/shop',
    'memdir projects move ~/old/shop ~/code/shop',
  ],
  async run(input) {
    const [action, ...rest] = input.positionals
    if (action === undefined) return list(input)
    if (action === 'link') return link(input, rest[0])
    if (action === 'unlink') return unlink(input)
    if (action === 'move') return move(input, rest[0], rest[1])
    throw usage(`there is no "projects ${action}"`, 'Choose link, unlink or move.')
  },
}

function list({ context, output }: CommandInput): undefined {
  const { home, location } = context.engine()
  const projects = Object.entries(knownProjects(home, location.projects)).map(([name, entry]) => {
    const memory = entry.memory ?? join(location.projects, name, 'memory')
    return {
      name,
      paths: entry.paths,
      remotes: entry.remotes,
      memory,
      memories: listMemoryFiles(memory).length,
      current: name === location.identity.name,
      missing: entry.paths.every((path) => !existsSync(path)),
    }
  })
  output.data({ projects })
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
}

/** What projects.json lists, and directories that it lost: with memories in them, but no entry. */
function knownProjects(home: string, directory: string): Record<string, ProjectEntry> {
  const known = { ...readRegistry(home).projects }
  for (const name of attempt(() => readdirSync(directory)) ?? []) {
    if (known[name] || listMemoryFiles(join(directory, name, 'memory')).length === 0) continue
    known[name] = newEntry()
  }
  return known
}

/** Names begin with a dash, which a shell command would take for an option. */
function plainName(name: string): string {
  return name.replace(/^-+/, '')
}

function newEntry(): ProjectEntry {
  return { paths: [], roots: [], remotes: [], created: isoSeconds(new Date()) }
}

/** By path, by whole name, or by the beginning of a name. */
function findProject({ home, location }: Engine, reference: string | undefined): string {
  if (!reference) throw usage('which project?', 'Give its path or name; `memdir projects` shows them.')
  const entries = Object.entries(knownProjects(home, location.projects))
  // The path as it was written first: of a directory that is gone, git can only find what is around it.
  const named = entries.filter(([, entry]) => entry.paths.includes(resolve(reference)))
  const byPath =
    named.length > 0 ? named : entries.filter(([, entry]) => entry.paths.includes(canonical(reference)))
  const found =
    byPath.length > 0 ? byPath : entries.filter(([name]) => plainName(name).startsWith(plainName(reference)))
  if (found.length === 1) return found[0]![0]
  if (found.length > 1)
    throw new MemdirError('ambiguous', `"${reference}" may mean ${found.length} projects`, {
      fix: 'Give the whole path.',
    })
  throw new MemdirError('not_found', `there is no project "${reference}"`, {
    fix: '`memdir projects` shows them.',
  })
}

async function link({ context, output }: CommandInput, reference: string | undefined): Promise<number> {
  const engine = context.engine()
  const { home, location, store } = engine
  const target = findProject(engine, reference)
  const { root, name } = location.identity
  if (target === name) {
    output.data({ project: target, root })
    output.print(output.say({ en: 'It uses that memory already.', zh: '已在使用该记忆。' }))
    return 0
  }
  const own = existsSync(store.directory) ? listMemoryFiles(store.directory).length : 0
  await updateRegistry(home, ({ projects }) => {
    for (const entry of Object.values(projects)) entry.paths = entry.paths.filter((path) => path !== root)
    projects[target] ??= newEntry()
    projects[target].paths.push(root)
  })
  output.data({ project: target, root, left_behind: own })
  output.print(
    output.say({
      en: `${root} now uses the memory of ${plainName(target)}.`,
      zh: `${root} 现在使用 ${plainName(target)} 的记忆。`,
    }),
  )
  if (own > 0)
    output.note(
      output.say({
        en: `What it had (${countOf(own, 'memory', 'memories')}) stays in ${store.directory}; copy what you need.`,
        zh: `原有的 ${own} 条记忆保留在 ${store.directory}，请自行复制所需内容。`,
      }),
    )
  return 0
}

async function unlink({ context, output }: CommandInput): Promise<number> {
  const { home, location } = context.engine()
  const { root } = location.identity
  const name = projectName(root)
  await updateRegistry(home, ({ projects }) => {
    for (const entry of Object.values(projects)) entry.paths = entry.paths.filter((path) => path !== root)
    projects[name] ??= newEntry()
    projects[name].paths.push(root)
  })
  output.data({ project: name, root })
  output.print(output.say({ en: `${root} has a memory of its own now.`, zh: `${root} 现在使用自己的记忆。` }))
  return 0
}

async function move(
  { context, output }: CommandInput,
  reference: string | undefined,
  to: string | undefined,
): Promise<number> {
  const engine = context.engine()
  const { home } = engine
  const name = findProject(engine, reference)
  if (!to) throw usage('where did it move to?', 'For example: memdir projects move OLD NEW.')
  const path = canonical(to)
  if (!existsSync(path))
    throw new MemdirError('not_found', `${path} does not exist`, {
      fix: 'Give the directory where the project is now.',
    })
  await updateRegistry(home, ({ projects }) => {
    for (const entry of Object.values(projects)) entry.paths = entry.paths.filter((known) => known !== path)
    projects[name] ??= newEntry()
    const old = resolve(reference!)
    projects[name].paths = [
      path,
      ...projects[name].paths.filter((known) => existsSync(known) && known !== old),
    ]
  })
  output.data({ project: name, root: path })
  output.print(
    output.say({
      en: `The memory of ${reference} now belongs to ${path}.`,
      zh: `${reference} 的记忆现在属于 ${path}。`,
    }),
  )
  return 0
}

function canonical(path: string): string {
  const full = resolve(path)
  return findGit(full)?.canonicalRoot ?? attempt(() => realpathSync.native(full)) ?? full
}
