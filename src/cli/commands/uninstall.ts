import { rmdirSync } from 'node:fs'
import { ioTexts } from '../../base/messages/io.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { projectCommandsTexts } from '../../base/messages/project-commands.ts'
import { uninstallTexts } from '../../base/messages/uninstall.ts'
import { uninstallCommandTexts } from '../../base/messages/uninstall-command.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { readRegistry } from '../../base/projects/project-registry.ts'
import { attempt } from '../../base/values/attempt.ts'
import { ioError, MemdirError } from '../../base/values/errors.ts'
import type { SetupPlaces } from '../../connect/agent-setup.ts'
import { setupPlaces } from '../../connect/agent-setup.ts'
import { AGENT_SETUPS, filesElsewhere, planRemove } from '../../connect/agent-setups.ts'
import { applyEdits, changes, type FileEdit } from '../../connect/file-edit.ts'
import { ownMemoryUndos } from '../../connect/own-memory-edits.ts'
import { planOut } from '../../connect/plan-file.ts'
import { confirm } from '../arguments.ts'
import type { Command } from '../command.ts'
import { holdStill } from '../hold-still.ts'
import { type Removed, removeBelow } from '../move-aside.ts'
import { type Output, printable } from '../output.ts'
import { printEdits } from '../show-edits.ts'
import {
  allPaths,
  describeCounts,
  type KeptPlace,
  keptElsewhere,
  keptPlaces,
  removablePaths,
  statesIn,
} from '../uninstall-plan.ts'

export const command: Command = {
  usage: 'uninstall',
  help: uninstallCommandTexts.help,
  most: 0,
  options: {
    memories: {
      type: 'boolean',
      text: uninstallCommandTexts.optionMemories,
    },
    'dry-run': { type: 'boolean', short: 'n', text: uninstallCommandTexts.optionDryRun },
    yes: { type: 'boolean', short: 'y', text: uninstallCommandTexts.optionYes },
  },
  examples: ['memdir uninstall --dry-run', 'memdir uninstall', 'memdir uninstall --memories'],
  withoutProject: true,
  async run({ context, output, values }) {
    const { home, location } = context.engine()
    const all = values.memories === true
    const { edits, problems } = planEdits(
      setupPlaces(context.env, location.identity.git?.workTree ?? location.identity.root),
    )
    const planned = (isOut: boolean) => (all ? allPaths(home) : removablePaths(home, { isOut }))
    const kept = [...(all ? [] : keptPlaces(home)), ...keptElsewhere(home, location.memory)]
    const shared = all ? [] : sharingProjects(home)
    const data = {
      edits: edits.map(({ path }) => path),
      removed: planned(problems.length === 0),
      ...{ kept, shared, problems },
    }
    printEdits(output, edits)
    for (const path of data.removed) output.print(`- ${printable(path)}`)
    printKept(output, kept, shared)
    if (!all) output.print(output.say(message(uninstallTexts.keptRest, { home: printable(home) })))
    for (const problem of problems) output.note(`! ${output.say(problem)}`)
    if (values['dry-run']) {
      output.print(output.say(message(usageTexts.onlyShown)))
      output.data({ ...data, changed: false })
      return 0
    }
    if (
      !(await confirm(
        output,
        values,
        message(all ? uninstallTexts.removeMemories : uninstallTexts.removeCaches),
      ))
    )
      return 1
    const release = await holdStill(statesIn(home))
    try {
      const refused = applyEach(edits)
      const removed = removeBelow(home, planned(problems.length + refused.length === 0))
      if (all) attempt(() => rmdirSync(home))
      return report(output, { data, refused, removed, all })
    } finally {
      release()
    }
  },
}

interface Failed {
  path: string
  reason: Message
}

function planEdits(places: SetupPlaces): { edits: FileEdit[]; problems: Message[] } {
  const problems: Message[] = []
  const orProblem = (plan: () => FileEdit[]): FileEdit[] => {
    try {
      return plan()
    } catch (error) {
      if (!MemdirError.is(error)) throw error
      problems.push(error.messages.message)
      return []
    }
  }
  const edits = [
    ...AGENT_SETUPS.flatMap((setup) => orProblem(() => planRemove(setup, places))),
    ...filesElsewhere(places).flatMap((wanted) =>
      orProblem(() => [planOut(wanted, places.home)].filter(changes)),
    ),
    ...ownMemoryUndos(places.home).flatMap((plan) => orProblem(() => [plan()].filter(changes))),
  ]
  return { edits, problems }
}

/** One that fails keeps no other from being made. */
function applyEach(edits: readonly FileEdit[]): Failed[] {
  const failed: Failed[] = []
  applyEdits(edits, ({ path }, error) =>
    failed.push({ path, reason: ioError(message(ioTexts.writingFile, { path }), error).messages.message }),
  )
  return failed
}

interface Report {
  data: { edits: string[]; removed: string[] }
  refused: Failed[]
  removed: Removed
  all: boolean
}

function report(output: Output, { data, refused, removed, all }: Report): number {
  const failed = [...refused, ...removed.failed]
  const isRefused = new Set(refused.map(({ path }) => path))
  const edits = data.edits.filter((path) => !isRefused.has(path))
  const { left } = removed
  output.data({
    ...data,
    ...{ edits, removed: removed.moved, failed, changed: edits.length + removed.moved.length > 0 },
    ...(left && { left }),
  })
  const sayFailed = (what: Message) => output.note(`${output.paint.red('!')} ${output.say(what)}`)
  for (const { path, reason } of failed)
    sayFailed(message(uninstallTexts.notDone, { path: printable(path), reason }))
  if (left) sayFailed(message(uninstallTexts.movedAside, { path: printable(left.path), reason: left.reason }))
  if (failed.length === 0 && !left) {
    output.print(output.say(message(uninstallTexts.memdirIsOut)))
    return 0
  }
  const done = edits.length + removed.moved.length
  const counts = { done, all: done + failed.length, left: failed.length + (left ? 1 : 0) }
  output.note(output.say(message(all ? uninstallTexts.partlyRemoved : uninstallTexts.partlyOut, counts)))
  return 1
}

function printKept(output: Output, kept: readonly KeptPlace[], shared: readonly SharingProject[]): void {
  for (const place of kept)
    output.print(
      output.say(message(uninstallTexts.kept, { path: printable(place.path), what: describeCounts(place) })),
    )
  for (const { root, memory } of shared) {
    const name = /[\\/]\.qwen[\\/]/.test(memory) ? 'qwen' : 'claude-code'
    const values = { root: printable(root), memory: printable(memory), name }
    output.print(output.say(message(projectCommandsTexts.stillShared, values)))
  }
}

interface SharingProject {
  root: string
  memory: string
}

/** Projects that go on using an agent's directory: the list of projects stays with the memories. */
function sharingProjects(home: string): SharingProject[] {
  return Object.values(readRegistry(home).projects).flatMap(({ memory, paths: [root] }) =>
    memory !== undefined && root !== undefined ? [{ root, memory }] : [],
  )
}
