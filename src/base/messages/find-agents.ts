// Agents that are here and have no memdir yet.
import { texts } from './message.ts'

export const findAgentsTexts = texts('find-agents', {
  hereTooInit: ['{title} is here too:  memdir init {name}', '检测到 {title}：memdir init {name}'],
})
