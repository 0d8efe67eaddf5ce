// What `memdir wrong` says.
import { texts } from './message.ts'

export const wrongCommandTexts = texts('wrong-command', {
  help: [
    'Says that a memory was wrong or beside the point when an agent was given it. It stays, and has to fit better to be given again (0.1 more similarity each time, 0.3 at most); each conversation in which an agent then quotes it or acts on it takes one of these back. What you said yourself is not touched by what an agent calls wrong. With --instead what is right takes its place.',
    '指出代理得到的某条记忆有误或不相关。它会保留，但下次须更契合才会给出（每次多 0.1 的相似度，最多 0.3）；之后代理在某个对话中引用或据此行动，会抵消一次。您本人说过的内容不受代理的指责影响。用 --instead 给出正确的内容即可取代它。',
  ],
  optionReason: ['why', '原因'],
  optionInstead: ['what is right: it supersedes the memory', '正确的内容：取代该记忆'],
  optionConversation: ['the conversation it came from', '来源对话'],
  notedFitBetterGiven: ['Noted. "{name}" has to fit better by {raised} to be given again.', '已记录。“{name}”须多 {raised} 的契合度才会再次给出。'],
  notedPersonSaidStands: ['Noted. "{name}" is what the person said: it stands until they correct it.', '已记录。“{name}”是用户本人所说：在其更正之前仍然有效。'],
})
