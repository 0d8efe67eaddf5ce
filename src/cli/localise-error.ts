// Errors in Chinese. The English text is the key, as in gettext; what is not listed stays English.
import type { Language } from './language.ts'

export interface ToldError {
  code: string
  message: string
  fix: string
}

export function localiseError(error: ToldError, language: Language): ToldError {
  if (language === 'en') return error
  return { ...error, message: translate(error.message), fix: translate(error.fix) }
}

function translate(text: string): string {
  for (const [pattern, chinese] of CHINESE) {
    const match = pattern.exec(text)
    if (match) return chinese.replace(/\$(\d)/g, (_, n: string) => match[Number(n)] ?? '')
  }
  return text
}

const CHINESE: [RegExp, string][] = [
  [/^there is no command "(.*)"$/s, '没有命令“$1”'],
  [
    /^Did you mean `(.+)`\? Run `memdir --help` for all\.$/,
    '您是否想运行 `$1`？运行 `memdir --help` 查看全部命令。',
  ],
  [/^Run `(.+)`\.$/, '请运行 `$1`。'],
  [/^there is no memory "(.*)"$/s, '没有记忆“$1”'],
  [/^See `memdir list` for ids and file names\.$/, '用 `memdir list` 查看编号和文件名。'],
  [/^See `memdir list`\.$/, '请用 `memdir list` 查看。'],
  [/^"(.*)" may mean (.*)$/s, '“$1”不唯一，可能是：$2'],
  [/^Give more characters of the id, or the whole file name\.$/, '请给出更长的编号或完整文件名。'],
  [/^there is no change "(.*)"$/s, '没有更改“$1”'],
  [/^See `memdir log` for the ids\.$/, '用 `memdir log` 查看编号。'],
  [/^"(.*)" is the beginning of (\d+) changes$/s, '有 $2 个更改以“$1”开头'],
  [/^Give more characters of the id\.$/, '请给出更长的编号。'],
  [/^there is no text to remember$/, '没有要记住的内容'],
  [/^Give the text, or pipe it in\.$/, '请给出文本，或通过管道输入。'],
  [/^there is no type "(.*)"$/s, '没有类型“$1”'],
  [/^Choose one of (.*)\.$/, '可选：$1。'],
  [
    /^--(\S+) must be a number from (\S+) to (\S+), not "(.*)"$/s,
    '--$1 必须是 $2 到 $3 之间的数字，而不是“$4”',
  ],
  [/^For example: (.*)$/, '例如：$1'],
  [/^"(.*)" is not a time$/s, '“$1”不是时间'],
  [
    /^Give a date \(2026-04-09\) or a span \(30d, 12h, 2w\)\.$/,
    '请给出日期（2026-04-09）或时长（30d、12h、2w）。',
  ],
  [/^this needs a confirmation$/, '此操作需要确认'],
  [/^Add --yes to do it without being asked\.$/, '加上 --yes 可跳过确认。'],
  [/^(\S+) was changed in the meantime; nothing was written$/, '$1 在此期间已被更改；未写入任何内容'],
  [/^(\S+) was removed in the meantime; nothing was written$/, '$1 在此期间已被删除；未写入任何内容'],
  [/^(\S+) exists already in the meantime; nothing was written$/, '$1 已经存在；未写入任何内容'],
  [/^Look at it again \(`memdir show`\) and repeat the change\.$/, '请重新查看（`memdir show`）后再修改。'],
  [/^(.+) is writing and did not finish in time$/, '$1 正在写入，未能及时完成'],
  [/^Wait for it and try again; if it hangs, end that process\.$/, '请稍候重试；如果它卡住，请结束该进程。'],
  [/^(.+) cannot be written: (.*)$/s, '$1 不能写入：$2'],
  [
    /^Choose an ordinary \.md name inside the memory directory \(`memdir path` shows it\)\.$/,
    '请在记忆目录内使用普通的 .md 文件名（用 `memdir path` 查看目录）。',
  ],
  [/^the memory directory of (.+) is refused: (.*)$/s, '$1 指定的记忆目录被拒绝：$2'],
  [
    /^Give the full path of a directory of its own in (.+), or remove it\.$/,
    '请在 $1 中给出独立目录的完整路径，或删除该设置。',
  ],
  [
    /^line (\d+) holds an invisible control character \((.+)\) that can hide instructions$/,
    '第 $1 行含有可隐藏指令的不可见控制字符（$2）',
  ],
  [/^Remove it and save again\.$/, '请删除后重新保存。'],
  [/^there is no setting "(.*)"$/s, '没有设置“$1”'],
  [/^See `memdir config` for all names\.$/, '用 `memdir config` 查看所有名称。'],
  [/^(\S+) must be true or false$/, '$1 必须是 true 或 false'],
  [/^(\S+) must be a number from (\S+) to (\S+)$/, '$1 必须是 $2 到 $3 之间的数字'],
  [/^(\S+) must be one of (.*)$/, '$1 必须是以下之一：$2'],
  [/^Give another value\.$/, '请给出其他值。'],
  [/^Writing the memory failed: (.*)$/s, '写入记忆失败：$1'],
  [/^Free some disk space and try again\.$/, '请释放磁盘空间后重试。'],
  [/^Check who owns the directory and its permissions\.$/, '请检查目录的所有者和权限。'],
  [/^the frontmatter cannot be read: (.*)$/s, '无法读取 frontmatter：$1'],
  [/^Correct it in an editor.*$/, '请在编辑器中修正（`memdir edit`），或运行 `memdir doctor --fix`。'],
  [/^Try again\.$/, '请重试。'],
]
