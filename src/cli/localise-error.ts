// Errors in Chinese. The English text is the key, as in gettext; what is not listed stays English.
import type { Language } from './language.ts'

export interface ToldError {
  code: string
  message: string
  fix: string
}

export function localiseError(error: ToldError, language: Language): ToldError {
  if (language === 'en') return error
  return { ...error, message: localise(error.message, language), fix: localise(error.fix, language) }
}

/** A text that was made in English, in the person's language. `$1` is put in as it is, `@1` is translated too. */
export function localise(text: string, language: Language): string {
  if (language === 'en') return text
  for (const [pattern, chinese] of CHINESE) {
    const match = pattern.exec(text)
    if (match)
      return chinese.replace(/([$@])(\d)/g, (_, how: string, n: string) => {
        const part = match[Number(n)] ?? ''
        return how === '@' ? localise(part, language) : part
      })
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
  [/^"(.*)" may mean (.*)$/s, '“$1”不唯一，可能是：@2'],
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
  [/^(.+) cannot be written: (.*)$/s, '$1 不能写入：@2'],
  [
    /^Choose an ordinary \.md name inside the memory directory \(`memdir path` shows it\)\.$/,
    '请在记忆目录内使用普通的 .md 文件名（用 `memdir path` 查看目录）。',
  ],
  [/^the memory directory of (.+) is refused: (.*)$/s, '@1 指定的记忆目录被拒绝：@2'],
  [
    /^Give the full path of a directory of its own in (.+), or remove it\.$/,
    '请在 @1 中给出独立目录的完整路径，或删除该设置。',
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
  [/^Correct it in an editor and try again\.$/, '请在编辑器中修正后重试。'],
  [/^Correct it in an editor.*$/, '请在编辑器中修正（`memdir edit`），或运行 `memdir doctor --fix`。'],
  [/^Try again\.$/, '请重试。'],
  // Options and words on the command line.
  [/^there is no option (\S*)$/, '没有选项 $1'],
  [/^(\S+) needs a value$/, '$1 需要一个值'],
  [/^(\S+) takes no value$/, '$1 不接受值'],
  [
    /^Run `(.+)`; text that starts with "-" goes after "--"\.$/,
    '请运行 `$1`；以“-”开头的文本请放在“--”之后。',
  ],
  [/^"(.*)" is one word too many$/s, '多余的参数“$1”'],
  [/^--(\S+) cannot be "(.*)"$/s, '--$1 不能是“$2”'],
  [/^Choose en or zh\.$/, '可选：en 或 zh。'],
  [/^Choose newest, importance or name\.$/, '可选：newest、importance 或 name。'],
  [/^there is no directory (.*)$/s, '没有目录 $1'],
  [/^Give --project the directory of a project\.$/, '请用 --project 指定项目目录。'],
  [/^which memory\?$/, '哪一条记忆？'],
  [/^Give an id or a file name; `memdir list` shows them\.$/, '请给出编号或文件名；用 `memdir list` 查看。'],
  [/^which shell\?$/, '哪一种 shell？'],
  [/^Choose bash, zsh or fish\.$/, '可选：bash、zsh 或 fish。'],
  [/^there is no kind "(.*)"$/s, '没有种类“$1”'],
  [/^there is no origin "(.*)"$/s, '没有来源“$1”'],
  [/^See `memdir add --help`\.$/, '请看 `memdir add --help`。'],
  [/^"(.*)" is in the past$/s, '“$1”已经过去'],
  [/^Give a later date\.$/, '请给出以后的日期。'],
  [/^the new text is empty$/, '新文本为空'],
  [/^To remove a memory use `memdir rm`\.$/, '删除记忆请用 `memdir rm`。'],
  [/^--set "(.*)" has no "="$/s, '--set “$1”缺少“=”'],
  [/^there is no field "(.*)" to set$/s, '没有可设置的字段“$1”'],
  [/^--set (\S+)= has no value$/, '--set $1= 没有值'],
  [/^To remove it: (.*)\.$/, '如需删除：$1。'],
  [/^(\S+) must be a number from (\S+) to (\S+), not "(.*)"$/s, '$1 必须是 $2 到 $3 之间的数字，而不是“$4”'],
  [/^there is nothing to change$/, '没有要更改的内容'],
  [/^Give --content or --set, or run it in a terminal\.$/, '请给出 --content 或 --set，或在终端中运行。'],
  [/^the editor ended with an error, so nothing was changed$/, '编辑器异常退出，未更改任何内容'],
  [/^Check \$EDITOR and try again\.$/, '请检查 $EDITOR 后重试。'],
  [/^the text was empty, so nothing was changed$/, '文本为空，未更改任何内容'],
  [/^Your text is kept in (.*)\.$/s, '您的文本保存在 $1。'],
  // History.
  [/^nothing has changed yet$/, '还没有任何更改'],
  [/^Add a memory first: (.*)\.$/, '请先添加记忆：$1。'],
  [/^(.+) has no history$/, '$1 没有历史'],
  [/^It was written by another program; .*$/, '它由其他程序写入；memdir 的更改从现在起会保留历史。'],
  [/^there is nothing to undo$/, '没有可撤销的更改'],
  [/^See `memdir log`\.$/, '请看 `memdir log`。'],
  [/^a change and a range cannot be undone together$/, '不能同时撤销单个更改和一个范围'],
  [/^Give one of them\.$/, '请只给出其一。'],
  [/^nothing was undone: (.*) \(and (\d+) more\)$/s, '未撤销任何更改：@1（另有 $2 个）'],
  [/^nothing was undone: (.*)$/s, '未撤销任何更改：@1'],
  [
    /^`memdir diff (\S+)` shows what it did; `memdir log` what came after\.$/,
    '用 `memdir diff $1` 查看它的内容，用 `memdir log` 查看之后的更改。',
  ],
  [/^it was taken back already \((.*)\)$/, '已被撤销（$1）'],
  [/^a purge is final$/, '清除无法撤销'],
  [/^(.+) was changed again after it$/, '$1 此后又被更改'],
  // Projects and settings.
  [/^there is no "(projects|config) (.*)"$/s, '没有“$1 $2”'],
  [/^Choose link, unlink or move\.$/, '可选：link、unlink 或 move。'],
  [/^Choose get, set or unset\.$/, '可选：get、set 或 unset。'],
  [/^which project\?$/, '哪一个项目？'],
  [
    /^Give its path or name; `memdir projects` shows them\.$/,
    '请给出路径或名称；用 `memdir projects` 查看。',
  ],
  [/^`memdir projects` shows them\.$/, '用 `memdir projects` 查看。'],
  [/^there is no project "(.*)"$/s, '没有项目“$1”'],
  [/^Give the whole path\.$/, '请给出完整路径。'],
  [/^(\d+) projects$/, '$1 个项目'],
  [/^where did it move to\?$/, '移到了哪里？'],
  [/^Give the directory where the project is now\.$/, '请给出项目现在所在的目录。'],
  [/^(.+) does not exist$/s, '$1 不存在'],
  [/^(.+) does not exist any more$/s, '$1 已不存在'],
  [/^config (\S+) needs a name$/, 'config $1 需要名称'],
  [/^config set needs a value$/, 'config set 需要一个值'],
  [/^"(\S+)" may not be set by a project's committed file$/, '项目提交的文件不能设置“$1”'],
  [/^Set it without --in-project, or with --local\.$/, '请去掉 --in-project，或改用 --local。'],
  [/^--local and --in-project cannot go together$/, '--local 和 --in-project 不能同时使用'],
  [/^autoMemoryDirectory cannot be "(.*)": (.*)$/s, 'autoMemoryDirectory 不能是“$1”：@2'],
  [/^Give the full path of a directory of its own\.$/, '请给出独立目录的完整路径。'],
  [/^(\S+) must be text$/, '$1 必须是文本'],
  [/^(\S+) must be an object$/, '$1 必须是对象'],
  [/^(.+) is not a JSON object, so it was left alone$/s, '$1 不是 JSON 对象，未作更改'],
  [/^(.+) is a symbolic link, so nothing was written$/s, '$1 是符号链接，未写入任何内容'],
  [/^Remove the link, or change your own settings instead\.$/, '请删除该链接，或改为更改您自己的设置。'],
  [/^saved, but memory stays on: (.*) decides$/s, '已保存，但记忆仍为开：由 @1 决定'],
  [/^saved, but memory stays off: (.*) decides$/s, '已保存，但记忆仍为关：由 @1 决定'],
  [/^Change that, or see `memdir config` .*$/, '请更改该项，或用 `memdir config` 查看各值的来源。'],
  [/^Take it out of git: git rm --cached\.$/, '请将其移出 git：git rm --cached。'],
  [/^(.+) cannot be read$/s, '$1 无法读取'],
  [
    /^Move it aside; memdir finds projects by their path and makes a new one\.$/,
    '请将其移走；memdir 会按路径找到项目并新建一个。',
  ],
  // Warnings about settings.
  [/^(.+) is ignored: (.*)$/s, '$1 被忽略：@2'],
  [/^(.+): there is no setting "(.*)"$/s, '$1：没有设置“$2”'],
  [/^(.+): "(\S+)" may not be set by a project's committed file$/s, '$1：项目提交的文件不能设置“$2”'],
  [/^(.+): "(\S+)" counts only once you have trusted this project$/s, '$1：信任此项目后“$2”才会生效'],
  [/^(.+): "(\S+)" must (.*); it is ignored$/s, '$1：“$2”的值无效（must $3），已忽略'],
  [/^(\S+) must (.*); it is ignored$/s, '$1 的值无效（must $2），已忽略'],
  [/^it is not valid JSON$/, '不是有效的 JSON'],
  [/^it does not hold an object$/, '内容不是对象'],
  [/^git tracks it, so it does not count as private$/, '它已被 git 跟踪，不算私有设置'],
  [/^default$/, '默认'],
  [/^(user|project|local|policy|memory\.yaml) settings \((.*)\)$/s, '$1 设置（$2）'],
  [/^(\S+) without a memory directory: no durable storage$/, '$1 没有记忆目录：无持久存储'],
  // Directories and files that are refused.
  [/^the remote storage root$/, '远程存储根目录'],
  [/^it has a NUL byte$/, '含有 NUL 字节'],
  [/^it is a network \(UNC\) path$/, '是网络（UNC）路径'],
  [/^it is a drive root$/, '是驱动器根目录'],
  [/^it is relative$/, '是相对路径'],
  [/^it is the root of the file system$/, '是文件系统根目录'],
  [/^it is directly below the root of the file system$/, '直接位于文件系统根目录下'],
  [/^it is the home directory itself$/, '是主目录本身'],
  [/^it is not a regular file$/, '不是普通文件'],
  [/^it is a hard link to another file$/, '是指向其他文件的硬链接'],
  [/^"(.*)" is a link or a file, not a directory$/s, '“$1”是链接或文件，不是目录'],
  [/^(.+) was removed by another program$/s, '$1 已被其他程序删除'],
  [
    /^(.+) was made by another program in the meantime; nothing was written$/s,
    '$1 已被其他程序创建；未写入任何内容',
  ],
  [/^the file is not UTF-8 text, so it was left alone$/, '文件不是 UTF-8 文本，未作更改'],
  [/^Save it as UTF-8 with another program first\.$/, '请先用其他程序保存为 UTF-8。'],
  [/^the frontmatter is written in a form that cannot be changed safely$/, 'frontmatter 的写法无法安全修改'],
  [/^Change it in an editor: (.*)\.$/, '请在编辑器中修改：$1。'],
  [/^(.+); some files may have been changed$/s, '@1；部分文件可能已更改'],
  [
    /^Look at `memdir log` and `memdir doctor` once the disk works again\.$/,
    '磁盘恢复后请查看 `memdir log` 和 `memdir doctor`。',
  ],
  [/^This failed: (.*)$/s, '操作失败：$1'],
  [/^Nothing was changed; try again\.$/, '未更改任何内容；请重试。'],
  [/^Your disk quota is used up; .*$/, '磁盘配额已用完；请释放空间后重试。'],
  [/^The file system is read-only; .*$/, '文件系统是只读的；请选择其他目录。'],
  [/^Too many files are open.*$/, '打开的文件过多；请关闭一些程序。'],
  [/^The disk reported an error; .*$/, '磁盘报告错误；再次写入前请先检查。'],
  [/^This is a fault in memdir; .*$/, '这是 memdir 的缺陷；请设置 MEMDIR_DEBUG=1 重新运行以查看详情并报告。'],
]
