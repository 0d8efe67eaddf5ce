// What `memdir doctor` says.
import { texts } from './message.ts'

export const doctorCommandTexts = texts('doctor-command', {
  help: ['Looks for problems in the memory directory, and checks for each agent on this machine that memory works in it. --fix repairs what can be repaired; every repair of a file can be undone.', '检查记忆目录中的问题，并逐一验证本机各代理中的记忆是否可用。--fix 修复可修复的问题；对文件的每次修复都可撤销。'],
  optionFix: ['repair', '修复'],
  optionFailOnHit: ['exit 1 when there are problems (for scripts)', '有问题时以 1 退出（用于脚本）'],
  noDirectoryYet: ['No memory directory yet; nothing to check. Start with `memdir init`.', '还没有记忆目录，无需检查。先运行 `memdir init`。'],
  repaired: ['repaired: ', '已修复：'],
  done: ['{repaired} repaired', '已修复 {repaired} 个'],
  offered: ['{fixable} can be repaired: memdir doctor --fix', '其中 {fixable} 个可修复：memdir doctor --fix'],
  total: ['{memories memory|memories}', '{memories} 条记忆'],
  done2: [' {done}.', '{done}。'],
  noProblemSomethingWaits: ['no problem; something waits for you.', '没有问题；有待您处理的内容。'],
  noProblemLearningStopped: ['no problem; learning by the model has stopped for today.', '没有问题；模型学习今天已停止。'],
  allWell: ['all well.', '一切正常。'],
  totalWellMore: ['{total}, {well}{more}', '{total}，{well}{more}'],
  problem: ['{total}, {problems problem}', '{total}，{problems} 个问题'],
  separator: ['; ', '；'],
})
