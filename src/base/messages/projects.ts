// Which project a directory is, and what a person is asked about it.

export const MAY_BE_SAME = {
  key: 'projects.may-be-same',
  en: '{root} may be the same repository as {path} ({why}).',
  zh: '{root} 可能与 {path} 是同一仓库（{why}）。',
} as const
export const SAME_ROOT_COMMIT = {
  key: 'projects.same-root-commit',
  en: 'same first commit',
  zh: '初始提交相同',
} as const
export const SAME_REMOTE = { key: 'projects.same-remote', en: 'same remote', zh: '远程地址相同' } as const
export const OTHER_ROOT_COMMIT = {
  key: 'projects.other-root-commit',
  en: 'but another first commit',
  zh: '但初始提交不同',
} as const
export const OTHER_REMOTE = {
  key: 'projects.other-remote',
  en: 'but another remote',
  zh: '但远程地址不同',
} as const
export const JOINED_BEFORE = {
  key: 'projects.joined-before',
  en: 'it used that memory until its remote changed',
  zh: '在远程地址更改之前曾使用其记忆',
} as const
export const PATH_GONE = {
  key: 'projects.path-gone',
  en: '{path} is not there any more: it may have been moved here.',
  zh: '{path} 已不存在：可能已移到此处。',
} as const
export const JOIN_WARNING = {
  key: 'projects.join-warning',
  en: 'A copy made by somebody else looks the same. Say yes only if it is yours: agents that work here will then read and write that memory.',
  zh: '他人制作的副本看起来也一样。仅当它属于您时才选择是：此后在此工作的代理会读写该记忆。',
} as const
export const JOIN_QUESTION = {
  key: 'projects.join-question',
  en: 'Use the memory of {path} here?',
  zh: '在此使用 {path} 的记忆？',
} as const
export const CHOICE_QUESTION = {
  key: 'projects.choice-question',
  en: 'Which memory is used here? 1–{count}, or Enter for one of its own:',
  zh: '在此使用哪个记忆？输入 1–{count}，或按 Enter 使用自己的记忆：',
} as const
export const NOT_USED = {
  key: 'projects.not-used',
  en: 'Its memory is not used here until you say so: memdir projects link {choice} — or, to keep them apart: memdir projects unlink',
  zh: '在您确认之前不会在此使用其记忆：memdir projects link {choice}；如需分开：memdir projects unlink',
} as const
export const JOINED = {
  key: 'projects.joined',
  en: '{root} now uses the memory of {path}. To part them again: memdir projects unlink',
  zh: '{root} 现在使用 {path} 的记忆。如需再次分开：memdir projects unlink',
} as const
export const KEPT_APART = {
  key: 'projects.kept-apart',
  en: '{root} has a memory of its own. To join it to another: memdir projects link PROJECT',
  zh: '{root} 使用自己的记忆。如需关联到其他项目：memdir projects link PROJECT',
} as const
export const JOINED_ALREADY = {
  key: 'projects.joined-already',
  en: 'It uses that memory already.',
  zh: '已在使用该记忆。',
} as const
export const MOVED = {
  key: 'projects.moved',
  en: 'The memory of {from} now belongs to {to}.',
  zh: '{from} 的记忆现在属于 {to}。',
} as const
export const BRING_QUESTION = {
  key: 'projects.bring-question',
  en: 'This directory has memories of its own ({count}). Copy them into the joined memory?',
  zh: '此目录有自己的记忆（{count} 条）。复制到所关联的记忆中？',
} as const
export const BROUGHT = {
  key: 'projects.brought',
  en: 'Copied along: {count}. The originals stay in {directory}.',
  zh: '已一并复制 {count} 条。原文件保留在 {directory}。',
} as const
export const LEFT_BEHIND = {
  key: 'projects.left-behind',
  en: 'What it had of its own ({count}) stays in {directory}; `memdir projects link {choice} --bring` copies it along.',
  zh: '原有的记忆（{count} 条）保留在 {directory}；`memdir projects link {choice} --bring` 可一并复制。',
} as const
export const PERSON_ONLY = {
  key: 'projects.person-only',
  en: 'an agent ({agent}) cannot give itself the memory of another project',
  zh: '代理（{agent}）不能自行取得其他项目的记忆',
} as const
export const PERSON_ONLY_FIX = {
  key: 'projects.person-only-fix',
  en: 'Run it yourself, in a terminal of your own: {command}',
  zh: '请在您自己的终端中运行：{command}',
} as const
export const REGISTRY_DAMAGED = {
  key: 'projects.registry-damaged',
  en: '{path} is damaged; projects are found by their directories. The next write makes it again and keeps what is there; so does: memdir doctor --fix',
  zh: '{path} 已损坏；将按目录查找项目。下次写入会重建它并保留原文件；也可运行：memdir doctor --fix',
} as const
export const REGISTRY_REBUILT = {
  key: 'projects.registry-rebuilt',
  en: 'projects.json was damaged and was made again from the project directories; what was there is kept in {path}.',
  zh: 'projects.json 已损坏，已根据项目目录重建；原内容保留在 {path}。',
} as const
export const DAMAGED_REGISTRY = {
  key: 'projects.damaged-registry',
  en: 'is damaged; projects are found by their directories, and what joined others is read from there',
  zh: '已损坏；按目录查找项目，并从中读取关联信息',
} as const
export const KEPT_DAMAGED = {
  key: 'projects.kept-damaged',
  en: 'was damaged, was made again and is kept; remove it when you do not need it',
  zh: '曾损坏，已重建并保留原件；不需要时可删除',
} as const

export const STOPPED_JOINED = {
  key: 'projects.stopped-joined',
  en: 'Stopped. The two directories share one memory now; no memory was copied.',
  zh: '已中止。两个目录现已共用记忆；未复制任何记忆。',
} as const
