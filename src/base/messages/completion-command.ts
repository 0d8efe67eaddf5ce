// What `memdir completion` says.
import { texts } from './message.ts'

export const completionCommandTexts = texts('completion-command', {
  help: ['Prints a completion script. bash: `source <(memdir completion bash)`; zsh: the same with zsh; fish: `memdir completion fish | source`.', '输出补全脚本。bash：`source <(memdir completion bash)`；zsh 同理；fish：`memdir completion fish | source`。'],
})
