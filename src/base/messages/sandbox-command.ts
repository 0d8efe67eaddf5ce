// What `memdir sandbox` says.
import { texts } from './message.ts'

export const sandboxCommandTexts = texts('sandbox-command', {
  help: [
    'Tells whether the sandbox for agents that work for memdir itself would allow a call, and why. With --jsonl: one line {tool, input} on standard input, one line {allowed, reason} on standard output, in the same order. A denial is an answer: the exit code is 0, unless --fail-on-hit is given.',
    '说明 为 memdir 自身工作的代理的沙箱是否允许某次调用及原因。--jsonl：标准输入每行一个 {tool, input}，标准输出按相同顺序每行一个 {allowed, reason}。拒绝也是答案：退出码为 0，除非给出 --fail-on-hit。',
  ],
  optionTool: ['the tool: Bash, Write, Edit, Read, …', '工具：Bash、Write、Edit、Read 等'],
  optionCommand: ['the command line of Bash', 'Bash 的命令行'],
  optionPath: ['the file of Write or Edit', 'Write 或 Edit 的文件'],
  optionJsonl: ['many calls on standard input', '从标准输入读取多次调用'],
  optionFailOnHit: ['exit 1 after a denial', '有拒绝时退出码为 1'],
  allowed: ['allowed: ', '允许：'],
  denied: ['denied: ', '拒绝：'],
})
