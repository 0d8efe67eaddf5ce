// A person who puts memdir into their agents, and takes it out again, in a repository that leads the agents' files
// elsewhere: by links in the place of files, or of directories on the way to them. Nothing outside of the tree changes.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedPaths, readTree } from '../lib/files.mjs'
import { MEMDIR, run } from '../lib/processes.mjs'
import { rebuild } from './visit.mjs'

/** The project's files of each agent, and of Claude Code with a memory of memdir's own. */
const SETUPS = [
  { args: ['vscode'], files: ['.vscode/mcp.json', '.github/copilot-instructions.md'] },
  { args: ['cursor'], files: ['.cursor/mcp.json', '.cursor/rules/memdir.mdc'] },
  { args: ['kiro'], files: ['.kiro/settings/mcp.json', '.kiro/steering/memdir.md'] },
  { args: ['devin'], files: ['.devin/mcp_config.json'] },
  { args: ['claude-code', '--memory', 'own'], files: ['.claude/settings.local.json'] },
]
const FILES = SETUPS.flatMap(({ files }) => files)

/** Where a file of the repository leads: to a file, to nothing yet, or with the whole directory. */
const TRAPS = {
  files: (file, at) => ({ path: file, target: at % 2 === 0 ? `startup-${at}` : `new-${at}` }),
  'other files': (file, at) => ({ path: file, target: at % 2 === 0 ? `new-${at}` : `startup-${at}` }),
  directories: (file) => ({ path: file.split('/')[0], target: `${file.split('/')[0].slice(1)}/` }),
}

export async function visitWithInit(visits, form) {
  const problems = []
  for (const [name, trap] of Object.entries(TRAPS)) {
    const options = layTraps(visits, form, FILES.map(trap))
    for (const { args } of SETUPS)
      for (const problem of await initIn(visits, options, args))
        problems.push(`init ${args[0]}: ${problem} (links in the place of ${name})`)
  }
  return { problems, tries: Object.keys(TRAPS).length * SETUPS.length }
}

async function initIn({ bait, root }, options, args) {
  const problems = []
  for (const more of [['--yes'], ['--undo', '--yes']]) {
    const before = readTree(bait.outside)
    const { out, err, timedOut } = await run([MEMDIR, 'init', ...args, ...more], options)
    for (const path of changedPaths(before, readTree(bait.outside)))
      problems.push(`it wrote outside: ${path}`)
    if (`${out}${err}`.includes(bait.secret)) problems.push('it showed a file outside')
    if (timedOut) problems.push('it hung')
  }
  return problems.map((problem) => problem.replaceAll(root, '…'))
}

/** What is outside is JSON, because what is none would be refused for that. */
function layTraps(visits, form, traps) {
  const { outside, secret } = visits.bait
  const place = join(outside, 'init')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  for (const { target } of traps) {
    if (target.endsWith('/')) mkdirSync(join(place, target), { recursive: true })
    else if (target.startsWith('startup')) writeFileSync(join(place, target), `{"secret": "${secret}"}\n`)
  }
  const links = new Map(traps.map(({ path, target }) => [path, join(place, target.replace(/\/$/, ''))]))
  return rebuild(
    visits,
    form,
    [...links].map(([path, link]) => ({ path, link })),
  )
}
