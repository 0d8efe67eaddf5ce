// What `memdir guard` says.
import { texts } from './message.ts'

export const guardCommandTexts = texts('guard-command', {
  help: [
    'Holds back a call once: the first call of a conversation that matches a trigger of the memory is refused with the memory as the reason, and the same call goes through the second time. For what leaves the machine, such as a push, a deployment, a publication. Only a person in a terminal can say it. In Claude Code, Codex and memdir chat; elsewhere the memory is told. It is a reminder and no security boundary.',
    '将调用拦下一次：对话中首个与该记忆触发条件匹配的调用会被拒绝，并以该记忆为理由；同一调用第二次即可通过。适用于离开本机的操作，如推送、部署、发布。只有本人在终端中才能设置。在 Claude Code、Codex 和 memdir chat 中有效；其他代理只会得到提醒。这是提醒，不是安全边界。',
  ],
  optionList: ['show what is held', '显示已设置的拦截'],
  optionOff: ['hold it no more', '不再拦截'],
  notByProgram: ['only a person in a terminal can have a call held', '只有本人在终端中才能设置拦截'],
  notByProgramFix: ['Run it in a terminal of your own.', '请在您自己的终端中运行。'],
  noTriggers: ['"{name}" has no triggers, so no call matches it', '“{name}”没有触发条件，没有调用会与之匹配'],
  noTriggersFix: ['Write down under `on` in its file which calls it is about (docs/actions.md): {file}', '在其文件的 `on` 中写明它涉及哪些调用（docs/actions.md）：{file}'],
  holds: ['The first call of a conversation that matches is held back once: {triggers}', '对话中首个匹配的调用会被拦下一次：{triggers}'],
  released: ['No call is held for {id} any more.', '不再为 {id} 拦截调用。'],
  notHeld: ['no call is held for "{id}"', '没有为“{id}”设置拦截'],
  notHeldFix: ['See what is held: memdir guard --list', '查看已设置的拦截：memdir guard --list'],
  none: ['No call is held.', '没有设置拦截。'],
  lineHeld: ['{id}  {name}', '{id}  {name}'],
  lineChanged: ['{id}  {name}: it says something else now, so it is only told (confirm it: memdir guard {id})', '{id}  {name}：内容已更改，因此只会提醒（重新确认：memdir guard {id}）'],
  lineGone: ['{id}  the memory is gone (memdir guard --off {id})', '{id}  该记忆已不存在（memdir guard --off {id}）'],
})
