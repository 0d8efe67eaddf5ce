// Which project a directory is, and what a person is asked about it.

import { texts } from './message.ts'

export const projectsTexts = texts('projects', {
  mayBeSame: ['{root} may be the same repository as {path} ({why}).', '{root} 可能与 {path} 是同一仓库（{why}）。'],
  sameRootCommit: ['same first commit', '初始提交相同'],
  sameRemote: ['same remote', '远程地址相同'],
  otherRootCommit: ['but another first commit', '但初始提交不同'],
  otherRemote: ['but another remote', '但远程地址不同'],
  joinedBefore: ['it used that memory until its remote changed', '在远程地址更改之前曾使用其记忆'],
  pathGone: ['{path} is not there any more: it may have been moved here.', '{path} 已不存在：可能已移到此处。'],
  joinWarning: ['A copy made by somebody else looks the same. Say yes only if it is yours: agents that work here will then read and write that memory.', '他人制作的副本看起来也一样。仅当它属于您时才选择是：此后在此工作的代理会读写该记忆。'],
  joinQuestion: ['Use the memory of {path} here?', '在此使用 {path} 的记忆？'],
  choiceQuestion: ['Which memory is used here? 1–{count}, or Enter for one of its own:', '在此使用哪个记忆？输入 1–{count}，或按 Enter 使用自己的记忆：'],
  notUsed: ['Its memory is not used here until you say so: memdir projects link {choice} — or, to keep them apart: memdir projects unlink', '在您确认之前不会在此使用其记忆：memdir projects link {choice}；如需分开：memdir projects unlink'],
  joined: ['{root} now uses the memory of {path}. To part them again: memdir projects unlink', '{root} 现在使用 {path} 的记忆。如需再次分开：memdir projects unlink'],
  keptApart: ['{root} has a memory of its own. To join it to another: memdir projects link PROJECT', '{root} 使用自己的记忆。如需关联到其他项目：memdir projects link PROJECT'],
  joinedAlready: ['It uses that memory already.', '已在使用该记忆。'],
  moved: ['The memory of {from} now belongs to {to}.', '{from} 的记忆现在属于 {to}。'],
  bringQuestion: ['This directory has memories of its own ({count}). Copy them into the joined memory?', '此目录有自己的记忆（{count} 条）。复制到所关联的记忆中？'],
  brought: ['Copied along: {count}. The originals stay in {directory}.', '已一并复制 {count} 条。原文件保留在 {directory}。'],
  leftBehind: ['What it had of its own ({count}) stays in {directory}; `memdir projects link {choice} --bring` copies it along.', '原有的记忆（{count} 条）保留在 {directory}；`memdir projects link {choice} --bring` 可一并复制。'],
  personOnly: ['an agent ({agent}) cannot give itself the memory of another project', '代理（{agent}）不能自行取得其他项目的记忆'],
  personOnlyFix: ['Run it yourself, in a terminal of your own: {command}', '请在您自己的终端中运行：{command}'],
  registryDamaged: ['{path} is damaged; projects are found by their directories. The next write makes it again and keeps what is there; so does: memdir doctor --fix', '{path} 已损坏；将按目录查找项目。下次写入会重建它并保留原文件；也可运行：memdir doctor --fix'],
  registryRebuilt: ['projects.json was damaged and was made again from the project directories; what was there is kept in {path}.', 'projects.json 已损坏，已根据项目目录重建；原内容保留在 {path}。'],
  damagedRegistry: ['is damaged; projects are found by their directories, and what joined others is read from there', '已损坏；按目录查找项目，并从中读取关联信息'],
  keptDamaged: ['was damaged, was made again and is kept; remove it when you do not need it', '曾损坏，已重建并保留原件；不需要时可删除'],
  stoppedJoined: ['Stopped. The two directories share one memory now; no memory was copied.', '已中止。两个目录现已共用记忆；未复制任何记忆。'],
})
