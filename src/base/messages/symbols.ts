// The symbol list, by which recall verifies names of functions, flags and commands.

export const SYMBOL_LIST_NONE = {
  key: 'symbols.list-none',
  en: 'there is no list of the names in the working tree yet, so recall says nothing of functions and flags; `memdir jobs run` makes it',
  zh: '还没有工作区的符号列表，召回时不会核对函数和选项；`memdir jobs run` 可生成',
} as const

export const SYMBOL_LIST_NO_GIT = {
  key: 'symbols.list-no-git',
  en: 'outside a git repository recall verifies paths and commands only, no names of functions and flags',
  zh: '不在 git 仓库中，召回时只核对路径和命令，不核对函数和选项',
} as const

export const SYMBOL_LIST_INCOMPLETE = {
  key: 'symbols.list-incomplete',
  en: 'not every file of the working tree could be listed, so recall calls no name gone',
  zh: '工作区中有文件未能列入，召回时不会判定任何名称已消失',
} as const
