import { listOf, message } from '../../base/messages/message.ts'
import { storageCommandTexts } from '../../base/messages/storage-command.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { DEFINITIONS } from '../../base/settings/definitions.ts'
import type { BackendName, StorageMoved, StoreStatus } from '../../search/storage.ts'
import { textOption, usage } from '../arguments.ts'
import type { Command, CommandInput, Values } from '../command.ts'
import { asSentences, errorData } from '../error-line.ts'
import { type Output, printable } from '../output.ts'
import { startProgress } from '../progress.ts'

const BACKENDS = DEFINITIONS['storage.backend'].choices

export const command: Command = {
  usage: 'storage [status|move]',
  help: storageCommandTexts.help,
  most: 1,
  options: {
    from: {
      type: 'string',
      value: 'PLACE',
      choices: BACKENDS,
      text: storageCommandTexts.optionFrom,
    },
    keep: {
      type: 'boolean',
      text: storageCommandTexts.optionKeep,
    },
  },
  arguments: [['status', 'move']],
  examples: [
    'memdir storage',
    'memdir config set storage.backend lancedb && memdir storage move',
    'memdir storage move --from chroma --keep',
  ],
  async run(input) {
    const [action = 'status'] = input.positionals
    if (action === 'status') return status(input)
    if (action === 'move') return move(input)
    throw usage(
      message(usageTexts.unknownAction, { action: `storage ${action}` }),
      message(usageTexts.runHelp, { command: 'storage' }),
    )
  },
}

async function status({ context, output }: CommandInput): Promise<number> {
  const engine = context.engine()
  try {
    const { memories, stores } = await (await engine.storage()).status()
    output.data({
      memories,
      stores: stores.map(({ problem, ...store }) => ({
        ...store,
        ...(problem && { problem: errorData(problem, output.language) }),
      })),
    })
    output.print(output.say(message(storageCommandTexts.memoryMemories, { memories })))
    for (const store of stores) printStore(output, store)
    return 0
  } finally {
    await engine.close()
  }
}

function printStore(
  output: Output,
  { backend, place, chosen, settles, vectors, ms, problem }: StoreStatus,
): void {
  const mark = chosen ? output.paint.green('●') : output.paint.dim('○')
  const before = problem ? storageCommandTexts.chosenBeforeNotKnown : storageCommandTexts.vectorsBefore
  const role = chosen ? storageCommandTexts.newVectorsGoHere : before
  output.print(
    `${mark} ${output.paint.bold(backend)}  ${printable(place)}  ${output.paint.dim(output.say(role))}`,
  )
  if (problem) {
    const { message: said, fix } = errorData(problem, output.language)
    output.print(`    ${output.paint.yellow('!')} ${printable(asSentences(said, fix, output.language))}`)
    return
  }
  for (const [model, count] of Object.entries(vectors))
    output.print(`    ${output.say(message(storageCommandTexts.vector, { count }))}  ${printable(model)}`)
  if (Object.keys(vectors).length === 0) output.print(`    ${output.say(storageCommandTexts.noVectorsYet)}`)
  const later = output.say(storageCommandTexts.writtenFoundLittleLater)
  const took = output.say(message(storageCommandTexts.answeredMs, { ms }))
  output.print(`    ${output.paint.dim(settles === 'later' ? `${took}; ${later}` : took)}`)
}

async function move({ values, context, output }: CommandInput): Promise<number> {
  const from = backendOption(values)
  const engine = context.engine()
  const bar = startProgress(output, output.say(storageCommandTexts.moving))
  const stop = new AbortController()
  const interrupted = () => stop.abort()
  process.once('SIGINT', interrupted)
  try {
    const moved = await (await engine.storage()).move({
      ...(from ? { from } : {}),
      keep: values.keep === true,
      signal: stop.signal,
      onProgress: (done, total) => bar.update(done, total),
    })
    bar.end()
    const unreached = moved.unreached.map(({ place, problem }) => ({
      place,
      problem: errorData(problem, output.language),
    }))
    output.data({ ...moved, unreached })
    output.print(summary(output, moved))
    for (const { place, problem } of unreached) noteUnreached(output, place, problem.message)
    return moved.complete ? 0 : 1
  } finally {
    process.removeListener('SIGINT', interrupted)
    bar.end()
    await engine.close()
  }
}

/** It is asked again by the next move, and by a purge. */
function noteUnreached(output: Output, place: string, why: string): void {
  output.note(
    output.say(
      message(storageCommandTexts.vectorsStayThere, { place: printable(place), why: printable(why) }),
    ),
  )
}

function summary(output: Output, { moved, there, complete, from, to }: StorageMoved): string {
  const sources = from.join(', ')
  if (complete && from.length === 0)
    return output.say(message(storageCommandTexts.nothingMoveNoOther, { to }))
  if (!complete)
    return output.say(message(storageCommandTexts.stoppedVectorsMovedStorage, { moved, sources, to }))
  return output.say(message(storageCommandTexts.vectorsMovedThereAlready, { moved, sources, to, there }))
}

function backendOption(values: Values): BackendName | undefined {
  const given = textOption(values, 'from')
  if (given === undefined) return undefined
  const backend = BACKENDS.find((name) => name === given)
  if (backend) return backend
  throw usage(
    message(usageTexts.unknownAction, { action: given }),
    message(usageTexts.chooseOneOf, { choices: listOf(BACKENDS) }),
  )
}
