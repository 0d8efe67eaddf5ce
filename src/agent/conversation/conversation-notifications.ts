// What a conversation tells the person besides its answers: that it waits for their permission, that an agent in the
// background is done (the event Notification), and what sub-agents have to say to them.

import { type Message, verbatim } from '../../base/messages/message.ts'
import type { AgentEvent } from '../loop/agent-event.ts'
import type { AskPermission } from '../loop/permission.ts'
import type { ConversationHooks } from './conversation-hooks.ts'

type OnAgentEvent = (agent: string, event: AgentEvent) => void

export interface Notifications {
  /** Raised, and not waited for. */
  send(type: 'permission_prompt' | 'agent_completed', text: string): void
  asking(ask: AskPermission): AskPermission
  /** Notices are kept for the person, and are the conversation's own; everything else goes on to whoever watches. */
  heard(watch: OnAgentEvent | undefined): OnAgentEvent
  takeAgentNotices(): Message[]
  /** When all hooks have ended. */
  settled(): Promise<void>
}

export function conversationNotifications(hooks: Pick<ConversationHooks, 'tell'>): Notifications {
  const running = new Set<Promise<unknown>>()
  const notices: Message[] = []
  const send: Notifications['send'] = (notification_type, text) => {
    const told = hooks.tell('Notification', { notification_type, message: text })
    running.add(told)
    void told.finally(() => running.delete(told))
  }
  return {
    send,
    asking: (ask) => (call, signal) => {
      send('permission_prompt', `Your permission is needed for ${call.tool}`)
      return ask(call, signal)
    },
    heard: (watch) => (agent, event) => {
      if (event.type === 'notice') notices.push(event.localised ?? verbatim(event.text))
      else watch?.(agent, event)
    },
    takeAgentNotices: () => notices.splice(0),
    async settled() {
      await Promise.all(running)
    },
  }
}
