// What `memdir projects` says.
import { texts } from './message.ts'

export const projectsCommandTexts = texts('projects-command', {
  help: [
    'Lists the projects that have a memory, and which of them may be this one. link: this directory uses the memory of PROJECT. unlink: it has one of its own. move: PROJECT is now at PATH. PROJECT is a path or the beginning of a name. A clone, a copy or a moved directory never uses another’s memory by itself, because a stranger’s copy looks the same; a worktree does.',
    '列出有记忆的项目，以及其中可能与此目录相同的项目。link：此目录使用 PROJECT 的记忆。unlink：使用自己的记忆。move：PROJECT 现位于 PATH。PROJECT 是路径或名称开头。克隆、副本或移动过的目录不会自行使用其他目录的记忆，因为他人的副本看起来也一样；worktree 会共用。',
  ],
  optionBring: ['link: copy the memories that this directory has of its own', 'link：一并复制此目录自己的记忆'],
  noProjectsYetStart: ['No projects yet. Start with `memdir init`.', '还没有项目。先运行 `memdir init`。'],
  memories: ['MEMORIES', '记忆数'],
  path: ['PATH', '路径'],
  repository: ['REPOSITORY', '仓库'],
  notThereAnyMore: [' (not there any more)', '（已不存在）'],
})
