// Which memories go where when memdir and Claude Code begin or stop to share a directory.
import { countOf } from './language.ts'
import { type Output, printable } from './output.ts'
import type { Unsharing } from './share-memory.ts'

export function printCopies(output: Output, count: number, isOwn: boolean): void {
  const memories = countOf(count, 'memory', 'memories')
  const are = count === 1 ? 'is' : 'are'
  output.print(
    output.say(
      isOwn
        ? {
            en: `${memories} of Claude Code ${are} copied to memdir’s directory; its files stay`,
            zh: `将 Claude Code 的 ${count} 条记忆复制到 memdir 的目录，原文件保留`,
          }
        : {
            en: `${memories} ${are} copied to it; memdir’s own directory keeps its files`,
            zh: `将复制 ${count} 条记忆到该目录；memdir 自己目录中的文件保留`,
          },
    ),
  )
}

export function printUnsharing(output: Output, { from, directory, back, again }: Unsharing): void {
  const count = back.length
  output.print(
    output.say({
      en: `Memories of this project: ${directory}; ${count === 0 ? 'nothing is' : `${countOf(count, 'memory', 'memories')} written since then ${count === 1 ? 'is' : 'are'}`} copied to it from ${from}, which keeps its files`,
      zh: `此项目的记忆目录：${directory}；从 ${from} 复制期间写入的 ${count} 条记忆，原文件保留`,
    }),
  )
  if (again.length > 0)
    output.print(
      output.say({
        en: `Removed while it was shared, and still in memdir’s directory: ${again.map(printable).join(', ')}. To remove them here too: memdir rm`,
        zh: `共享期间已删除、但仍在 memdir 目录中：${again.map(printable).join('、')}。如需一并删除：memdir rm`,
      }),
    )
}
