// Errors of conversations, models and the sandbox in Chinese; the form is that of chinese-errors.ts.

export const CHINESE_CHAT: [RegExp, string][] = [
  [/^sandbox needs an action$/, 'sandbox（沙箱）需要一个操作'],
  [/^there is no "sandbox (.*)"$/s, '没有“sandbox $1”'],
  [/^sandbox check needs a tool$/, '沙箱检查需要一个工具'],
  [/^cost cannot be grouped by "(.*)"$/s, '无法按“$1”分组'],
  [/^Put the message in quotes after -p\.$/, '请把消息放在 -p 之后的引号中。'],
  [/^JSON output needs a message$/, 'JSON 输出需要一条消息'],
  [/^Add -p "…", or pipe it in\.$/, '请加 -p "…"，或通过管道输入。'],
  [/^there is no message$/, '没有消息'],
  [/^Give one after -p, or pipe it in\.$/, '请在 -p 之后给出，或通过管道输入。'],
  [/^--(\S+) cannot be "(.*)"$/s, '--$1 不能是“$2”'],
  [/^there is no \/(\S*)$/, '没有 /$1'],
  [/^\/help lists the commands\.$/, '/help 列出所有命令。'],
  [/^\/(recall|remember) needs a text$/, '/$1 需要一段文本'],
  [/^For example: (\/.*)$/, '例如：$1'],
  [/^there is no mode "(.*)"$/s, '没有模式“$1”'],
  [/^\/memory (\S+) needs an id$/, '/memory $1 需要编号'],
  [/^\/memory lists them\.$/, '/memory 可列出它们。'],
  [/^\/memory edit needs a terminal$/, '/memory edit 需要终端'],
  [/^Use `(.+)`\.$/, '请使用 `$1`。'],
  [/^a \/command has no JSON output$/, '/命令没有 JSON 输出'],
  [
    /^Leave --output json out, or use the command of `memdir`\.$/,
    '请去掉 --output json，或使用 `memdir` 的相应命令。',
  ],
  [/^-p ends with its answer$/, '-p 在回答后结束'],
  [
    /^Go on with a conversation: memdir chat --resume ID -p "…"\.$/,
    '继续某个对话：memdir chat --resume ID -p "…"。',
  ],
]
