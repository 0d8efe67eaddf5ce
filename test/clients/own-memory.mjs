// One memory directory a project, for agents that keep memories themselves: theirs, in whatever project memdir is first
// used; the same index at every start; and what a second agent keeps is found as well.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FITS, INTRO, MARKER, store, times } from './facts.mjs'

export async function checkOwnMemory(lab, report) {
  const check = CHECKS[lab.client.title ?? lab.client.name]
  if (check) await check(lab, report)
}

/** Only the body of the agent's own memory has this. */
const THEIRS = 'ochre-2846'
const THEIRS_FITS = 'what do the cranes of the dry dock get painted with in winter?'

/** As the agent writes one. */
function writeTheirs(directory) {
  mkdirSync(directory, { recursive: true })
  const text = `---\nname: Cranes of the dry dock\ndescription: what the cranes of the dry dock get painted with in winter\ntype: project\n---\nThe cranes of the dry dock get painted with ${THEIRS} in winter.\n`
  writeFileSync(join(directory, 'cranes.md'), text)
  const line = '- [Cranes of the dry dock](cranes.md) — paint of the cranes in winter\n'
  writeFileSync(join(directory, 'MEMORY.md'), line)
}

const slug = (path) => path.replace(/[^A-Za-z0-9]/g, '-')
const raw = ({ sent }) => sent.at(-1)?.raw ?? ''

/** A second project, into which nobody has typed `memdir init`. */
function elsewhere(lab, name = 'elsewhere') {
  const project = join(lab.root, name)
  mkdirSync(project)
  return lab.at(project)
}

async function sharedElsewhere(lab, report, directoryOf) {
  const { client } = lab
  lab.memdir('init', client.name, '--yes')
  const other = elsewhere(lab)
  const theirs = directoryOf(other.project)
  writeTheirs(theirs)
  const path = other.memdir('path')
  report(`a project in which nobody typed init uses its directory (${path})`, path === theirs, {
    output: path,
  })
  other.memdir('jobs', 'run')
  const found = await other.prompt(THEIRS_FITS)
  report(
    `a memory of the agent’s own is attached there, and the index of memdir is not added (${times(raw(found), INTRO)})`,
    found.code === 0 && raw(found).includes(THEIRS) && times(raw(found), INTRO) === 0,
    found,
  )
  store(other)
  const ours = await other.prompt(FITS)
  report(
    'and what memdir writes is there',
    readdirSync(theirs).length >= 3 && raw(ours).includes(MARKER),
    ours,
  )
  const doctor = other.memdir('doctor')
  report('doctor names the one directory', doctor.includes(`own directory: ${theirs}`), { output: doctor })
  return { other, theirs }
}

/** Where memdir had memories before the agent was set up: told once, found in both, and shared when the person says so. */
async function hadMemories(lab, report, directoryOf) {
  const { client } = lab
  const kept = elsewhere(lab, 'kept')
  store(kept)
  lab.memdir('init', client.name, '--yes')
  const theirs = directoryOf(kept.project)
  writeTheirs(theirs)
  const before = kept.memdir('path')
  kept.memdir('jobs', 'run')
  report('memories of memdir’s own are not moved', before.includes('.memdir'), { output: before })
  const run = await kept.prompt(THEIRS_FITS)
  const doctor = kept.memdir('doctor')
  report(
    'the agent’s own are found all the same, and marked',
    run.code === 0 && raw(run).includes(THEIRS) && raw(run).includes(`kept by`),
    run,
  )
  report('doctor names both', doctor.includes(theirs) && doctor.includes(before), { output: doctor })
  kept.memdir('init', client.name, '--yes')
  const shared = kept.memdir('path')
  report('shared when the person says so', shared === theirs && readdirSync(theirs).length >= 3, {
    output: shared,
  })
  kept.memdir('init', client.name, '--memory', 'own', '--yes')
  report('and back again', kept.memdir('path') === before, { output: kept.memdir('path') })
  return kept
}

/** It can be told the directory that the project has. */
async function pointed(kept, report) {
  kept.memdir('init', kept.client.name, '--memory', 'project', '--yes')
  const run = await kept.prompt(FITS)
  const index = times(raw(run), '](cranes.md)')
  report(
    `told the project’s directory, the agent shows its index, and memdir adds none (${index}, ${times(raw(run), INTRO)})`,
    run.code === 0 && index > 0 && times(raw(run), INTRO) === 0 && raw(run).includes(MARKER),
    run,
  )
  const doctor = kept.memdir('doctor')
  report(
    'doctor says so',
    doctor.includes(`keeps its memories of this project in the project’s directory: ${kept.memdir('path')}`),
    { output: doctor },
  )
}

function unplugged(lab, report, { other, theirs }) {
  lab.memdir('init', lab.client.name, '--undo', '--yes')
  const path = other.memdir('path')
  report('taken out of the agent, memdir leaves the memories where they are', path === theirs, {
    output: path,
  })
}

const CHECKS = {
  async 'claude-code'(lab, report) {
    const directoryOf = (project) => join(lab.home, '.claude', 'projects', slug(project), 'memory')
    const git = (project, ...args) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: project })
    await pointed(await hadMemories(lab, report, directoryOf), report)
    const shared = await sharedElsewhere(lab, report, directoryOf)
    const tree = elsewhere(lab, 'repository')
    git(tree.project, 'init', '-q')
    git(tree.project, 'commit', '-q', '--allow-empty', '-m', 'first')
    const worktree = join(lab.root, 'worktree')
    git(tree.project, 'worktree', 'add', '-q', worktree)
    writeTheirs(directoryOf(tree.project))
    const inside = lab.at(worktree)
    const path = inside.memdir('path')
    const run = await inside.prompt(THEIRS_FITS)
    report(
      `a worktree uses the directory of its repository, as the agent does (${path})`,
      path === directoryOf(tree.project) && raw(run).includes('Cranes of the dry dock](cranes.md)'),
      run,
    )
    unplugged(lab, report, shared)
  },
  async qwen(lab, report) {
    const directoryOf = (project) => join(lab.home, '.qwen', 'projects', slug(project), 'memory')
    await hadMemories(lab, report, directoryOf)
    const kept = elsewhere(lab, 'starts')
    kept.memdir('init', 'qwen', '--memory', 'own', '--yes')
    store(kept)
    const runs = []
    for (let n = 0; n < 4; n++) runs.push(await kept.prompt(`${FITS} (${n})`, { goOn: n > 0 }))
    const counts = runs.map((run) => times(raw(run), INTRO))
    report(
      `its conversation has the index once in every process (${counts})`,
      runs.every(({ code }) => code === 0) && counts.every((count) => count === 1),
      runs.at(-1),
    )
    const systems = runs.map(({ sent }) => JSON.stringify(sent.at(-1)?.body.messages[0]))
    report('and begins with the same bytes', new Set(systems).size === 1, runs.at(-1))
    const shared = await sharedElsewhere(lab, report, directoryOf)
    unplugged(lab, report, shared)
  },
}
