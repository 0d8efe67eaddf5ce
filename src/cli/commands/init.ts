import { mkdirSync } from 'node:fs'
import type { Command } from '../command.ts'

export const command: Command = {
  usage: 'init',
  help: {
    en: 'Makes the memory directory of this project and writes the project down, so that the repository finds its memory after a move or another clone.',
    zh: '创建此项目的记忆目录并登记项目，使仓库在移动或重新克隆后仍能找到记忆。',
  },
  most: 0,
  options: {},
  examples: ['memdir init', 'memdir init --project ~/work/shop'],
  async run({ context, output }) {
    const engine = await context.writingEngine()
    const { memory, identity } = engine.location
    const made = mkdirSync(memory, { recursive: true, mode: 0o700 }) !== undefined
    output.data({ directory: memory, project: identity.name, root: identity.root, created: made })
    output.print(
      made
        ? output.say({ en: `Memory for ${identity.root} is ready:`, zh: `${identity.root} 的记忆已就绪：` })
        : output.say({
            en: `Memory for ${identity.root} was set up before:`,
            zh: `${identity.root} 的记忆先前已启用：`,
          }),
    )
    output.print(`  ${memory}`)
    output.print()
    output.print(
      output.say({
        en: 'Next:  memdir add "how we work here"   ·   memdir list',
        zh: '接下来：memdir add "我们的做法"   ·   memdir list',
      }),
    )
  },
}
