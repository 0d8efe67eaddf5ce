// One line about the memories that hold in all projects, where a command works on the project's alone.
import type { CommandContext } from './command-context.ts'
import { countOf } from './language.ts'
import type { Output } from './output.ts'

/** `command`: by which they are worked on. */
export function noteEverywhere(context: CommandContext, output: Output, command: string): void {
  const count = context.everywhereEngine()?.store.list().length ?? 0
  if (count === 0) return
  const memories = countOf(count, 'memory', 'memories')
  output.note(
    output.paint.dim(
      output.say({
        en: `Besides, ${memories} in all projects: memdir ${command} --everywhere`,
        zh: `另有 ${count} 条适用于所有项目的记忆：memdir ${command} --everywhere`,
      }),
    ),
  )
}
