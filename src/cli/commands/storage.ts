import { listOf, message } from '../../base/messages/message.ts'
import { CHOOSE_ONE_OF, RUN_HELP, UNKNOWN_ACTION } from '../../base/messages/usage.ts'
import { DEFINITIONS } from '../../base/settings/definitions.ts'
import type { BackendName, StorageMoved, StoreStatus } from '../../search/storage.ts'
import { textOption, usage } from '../arguments.ts'
import type { Command, CommandInput, Values } from '../command.ts'
import { asSentences, errorData } from '../error-line.ts'
import { countOf } from '../language.ts'
import { type Output, printable } from '../output.ts'
import { startProgress } from '../progress.ts'

const BACKENDS = DEFINITIONS['storage.backend'].choices

export const command: Command = {
  usage: 'storage [status|move]',
  help: {
    en: 'Shows where the vectors of the memories live and how many there are. `storage move` brings them into the place that storage.backend names, without embedding anything again; stopped, it goes on where it was. The memories themselves are files and stay where they are.',
    zh: '显示记忆的向量存放在哪里、有多少。`storage move` 把它们迁移到 storage.backend 指定的存放处，不重新生成；中断后会从断点继续。记忆本身是文件，位置不变。',
  },
  most: 1,
  options: {
    from: {
      type: 'string',
      value: 'PLACE',
      choices: BACKENDS,
      en: 'move: only what is there (default: every other place)',
      zh: 'move：只迁移此处的（默认其他所有存放处）',
    },
    keep: {
      type: 'boolean',
      en: 'move: leave them where they were, too',
      zh: 'move：原处也保留一份',
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
      message(UNKNOWN_ACTION, { action: `storage ${action}` }),
      message(RUN_HELP, { command: 'storage' }),
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
    output.print(output.say({ en: countOf(memories, 'memory', 'memories'), zh: `${memories} 条记忆` }))
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
  const before = problem
    ? { en: 'was chosen before; what it has is not known', zh: '以前选择过；不清楚其中有什么' }
    : { en: 'has vectors from before', zh: '有以前的向量' }
  const role = chosen ? { en: 'new vectors go here', zh: '新向量存放于此' } : before
  output.print(
    `${mark} ${output.paint.bold(backend)}  ${printable(place)}  ${output.paint.dim(output.say(role))}`,
  )
  if (problem) {
    const { message: said, fix } = errorData(problem, output.language)
    output.print(`    ${output.paint.yellow('!')} ${printable(asSentences(said, fix, output.language))}`)
    return
  }
  for (const [model, count] of Object.entries(vectors))
    output.print(
      `    ${output.say({ en: countOf(count, 'vector'), zh: `${count} 个向量` })}  ${printable(model)}`,
    )
  if (Object.keys(vectors).length === 0)
    output.print(`    ${output.say({ en: 'no vectors yet', zh: '尚无向量' })}`)
  const later = output.say({
    en: 'what is written is found a little later; until then words find it',
    zh: '写入的内容稍后才能找到；在此之前按词查找',
  })
  const took = output.say({ en: `answered in ${ms} ms`, zh: `应答用时 ${ms} 毫秒` })
  output.print(`    ${output.paint.dim(settles === 'later' ? `${took}; ${later}` : took)}`)
}

async function move({ values, context, output }: CommandInput): Promise<number> {
  const from = backendOption(values)
  const engine = context.engine()
  const bar = startProgress(output, output.say({ en: 'moving', zh: '迁移' }))
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
    output.say({
      en: `Vectors that ${printable(place)} may have stay there: ${printable(why)}`,
      zh: `${printable(place)} 中可能有的向量仍留在那里：${printable(why)}`,
    }),
  )
}

function summary(output: Output, { moved, there, complete, from, to }: StorageMoved): string {
  const sources = from.join(', ')
  if (complete && from.length === 0)
    return output.say({
      en: `Nothing to move: no other place has vectors of these memories. ${to} answers.`,
      zh: `无需迁移：其他地方没有这些记忆的向量。${to} 可用。`,
    })
  if (!complete)
    return output.say({
      en: `Stopped: ${moved} vectors moved from ${sources} to ${to}. \`memdir storage move\` goes on from there.`,
      zh: `已中断：已从 ${sources} 迁移 ${moved} 个向量到 ${to}。再次运行 \`memdir storage move\` 即可继续。`,
    })
  return output.say({
    en: `${moved} vectors moved from ${sources} to ${to}; ${there} were there already.`,
    zh: `已从 ${sources} 迁移 ${moved} 个向量到 ${to}；另有 ${there} 个已在那里。`,
  })
}

function backendOption(values: Values): BackendName | undefined {
  const given = textOption(values, 'from')
  if (given === undefined) return undefined
  const backend = BACKENDS.find((name) => name === given)
  if (backend) return backend
  throw usage(
    message(UNKNOWN_ACTION, { action: given }),
    message(CHOOSE_ONE_OF, { choices: listOf(BACKENDS) }),
  )
}
