// What a conversation tells the person besides its answers: notices, and the event Notification (it waits for their
// permission, an agent in the background is done).

import { type Message, verbatim } from '../../base/messages/message.ts'
import type { AgentEvent } from '../agent-event.ts'
import type { AskPermission } from '../permission.ts'

/** Raises an event that nobody can deny. */
type Tell = (event: string, data: Record<string, unknown>) => Promise<unknown>
type OnAgentEvent = (agent: string, event: AgentEvent) => void

export class ConversationNotices {
  /** For the next message of the person. */
  private readonly next: (string | Message)[]
  /** For the next request to the model. */
  private readonly soon: Message[] = []
  private readonly running = new Set<Promise<unknown>>()
  private readonly tell: Tell

  constructor(first: readonly Message[], tell: Tell) {
    this.next = [...first]
    this.tell = tell
  }

  addNext(...notices: readonly (string | Message)[]): void {
    this.next.push(...notices)
  }

  takeNext(): (string | Message)[] {
    return this.next.splice(0)
  }

  addSoon(...notices: readonly Message[]): void {
    this.soon.push(...notices)
  }

  takeSoon(): Message[] {
    return this.soon.splice(0)
  }

  /** Raised, and not waited for. */
  send(notification_type: 'permission_prompt' | 'agent_completed', text: string): void {
    const told = this.tell('Notification', { notification_type, message: text })
    this.running.add(told)
    void told.finally(() => this.running.delete(told))
  }

  asking(ask: AskPermission): AskPermission {
    return (call, signal) => {
      this.send('permission_prompt', `Your permission is needed for ${call.tool}`)
      return ask(call, signal)
    }
  }

  /** Notices of sub-agents are the conversation's own; everything else goes on to whoever watches. */
  heard(watch: OnAgentEvent | undefined): OnAgentEvent {
    return (agent, event) => {
      if (event.type === 'notice') this.addSoon(event.localised ?? verbatim(event.text))
      else watch?.(agent, event)
    }
  }

  /** When all hooks on notifications have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.running)
  }
}
