// The symbol list, by which recall verifies names of functions, flags and commands.

import { texts } from './message.ts'

export const symbolsTexts = texts('symbols', {
  listNone: ['there is no list of the names in the working tree yet, so recall says nothing of functions and flags; `memdir jobs run` makes it', '还没有工作区的符号列表，召回时不会核对函数和选项；`memdir jobs run` 可生成'],
  listNoGit: ['outside a git repository recall verifies paths and commands only, no names of functions and flags', '不在 git 仓库中，召回时只核对路径和命令，不核对函数和选项'],
  listIncomplete: ['not every file of the working tree could be listed, so recall calls no name gone', '工作区中有文件未能列入，召回时不会判定任何名称已消失'],
})
