import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, sep } from 'node:path'
import { AGENT_SETUPS, filesElsewhere, planRemove } from '../../clients/install/agent-setups.ts'
import { applyEdits, changes, type FileEdit } from '../../clients/install/file-edit.ts'
import { planOut } from '../../clients/install/plan-file.ts'
import { setupPlaces } from '../../clients/install/setup-places.ts'
import { attempt } from '../../lib/attempt.ts'
import { MemdirError } from '../../lib/errors.ts'
import { listMemoryFiles } from '../../memory/scan-files.ts'
import { message } from '../../messages/message.ts'
import { STILL_SHARED } from '../../messages/project-commands.ts'
import { readRegistry } from '../../projects/project-registry.ts'
import { confirm } from '../arguments.ts'
import type { Command } from '../command.ts'
import { countOf, type Text } from '../language.ts'
import { printable } from '../output.ts'
import { printEdits } from '../show-edits.ts'

export const command: Command = {
  usage: 'uninstall',
  help: {
    en: 'Takes memdir out of every agent and removes its settings, history and caches. The memories stay and are listed with their directories, unless --memories is given; those in a directory shared with an agent stay always. Installed again, memdir finds them.',
    zh: '将 memdir 从所有代理中移除，并删除其设置、历史和缓存。除非给出 --memories，记忆会保留并列出所在目录；与代理共用目录中的记忆始终保留。重新安装后 memdir 会再次找到它们。',
  },
  most: 0,
  options: {
    memories: { type: 'boolean', en: 'remove the memories as well', zh: '同时删除记忆' },
    'dry-run': { type: 'boolean', short: 'n', en: 'only show what would go', zh: '只显示将删除的内容' },
    yes: { type: 'boolean', short: 'y', en: 'do not ask', zh: '不询问' },
  },
  examples: ['memdir uninstall --dry-run', 'memdir uninstall', 'memdir uninstall --memories'],
  withoutProject: true,
  async run({ context, output, values }) {
    const { home, location } = context.engine()
    const places = setupPlaces(context.env, location.identity.git?.workTree ?? location.identity.root)
    const problems: string[] = []
    const orProblem = (plan: () => FileEdit[]): FileEdit[] => {
      try {
        return plan()
      } catch (error) {
        if (!MemdirError.is(error)) throw error
        problems.push(error.messages.message[output.language])
        return []
      }
    }
    const edits = [
      ...AGENT_SETUPS.flatMap((setup) => orProblem(() => planRemove(setup, places))),
      ...filesElsewhere(places).flatMap((wanted) =>
        orProblem(() => [planOut(wanted, places.home)].filter(changes)),
      ),
    ]
    const directories = values.memories ? [home] : withoutMemories(home)
    const elsewhere = directoriesElsewhere(home, location.memory)
    const kept = [...(values.memories ? [] : memoryDirectories(home)), ...elsewhere]
    printEdits(output, edits)
    for (const path of directories) output.print(`- ${path}`)
    for (const path of kept) output.print(output.say(keptLine(path)))
    const shared = values.memories ? [] : sharingProjects(home)
    for (const { root, memory } of shared)
      output.print(output.say(message(STILL_SHARED, { root: printable(root), memory: printable(memory) })))
    for (const problem of problems) output.note(`! ${problem}`)
    const data = { edits: edits.map(({ path }) => path), removed: directories, kept, shared, problems }
    if (values['dry-run']) {
      output.data({ ...data, changed: false })
      return 0
    }
    const question = values.memories
      ? { en: 'Remove all of this, with the memories, for good?', zh: '彻底删除以上全部内容（包括记忆）？' }
      : { en: 'Remove all of this?', zh: '删除以上全部内容？' }
    if (!(await confirm(output, values, question))) return 1
    applyEdits(edits)
    for (const path of directories) rmSync(path, { recursive: true, force: true })
    output.data({ ...data, changed: true })
    output.print(
      output.say({
        en: 'memdir is out. To remove the program: npm uninstall -g memdir',
        zh: 'memdir 已移除。删除程序：npm uninstall -g memdir',
      }),
    )
    return 0
  },
}

function keptLine(path: string): Text {
  const count = listMemoryFiles(path).length
  return {
    en: `kept: ${path} (${countOf(count, 'memory', 'memories')})`,
    zh: `保留：${path}（${count} 条记忆）`,
  }
}

/** Directories that memdir shares with an agent or that the person chose: never removed with the config home. */
function directoriesElsewhere(home: string, current: string): string[] {
  const shared = Object.values(readRegistry(home).projects).flatMap(({ memory }) => memory ?? [])
  return [...new Set([...shared, current])].filter(
    (path) => !path.startsWith(`${home}${sep}`) && existsSync(path),
  )
}

interface SharingProject {
  root: string
  memory: string
}

/** Projects that go on using the directory of Claude Code: the list of projects stays with the memories. */
function sharingProjects(home: string): SharingProject[] {
  return Object.values(readRegistry(home).projects).flatMap(({ memory, paths: [root] }) =>
    memory !== undefined && root !== undefined ? [{ root, memory }] : [],
  )
}

/** Everything in the config home but `projects/NAME/memory` and the list that says whose they are. */
function withoutMemories(home: string): string[] {
  const top = list(home).filter((name) => name !== 'projects' && name !== 'projects.json')
  const inside = list(join(home, 'projects')).flatMap((project) => {
    const directory = join('projects', project)
    const rest = list(join(home, directory)).filter((name) => name !== 'memory')
    return rest.map((name) => join(directory, name))
  })
  return [...top, ...inside].map((name) => join(home, name))
}

function memoryDirectories(home: string): string[] {
  return list(join(home, 'projects'))
    .map((project) => join(home, 'projects', project, 'memory'))
    .filter((path) => existsSync(path))
}

function list(directory: string): string[] {
  return attempt(() => readdirSync(directory)) ?? []
}
