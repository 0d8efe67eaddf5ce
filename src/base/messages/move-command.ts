// What `memdir move` says.
import { texts } from './message.ts'

export const moveCommandTexts = texts('move-command', {
  help: [
    'Moves memories of this project to those that hold in all your projects (--everywhere), or back into this project (--here). Only you can do that, in a terminal of your own. Each is written there first and removed here then, so that a crash leaves it twice and never not at all; `memdir undo` takes back each half where it happened.',
    '将本项目的记忆移到适用于所有项目的记忆中（--everywhere），或移回本项目（--here）。只有您本人可以在自己的终端中执行。先在目标处写入，再从原处删除：即使中途崩溃也只会重复，不会丢失；`memdir undo` 可在各自处撤销。',
  ],
  optionEverywhere: ['to all projects', '移到所有项目'],
  optionHere: ['into this project', '移回本项目'],
  moved: ['Moved: ', '已移动：'],
})
